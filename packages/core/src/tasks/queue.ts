import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Exit, Layer, Schedule, type Scope } from "effect"
import type { SendOptions as BossOptions, Db, PgBoss } from "pg-boss"
import {
  afterCommit,
  type BoundStatement,
  bindStatement,
  deferStatements,
  Statements,
  statement
} from "../storage/index.ts"
import { encodeStored } from "../storage/stored-json.ts"
import {
  currentRequestId,
  currentTraceParent,
  makeInSpan,
  parentSpanOf,
  Telemetry,
  withRequestId
} from "../telemetry/index.ts"
import { createQueues, type QueueDefinition, type QueueSettings } from "./queue-definition.ts"
import { notifyChannel, queueFailure, queueSchema, startQueue } from "./queue-schema.ts"

/** Jobs that stop spend go first; bulk jobs go last. */
export const priorities = { stopsSpend: 10, ordinary: 0, low: -10 } as const

export interface SendOptions {
  /** The organization of the job: workers share their slots fairly between organizations. */
  readonly organization: number
  readonly stopsSpend?: boolean
  /** Its organization has many of these waiting, so other organizations' jobs go first. */
  readonly lowPriority?: boolean
  readonly startAfterSeconds?: number
}

const priorityOf = ({ lowPriority, stopsSpend }: SendOptions): number =>
  stopsSpend ? priorities.stopsSpend : lowPriority ? priorities.low : priorities.ordinary

/** Returns the queue's own statement for inserting a job. */
export type BuildInsertion = (
  queue: QueueSettings,
  data: object,
  options: BossOptions
) => Promise<BoundStatement>

/**
 * The queue's insert for a job that starts at once: almost all of them. With the queue's general
 * statement, `npm run bench` prints 0.79 instead of 0.82 for a PATCH, and 0.79 instead of 0.85 for an apply. A test checks
 * that both insert the same row. A missing queue yields a null name, which the table rejects, so that no change commits
 * without its job.
 */
const plainJob = statement(`
insert into ${queueSchema}.job_common (name, data, priority, group_id, start_after, created_on, keep_until,
  expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
  heartbeat_seconds)
select q.name, $2::jsonb, $3::int, $4, now(), now(), now() + retention_seconds * interval '1s',
  expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy, dead_letter,
  heartbeat_seconds
from (values (1)) as job left join ${queueSchema}.queue q on q.name = $1
on conflict do nothing`)

/** Returns the statement that inserts a job: our own for a plain job, otherwise the queue's. */
export const jobInsertion = (
  buildInsertion: BuildInsertion,
  queue: QueueSettings,
  data: object,
  options: SendOptions
): Effect.Effect<BoundStatement, SqlError> => {
  const { organization, startAfterSeconds } = options
  const [group, priority] = [String(organization), priorityOf(options)]
  if (startAfterSeconds === undefined) {
    return Effect.succeed(bindStatement(plainJob, [queue.name, JSON.stringify(data), priority, group]))
  }
  const bossOptions: BossOptions = { group: { id: group }, priority, startAfter: startAfterSeconds }
  return Effect.tryPromise({ try: () => buildInsertion(queue, data, bossOptions), catch: queueFailure })
}

/** The request that sent a job. It is stored beside the job's own data, which its schema decodes without it. */
interface JobOrigin {
  readonly request_id?: string
  readonly traceparent?: string
}

/** Returns an effect with the origin for jobs that the running effect sends; null outside a request. */
const makeCurrentOrigin: Effect.Effect<Effect.Effect<JobOrigin | null>> = Effect.map(
  Telemetry,
  ({ traces }) =>
    Effect.gen(function* () {
      const request_id = yield* currentRequestId
      const traceparent = traces === null ? null : yield* currentTraceParent
      if (request_id === null && traceparent === null) return null
      return { ...(request_id !== null && { request_id }), ...(traceparent !== null && { traceparent }) }
    })
)

const originOf = (data: unknown): JobOrigin => {
  const { origin } = Object(data) as { readonly origin?: unknown }
  const { request_id, traceparent } = Object(origin) as Record<string, unknown>
  return {
    ...(typeof request_id === "string" && { request_id }),
    ...(typeof traceparent === "string" && { traceparent })
  }
}

