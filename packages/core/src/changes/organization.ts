import { Context } from "effect"
import type { BoundStatement } from "../storage/index.ts"
import type { Committed } from "./guardrails/money.ts"

/**
 * Reads the committed budgets of organizations in the worst case: with reservations of pending writes, and with the
 * platform's budget while a lower one has not reached it. The module that owns budgets provides it, so the engine names no
 * table of a feature. Writes read it under the organization's lock.
 */
export class BudgetCommitments extends Context.Tag("@adwarden/BudgetCommitments")<
  BudgetCommitments,
  {
    /** The statement that reads them, without the reservation of the queued write that is being approved. */
    readonly read: (organization: number, queuedWriteId: string | null) => BoundStatement<Committed>
    /** The sums of some organizations or of all (null), in one statement; without campaigns there is no row. */
    readonly readSums: (
      organizations: ReadonlyArray<number> | null
    ) => BoundStatement<Committed & { readonly organization_id: number }>
    /** The same for an organization without pending writes. It is cheaper, and nearly every write uses it. */
    readonly readUnreserved: (organization: number) => BoundStatement<Committed>
  }
>() {}
