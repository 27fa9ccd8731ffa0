import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import { Settings } from "../settings.ts"
import { type BoundStatement, bindStatement, statement } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { defineQueue } from "../tasks/queue-definition.ts"
import { busyKeysSql } from "./executions.ts"
import { Holds } from "./holds.ts"
import { BudgetCommitments } from "./organization.ts"
import { writesUsedSql } from "./quota.ts"
import { Edits, Writes } from "./registries.ts"

/** Finishes a platform-first change whose host stopped before the end. */
export const finishExecutionQueue = defineQueue(
  "execution-finish",
  Schema.Struct({ organization: Schema.Number, execution: Schema.String })
)

/**
 * The figures that a write is checked against: writes of the day, and keys that other writes hold.
 */
interface UsageFigures {
  readonly used: number
  /** Whether any write is pending: its reservations then count as committed. */
  readonly waiting: boolean
  readonly busy_keys: ReadonlyArray<string>
}

/** The dependencies of the write engine. */
export interface Engine {
  readonly edits: Edits["Type"]
  readonly writes: Writes["Type"]
  readonly commitments: BudgetCommitments["Type"]
  readonly holds: Holds["Type"]
  /** Reads the figures that a write is checked against, under the organization's lock. */
  readonly readUsage: (organization: number) => BoundStatement<UsageFigures>
  readonly queue: Queue["Type"]
  /** The maximum number of executed writes per day. */
  readonly writeQuota: number
  /** Schedules, in the open transaction, the job that finishes an execution if this host stops. */
  readonly scheduleFinish: (
    organization: number,
    execution: string
  ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
  /**
   * Admits one writer of an organization at a time in this process. The database lock ensures correctness;
   * this mutex keeps waiting writers from each holding a connection.
   */
  readonly withOrganizationMutex: (
    organization: number
  ) => <A, E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/**
 * A semaphore for each organization with a running or waiting writer. A scope for each use (RcMap) cost more.
 */
export const makeOrganizationMutexes = (): Engine["withOrganizationMutex"] => {
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
  const { executionTakeoverSeconds, writeQuota } = yield* Settings
  const holds = yield* Holds
  const usageStatement = statement(`
  select ${writesUsedSql} as used, ${holds.pendingExistsSql} as waiting, ${busyKeysSql} as busy_keys`)
  const engine: Engine = {
    edits: yield* Edits,
    writes: yield* Writes,
    commitments: yield* BudgetCommitments,
    holds,
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
