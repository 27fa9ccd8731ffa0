import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Exit, Layer, Schedule, type Scope } from "effect"
import type { Db, PgBoss } from "pg-boss"
import {
  afterCommit,
  type BoundStatement,
  bindStatement,
  deferStatements,
  Statements,
  statement
} from "../storage/index.ts"
import { encodeStored } from "../storage/stored-json.ts"
import { type BuildInsertion, jobInsertion, type SendOptions } from "./job-insertion.ts"
import { createQueues, type QueueDefinition, type QueueSettings } from "./queue-definition.ts"
import { queueFailure, queueSchema, startQueue } from "./queue-schema.ts"

/**
 * Puts jobs into the queue as part of the transaction that is open: no change without its job, no job
 * without its change. Outside a transaction it is one of its own.
 */
export class Queue extends Context.Tag("@adwarden/Queue")<
  Queue,
  {
    readonly send: <Data extends object>(
      definition: QueueDefinition<Data>,
      data: Data,
      options: SendOptions
    ) => Effect.Effect<void, SqlError, SqlClient.SqlClient>
    /**
     * Waits until the queues of this host are there. Whoever will send from a transaction waits before they begin it:
     * if all connections were held by those who wait, there would be none left to make a queue with.
     */
    readonly ready: Effect.Effect<void, SqlError>
    /** Makes the queue in the background, so that the first who sends need not wait for it; see QueuesAhead. */
    readonly prepare: (queue: QueueSettings) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(
    Queue,
    Effect.suspend(() => make)
  )
}

/**
 * Whether queues are made ahead, in the background. Hosts want that, so that no write waits for it. Who does one thing
 * and ends has them made when it sends something, and most of the time it does not.
 */
export class CreateQueuesEagerly extends Context.Reference<CreateQueuesEagerly>()(
  "@adwarden/CreateQueuesEagerly",
  {
    defaultValue: () => true
  }
) {}

const notifyWorkers = statement(
  `select pg_notify('pgboss_' || left(encode(sha224('${queueSchema}'::bytea), 'hex'), 24), name)
   from unnest($1::text[]) as names (name)`
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const createEagerly = yield* CreateQueuesEagerly

  /**
   * The queue sends "begin … commit" in one piece. Should that fail in the middle, the connection would go back
   * to the pool inside a transaction that is lost, so it is rolled back first.
   */
  const outsideTransaction: Db = {
    executeSql: (text, values = []) =>
      Effect.flatMap(sql.reserve, (connection) =>
        connection
          .executeUnprepared(text, values, undefined)
          .pipe(Effect.tapError(() => Effect.ignore(connection.executeUnprepared("rollback", [], undefined))))
      ).pipe(
        Effect.scoped,
        Effect.map((rows) => ({ rows: [...rows] })),
        Effect.runPromiseExit,
        // As what failed, not as a failed fiber: whoever is told must see what the database said.
        (exit) => exit.then(Exit.getOrElse((cause) => Promise.reject(Cause.squash(cause))))
      )
  }

  let sender: Promise<PgBoss> | undefined
  const startedBoss = (): Promise<PgBoss> => {
    sender ??= startQueue({ db: outsideTransaction, supervise: false, schedule: false }).catch((error) => {
      sender = undefined
      throw error
    })
    return sender
  }
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () =>
      (await sender?.catch(() => undefined))?.stop({ graceful: false }).catch(() => {})
    )
  )

  /** One after the other, so that this never takes more than one connection. */
  let lastCreation: Promise<unknown> = Promise.resolve()
  const creations = new Map<string, Promise<void>>()
  const createdQueues = new Set<string>()
  const createQueue = (queue: QueueSettings): Promise<void> => {
    const existing = creations.get(queue.name)
    if (existing !== undefined) return existing
    const next = lastCreation
      .then(startedBoss, startedBoss)
      .then((boss) => createQueues(boss, [queue]))
      .then(() => void createdQueues.add(queue.name))
    next.catch(() => creations.delete(queue.name))
    creations.set(queue.name, next)
    lastCreation = next
    return next
  }

  /** The queue's own statement for a new job, as it would have run it, for whoever has the connection to. */
  const buildInsertion: BuildInsertion = async (queue, data, options) => {
    await createQueue(queue)
    const insertions: Array<BoundStatement> = []
    const db: Db = {
      executeSql: async (text, values = []) => {
        insertions.push(bindStatement(statement(text), values))
        return { rows: [{ id: "" }] }
      }
    }
    const boss = await startedBoss()
    await boss.send(queue.name, data, { ...options, db })
    return insertions[0]!
  }

  /**
   * Wakes workers, on the channel that the queue's own listener listens on. It is only a hint: who misses it finds
   * the job by looking. What is to be said in one turn of the event loop is said once.
   */
  const announced = new Set<string>()
  const announce = (name: string) => (): void => {
    if (announced.size === 0) {
      setImmediate(() => {
        const names = [...announced]
        announced.clear()
        Effect.runFork(Effect.ignore(statements.query(notifyWorkers, [names])))
      })
    }
    announced.add(name)
  }

  /** Those that a host will send to and that are not there yet. */
  const pendingQueues = new Map<string, QueueSettings>()
  const createPending = (queue: QueueSettings): Promise<void> =>
    createQueue(queue).then(() => void pendingQueues.delete(queue.name))

  const ensureCreated = (queue: QueueSettings): Effect.Effect<void, SqlError> =>
    createdQueues.has(queue.name)
      ? Effect.void
      : Effect.tryPromise({ try: () => createQueue(queue), catch: queueFailure })

  return {
    send: <Data extends object>(definition: QueueDefinition<Data>, data: Data, options: SendOptions) =>
      ensureCreated(definition).pipe(
        Effect.zipRight(jobInsertion(buildInsertion, definition, encodeStored(definition, data), options)),
        Effect.flatMap(deferStatements),
        Effect.zipRight(
          options.startAfterSeconds === undefined ? afterCommit(announce(definition.name)) : Effect.void
        )
      ),
    // A host can start while its database is away.
    prepare: (queue: QueueSettings) => {
      pendingQueues.set(queue.name, queue)
      if (!createEagerly) return Effect.void
      return Effect.tryPromise(() => createPending(queue)).pipe(
        Effect.retry(Schedule.spaced("1 second")),
        Effect.forkScoped,
        Effect.asVoid
      )
    },
    ready: Effect.suspend(() =>
      pendingQueues.size === 0
        ? Effect.void
        : Effect.tryPromise({
            try: () => Promise.all([...pendingQueues.values()].map(createPending)),
            catch: queueFailure
          }).pipe(Effect.asVoid)
    )
  }
})
