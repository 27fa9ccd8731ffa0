import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect } from "effect"
import { queryOn } from "./executed-writes.ts"
import { until } from "./until.ts"

interface TestRuntime {
  readonly run: <A, E>(work: Effect.Effect<A, E, SqlClient.SqlClient>) => Promise<A>
}

/**
 * Runs an effect in its own transaction and keeps it open with its locks. Tests of ordering use it instead of a
 * sleep. Returns a function that commits.
 */
export const holdEffect = async <E>(
  { run }: TestRuntime,
  effect: Effect.Effect<unknown, E, SqlClient.SqlClient>
): Promise<() => Promise<void>> => {
  const [effectDone, release] = [Effect.runSync(Deferred.make<void>()), Effect.runSync(Deferred.make<void>())]
  const transaction = run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          yield* effect
          yield* Deferred.succeed(effectDone, undefined)
          yield* Deferred.await(release)
        })
      )
    )
  )
  await Promise.race([Effect.runPromise(Deferred.await(effectDone)), transaction])
  return async () => {
    await Effect.runPromise(Deferred.succeed(release, undefined))
    await transaction
  }
}

/** Runs a statement in its own transaction and keeps it open in the same way. */
export const holdTransaction = (runtime: TestRuntime, text: string): Promise<() => Promise<void>> =>
  holdEffect(
    runtime,
    Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text))
  )

/** Waits until this many connections of the database wait for a lock. */
export const untilBlocked = (demo: Parameters<typeof queryOn>[0], count: number): Promise<void> =>
  until(`${count} connections wait for a lock`, async () => {
    const [row] = await queryOn(demo)<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`
    )
    return Number(row!.waiting) >= count
  })
