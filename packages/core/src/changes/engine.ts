import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { Settings } from "../settings.ts"
import { type Bound, bound, statement } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { defineQueue } from "../tasks/queue-definition.ts"
import { somethingWaits } from "./approvals/queued-write.ts"
import { Edits } from "./edits.ts"
import { thingsTouched } from "./executions.ts"
import { type Committed, committedStatement, Spending } from "./organization.ts"
import { writesUsed } from "./quota.ts"
import { Writes } from "./writes.ts"

/** Brings a change that goes to the platform first to its end, should its host have died on the way. */
export const executionFinish = defineQueue(
  "execution-finish",
  Schema.Struct({ organization: Schema.Number, execution: Schema.String })
)

/** What a write is judged by: writes of the day, money, and what others are at. */
interface Figures {
  readonly used: number
  /** Whether something waits for approval: what it reserved is committed too. */
  readonly waiting: boolean
  readonly unreserved: number
  readonly touched: ReadonlyArray<string>
}

/** What the engine of changes works with. */
export interface Engine {
  readonly edits: Edits["Type"]
  readonly writes: Writes["Type"]
  /** Reads what an organization's daily budgets commit, while the queued write is being approved, if one is. */
  readonly readCommitted: (organization: number, approving: string | null) => Bound<Committed>
  /** Reads the figures that a write is judged by, under the organization's lock. */
  readonly readFigures: (organization: number) => Bound<Figures>
  readonly queue: Queue["Type"]
  /** Executed writes of a day. */
  readonly writeQuota: number
  /** The job that brings an execution to its end should this host die, in the transaction that is open. */
  readonly finishLater: (
    organization: number,
    execution: string
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
  /**
   * Lets one writer of an organization in this process through at a time. The lock in the database is what makes it
   * right; this only keeps those who would wait for it from each holding a connection meanwhile.
   */
  readonly inTurn: (organization: number) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A semaphore for each organization that somebody is in, or waits for. A scope for each use (RcMap) cost more. */
const makeTurns = (): Engine["inTurn"] => {
  const turns = new Map<number, { readonly semaphore: Effect.Semaphore; users: number }>()
  const come = (organization: number) => {
    const turn = turns.get(organization) ?? { semaphore: Effect.unsafeMakeSemaphore(1), users: 0 }
    turn.users++
    turns.set(organization, turn)
    return turn
  }
  return (organization) => (work) =>
    Effect.acquireUseRelease(
      Effect.sync(() => come(organization)),
      ({ semaphore }) => semaphore.withPermits(1)(work),
      (turn) => Effect.sync(() => --turn.users === 0 && turns.delete(organization))
    )
}

export const makeEngine = Effect.gen(function* () {
  const queue = yield* Queue
  const { committed, unreserved } = yield* Spending
  const sum = committedStatement(committed)
  const figures = statement(`
    select ${writesUsed} as used, ${somethingWaits} as waiting, ${unreserved} as unreserved, ${thingsTouched} as touched`)
  const { finishAfterSeconds, writeQuota } = yield* Settings
  const engine: Engine = {
    edits: yield* Edits,
    writes: yield* Writes,
    readCommitted: (organization, approving) => bound(sum, [organization, approving]),
    readFigures: (organization) => bound(figures, [organization]),
    queue,
    writeQuota,
    finishLater: (organization, execution) =>
      queue.send(
        executionFinish,
        { organization, execution },
        { organization, startAfterSeconds: finishAfterSeconds }
      ),
    inTurn: makeTurns()
  }
  return engine
})
