import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Runtime, Schedule } from "effect"
import { PgBoss } from "pg-boss"
import { type QueueData, type QueueName, queues } from "./queues.ts"

/** The queue lives in the service's own database, in a schema of its own. */
export const queueSchema = "pgboss"

export const queueFailure = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "The job queue failed" })

/**
 * Puts jobs into the queue as part of the transaction that is open: no change without its job, no job
 * without its change. Outside a transaction it is one of its own.
 */
export class Queue extends Context.Tag("@adwarden/Queue")<
  Queue,
  {
    readonly send: <Name extends QueueName>(
      name: Name,
      data: QueueData[Name],
      options?: SendOptions
    ) => Effect.Effect<void, SqlError>
  }
>() {
  static readonly layer = Layer.scoped(
    Queue,
    Effect.suspend(() => make)
  )
}

type SendOptions = { readonly startAfterSeconds?: number; readonly singletonKey?: string }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  /** Runs the queue's statements on whatever connection the effect runs on: the open transaction's, if any. */
  const here = Effect.map(Effect.runtime<never>(), (runtime) => ({
    executeSql: (text: string, values: ReadonlyArray<unknown> = []) =>
      Runtime.runPromise(runtime)(sql.unsafe(text, values)).then((rows) => ({ rows: [...rows] }))
  }))

  /**
   * The queue sends "begin … commit" in one piece. Should that fail in the middle, the connection would go back
   * to the pool inside a transaction that is lost, so it is rolled back first.
   */
  const outside = {
    executeSql: (text: string, values: ReadonlyArray<unknown> = []) =>
      Effect.flatMap(sql.reserve, (connection) =>
        connection
          .executeUnprepared(text, values, undefined)
          .pipe(Effect.tapError(() => Effect.ignore(connection.executeUnprepared("rollback", [], undefined))))
      ).pipe(
        Effect.scoped,
        Effect.map((rows) => ({ rows: [...rows] })),
        Effect.runPromise
      )
  }

  let sender: Promise<PgBoss> | undefined
  const open = async (): Promise<PgBoss> => {
    const boss = new PgBoss({ db: outside, schema: queueSchema, supervise: false, schedule: false })
    boss.on("error", () => {})
    await boss.start()
    for (const [name, options] of Object.entries(queues)) await boss.createQueue(name, options)
    return boss
  }
  const opened = (): Promise<PgBoss> => {
    sender ??= open().catch((error) => {
      sender = undefined
      throw error
    })
    return sender
  }
  // In the background, so that a host can start while its database is away; and right away, so that the first
  // writers do not each hold a connection while they wait for one more to be had.
  yield* Effect.tryPromise(opened).pipe(Effect.retry(Schedule.spaced("1 second")), Effect.forkScoped)
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () =>
      (await sender?.catch(() => undefined))?.stop({ graceful: false }).catch(() => {})
    )
  )

  return {
    send: <Name extends QueueName>(name: Name, data: QueueData[Name], options: SendOptions = {}) =>
      Effect.flatMap(here, (db) =>
        Effect.tryPromise({
          try: async () => {
            const boss = await opened()
            await boss.send(name, data, {
              db,
              ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
              ...(options.singletonKey === undefined ? {} : { singletonKey: options.singletonKey })
            })
          },
          catch: queueFailure
        })
      )
  }
})