/** Runs an attempt of a job as part of the request that sent it: the same trace, and its id on every log line. */
export const makeAsPartOfOrigin = Effect.map(
  makeInSpan,
  (inSpan) =>
    <A, E>(name: string, data: unknown, work: Effect.Effect<A, E>): Effect.Effect<A, E> => {
      const { request_id, traceparent } = originOf(data)
      const attributes = request_id === undefined ? {} : { "adwarden.request_id": request_id }
      const traced = inSpan(name, work, { kind: "consumer", attributes, parent: parentSpanOf(traceparent) })
      return request_id === undefined ? traced : withRequestId(traced, request_id)
    }
)

/**
 * Inserts jobs in the open transaction, so that a change and its job commit together. Outside a transaction
 * it uses its own.
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
     * Waits until this host's queues exist. Call it before a transaction that sends jobs: if waiting
     * transactions held all connections, none would be left to create a queue.
     */
    readonly ready: Effect.Effect<void, SqlError>
    /**
     * Creates the queue in the background, so that the first sender does not wait; see CreateQueuesEagerly.
     */
    readonly prepare: (queue: QueueSettings) => Effect.Effect<void, never, Scope.Scope>
  }
>() {
  static readonly layer = Layer.scoped(
    Queue,
    Effect.suspend(() => make)
  )
}

/**
 * Whether queues are created ahead, in the background. Hosts enable it, so that no write waits. A short-lived
 * command creates its queues only when it sends a job, which is rare.
 */
export class CreateQueuesEagerly extends Context.Reference<CreateQueuesEagerly>()(
  "@adwarden/CreateQueuesEagerly",
  {
    defaultValue: () => true
  }
) {}

const notifyWorkers = statement(
  `select pg_notify(${notifyChannel}, name) from unnest($1::text[]) as names (name)`
)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const createEagerly = yield* CreateQueuesEagerly
  const currentOrigin = yield* makeCurrentOrigin

  /**
   * The queue sends "begin … commit" in one text. If that fails halfway, the connection would return to the
   * pool inside an aborted transaction, so it is rolled back first.
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
        // Rejects with the original error instead of a fiber failure, so that the database's message is
        // visible.
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

  /** One after the other, so that this uses at most one connection. */
  let lastCreation: Promise<unknown> = Promise.resolve()
  const creations = new Map<string, Promise<void>>()
  const createdQueues = new Set<string>()
  const createQueue = (queue: QueueSettings): Promise<void> => {
    const existing = creations.get(queue.name)
    if (existing !== undefined) return existing
    const next = lastCreation.then(startedBoss, startedBoss).then(async (boss) => {
      await createQueues(boss, [queue])
      // The library reads a queue at its first job, for which no connection may be left inside a transaction.
      await buildInsertion(queue, {}, {})
      createdQueues.add(queue.name)
    })
    next.catch(() => creations.delete(queue.name))
    creations.set(queue.name, next)
    lastCreation = next
    return next
  }

  /** The queue's own statement for inserting a job, to run on another connection. */
  const buildInsertion: BuildInsertion = async (queue, data, options) => {
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
   * Wakes workers on the channel that the queue's own listener uses. It is only a hint: polling finds missed
   * jobs. Announcements of one event-loop turn are combined.
   */
  const announced = new Set<string>()
  const announce = (name: string) => (): void => {
    if (announced.size === 0) {
      setImmediate(() => {
        const names = [...announced]
        announced.clear()
        Effect.runFork(Effect.ignore(statements.read(bindStatement(notifyWorkers, [names]))))
      })
    }
    announced.add(name)
  }

  /** Queues that this host sends to and that do not exist yet. */
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
        Effect.zipRight(currentOrigin),
        Effect.map((origin) => ({ ...encodeStored(definition, data), ...(origin !== null && { origin }) })),
        Effect.flatMap((stored) => jobInsertion(buildInsertion, definition, stored, options)),
        Effect.flatMap(deferStatements),
        Effect.zipRight(
          options.startAfterSeconds === undefined ? afterCommit(announce(definition.name)) : Effect.void
        )
      ),
    // A host can start while its database is unavailable.
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
