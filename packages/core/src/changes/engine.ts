import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { Settings } from "../settings.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { defineQueue } from "../tasks/queue-definition.ts"
import { pendingWriteExistsSql } from "./approvals/queued-write.ts"
import { Edits } from "./edits.ts"
import { busyKeysSql } from "./executions.ts"
import { BudgetCommitments, type Committed, committedStatement } from "./organization.ts"
import { writesUsedSql } from "./quota.ts"
import { Writes } from "./writes.ts"

/** Brings a change that goes to the platform first to its end, should its host have died on the way. */
export const finishExecutionQueue = defineQueue(
  "execution-finish",
  Schema.Struct({ organization: Schema.Number, execution: Schema.String })
)

/** What a write is judged by: writes of the day, money, and what others are at. */
interface UsageFigures {
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
  readonly readCommitted: (organization: number, queuedWriteId: string | null) => BoundStatement<Committed>
  /** Reads the figures that a write is judged by, under the organization's lock. */
  readonly readUsage: (organization: number) => BoundStatement<UsageFigures>
  readonly queue: Queue["Type"]
  /** Executed writes of a day. */
  readonly writeQuota: number
  /** The job that brings an execution to its end should this host die, in the transaction that is open. */
  readonly scheduleFinish: (
    organization: number,
    execution: string
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
  /**
   * Lets one writer of an organization in this process through at a time. The lock in the database is what makes it
   * right; this only keeps those who would wait for it from each holding a connection meanwhile.
   */
  readonly withOrganizationMutex: (
    organization: number
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** A semaphore for each organization that somebody is in, or waits for. A scope for each use (RcMap) cost more. */
const makeOrganizationMutexes = (): Engine["withOrganizationMutex"] => {
  const mutexes = new Map<number, { readonly semaphore: Effect.Semaphore; users: number }>()
  const enter = (organization: number) => {
    const mutex = mutexes.get(organization) ?? { semaphore: Effect.unsafeMakeSemaphore(1), users: 0 }
    mutex.users++
    mutexes.set(organization, mutex)
    return mutex
  }
  return (organization) => (work) =>
    Effect.acquireUseRelease(
      Effect.sync(() => enter(organization)),
      ({ semaphore }) => semaphore.withPermits(1)(work),
      (mutex) => Effect.sync(() => --mutex.users === 0 && mutexes.delete(organization))
    )
}

export const makeEngine = Effect.gen(function* () {
  const queue = yield* Queue
  const { committed, unreserved } = yield* BudgetCommitments
  const sum = committedStatement(committed)
  const usageStatement = statement(`
    select ${writesUsedSql} as used, ${pendingWriteExistsSql} as waiting, ${unreserved} as unreserved, ${busyKeysSql} as touched`)
  const { executionTakeoverSeconds, writeQuota } = yield* Settings
  const engine: Engine = {
    edits: yield* Edits,
    writes: yield* Writes,
    readCommitted: (organization, queuedWriteId) => bindStatement(sum, [organization, queuedWriteId]),
    readUsage: (organization) => bindStatement(usageStatement, [organization]),
    queue,
    writeQuota,
    scheduleFinish: (organization, execution) =>
      queue.send(
        finishExecutionQueue,
        { organization, execution },
        { organization, startAfterSeconds: executionTakeoverSeconds }
      ),
    withOrganizationMutex: makeOrganizationMutexes()
  }
  return engine
})
