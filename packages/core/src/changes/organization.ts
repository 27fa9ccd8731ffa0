import { Context } from "effect"
import { type Statement, statement } from "../storage/index.ts"

/**
 * The sum of an organization's daily budgets, reservations of pending writes included. The module that owns
 * budgets provides the SQL.
 */
export class BudgetCommitments extends Context.Tag("@adwarden/BudgetCommitments")<
  BudgetCommitments,
  {
    /**
     * SQL: the sum of the organization $1, without the reservation of the queued write $2 that is being
     * approved.
     */
    readonly committed: string
    /**
     * SQL: the same for an organization without pending writes. It is shorter, and nearly every write uses
     * it.
     */
    readonly unreserved: string
  }
>() {}

export interface Committed {
  readonly sum: number
}

/** Returns the statement that reads the sum alone. */
export const committedStatement = (committed: string): Statement => statement(`select ${committed} as sum`)
