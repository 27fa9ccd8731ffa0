import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, type Exit, Layer, Runtime, Schedule } from "effect"
import type { JobResult, JobWithMetadata, PgBoss, WorkOptions } from "pg-boss"
import { UnreadableStoredValue } from "../storage/stored-json.ts"
import { counter, histogram, Telemetry } from "../telemetry/index.ts"
import { failureOfDeadLetter } from "./failures.ts"
import { makeAsPartOfOrigin, priorities } from "./queue.ts"
import { createMissing, createQueues, deadLetterQueue } from "./queue-definition.ts"
import { queueFailure, startQueue } from "./queue-schema.ts"
import { Consumers, Schedules } from "./registries.ts"

const countJob = counter("adwarden_jobs_total")
const observeDuration = histogram("adwarden_job_duration_seconds")

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string =>
  exit._tag === "Success" ? "completed" : Cause.isInterruptedOnly(exit.cause) ? "interrupted" : "failed"

/** Counts attempts of jobs by queue and outcome, if metrics are on. */
const makeObserveJob = Effect.map(
  Telemetry,
  ({ metrics }) =>
    <A, E>(queue: string, work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      metrics
        ? Effect.suspend(() => {
            const startedAt = performance.now()
            return Effect.onExit(work, (exit) =>
              Effect.sync(() => {
                countJob(queue, outcomeOf(exit))
                observeDuration((performance.now() - startedAt) / 1000, queue)
              })
            )
          })
        : work
)

export type QueuedJob = JobWithMetadata<object>

interface QueueConsumer {
  readonly name: string
  readonly runJob: (job: QueuedJob) => Effect.Effect<JobResult, unknown>
}

/** The additional slots per queue that are reserved for jobs that stop spend. */
const urgentSlots = 2

/**
 * Consumes a queue's jobs with limited concurrency. An organization gets at most a quarter of the slots, so
 * that a long backlog leaves room for others. Jobs that stop spend go first and have reserved slots. They
 * start right away even if their organization has used up its share. Returns a function that polls for
 * unannounced jobs.
 */
const consumeQueue = async (
  boss: PgBoss,
  runtime: Runtime.Runtime<never>,
  { name, runJob }: QueueConsumer,
  { pollSeconds, slots }: { readonly slots: number; readonly pollSeconds: number }
): Promise<() => void> => {
  const run = (job: QueuedJob): Promise<JobResult> =>
    // The queue reclaims a job from a worker that stops or seems dead; the signal then interrupts it.
    Runtime.runPromise(runtime)(runJob(job), { signal: job.signal })
  const organizationSlots = Math.max(1, Math.floor(slots / 4))
  // Slots are woken when there is work; this interval covers missed wake-ups.
  const fallbackPollSeconds = Math.max(30, pollSeconds)
  const base = {
    pollingIntervalSeconds: fallbackPollSeconds,
    notifyPollingIntervalSeconds: fallbackPollSeconds,
    batchSize: 1,
    includeMetadata: true,
    perJobResults: true
  } as const
  const ordinary = { ...base, localConcurrency: organizationSlots, localGroupConcurrency: organizationSlots }
  const urgent = { ...base, localConcurrency: 1, minPriority: priorities.stopsSpend }
  const wakeOrdinary = await startSlots(boss, name, Math.ceil(slots / organizationSlots), run, ordinary)
  const wakeUrgent = await startSlots(boss, name, urgentSlots, run, urgent)
  return () => {
    wakeOrdinary()
    wakeUrgent()
  }
}

interface SlotOptions extends WorkOptions {
  readonly includeMetadata: true
  readonly perJobResults: true
  readonly localConcurrency: number
}

/**
 * Slots come in groups, because the queue requires a group of the size of one organization's share. A slot
 * has one job at a time. By default it would pause before its next poll. Here it polls again right after a
 * job and wakes a free slot, because there can be more jobs.
 */
const startSlots = async (
  boss: PgBoss,
  name: string,
  count: number,
  run: (job: QueuedJob) => Promise<JobResult>,
  options: SlotOptions
): Promise<() => void> => {
  const groups = Array.from({ length: count }, () => ({ slots: [] as ReadonlyArray<string>, busy: 0 }))
  const wake = (group: (typeof groups)[number]) => {
    for (const slot of group.slots) boss.notifyWorker(slot)
  }
  const wakeOne = () => {
    const free = groups.find(({ busy, slots }) => busy < slots.length)
    if (free !== undefined) wake(free)
  }
  for (const group of groups) {
    const id = await boss.work<object, void, SlotOptions>(name, options, async ([job]) => {
      if (job === undefined) return []
      group.busy++
      wakeOne()
      try {
        return [await run(job)]
      } finally {
        group.busy--
        wake(group)
      }
    })
    group.slots = boss
      .getWipData()
      .filter(({ workId }) => workId === id)
      .map((slot) => slot.id)
  }
  return wakeOne
}

type Consumer = NonNullable<ReturnType<Consumers["Type"]["find"]>>
type RegisteredSchedule = NonNullable<ReturnType<Schedules["Type"]["find"]>>

const completed = ({ id }: QueuedJob): JobResult => ({ id, status: "completed" })

/** A job that can never succeed is not retried. It becomes a dead letter, which operators can inspect. */
const moveToDeadLetters = (
  job: QueuedJob,
  queue: string,
  { message }: UnreadableStoredValue
): Effect.Effect<JobResult> =>
  Effect.as(
    Effect.logError(`A job of the queue ${queue} (${job.id}) cannot be read and is given up: ${message}`),
    { id: job.id, status: "deadletter", output: { message } }
  )

const isPermanentlyUnreadable = (error: unknown): error is UnreadableStoredValue =>
  error instanceof UnreadableStoredValue && !error.newer

/** Runs one attempt of a job. Fails if another attempt is due. */
const runJob =
  (consumer: Consumer) =>
  (job: QueuedJob): Effect.Effect<JobResult, unknown> =>
    consumer.run(job.data, { job: job.id, isLast: job.retryCount >= job.retryLimit }).pipe(
      Effect.as(completed(job)),
      Effect.catchIf(isPermanentlyUnreadable, (error) => moveToDeadLetters(job, job.name, error)),
      Effect.tapErrorCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.logInfo(`Job ${job.name} was cut off and is handed back`)
          : Effect.logWarning(`Job ${job.name} failed on try ${job.retryCount + 1}`, cause)
      )
    )

/** Runs the consumer's handler for a dead-letter job. */
const handleDeadLetter =
  (consumers: ReturnType<Consumers["Type"]["all"]>) =>
  (job: QueuedJob): Effect.Effect<JobResult, unknown> => {
    const queue = job.sourceName ?? "unknown"
    const consumer = consumers.get(queue)
    if (consumer === undefined) {
      const message = "this version of the service has no such queue"
      return moveToDeadLetters(job, queue, new UnreadableStoredValue({ message, newer: true }))
    }
    return consumer
      .onDeadLetter(job.data, failureOfDeadLetter(job.sourceOutput), job.sourceId ?? job.id)
      .pipe(
        Effect.as(completed(job)),
        Effect.catchIf(isPermanentlyUnreadable, (error) => moveToDeadLetters(job, queue, error)),
        Effect.tapErrorCause((cause) => Effect.logWarning(`A lost job of ${queue} could not be told`, cause)),
        Effect.withSpan(`lost job of ${queue}`)
      )
  }

const runScheduledJob = ({ name, run }: RegisteredSchedule): Effect.Effect<void, unknown> =>
  run.pipe(
    Effect.tap((result) => Effect.logDebug(`Job ${name} is done`, result)),
    Effect.tapErrorCause((cause) => Effect.logError(`Job ${name} failed`, cause)),
    Effect.withSpan(`job ${name}`),
    Effect.asVoid
  )

export interface WorkerOptions {
  /** How long a stop waits for the jobs in progress. */
  readonly stopTimeoutMillis?: number
  /** How often to check for jobs whose worker has died. */
  readonly superviseSeconds?: number
  /** How often to poll for unannounced jobs, such as delayed retries. */
  readonly pollSeconds?: number
  /** Concurrent jobs per queue; one organization gets a quarter of them. */
  readonly concurrency?: number
  /** The URL of the server itself, if the worker's is a pooler's: LISTEN needs a session. */
  readonly directUrl?: string
  /** False for a worker that only works off jobs, beside workers that run the schedules. */
  readonly schedules?: boolean
}

/** Connections of the queue itself. Jobs use those of the service. */
const maxConnections = 6

const start = (
  url: string,
  superviseSeconds: number,
  concurrency: number,
  { directUrl, schedules }: WorkerOptions
): Effect.Effect<PgBoss, SqlError> =>
  Effect.tryPromise({
    try: () =>
      startQueue(
        {
          connectionString: url,
          application_name: "adwarden worker",
          max: Math.min(maxConnections, 2 * concurrency),
          useListenNotify: true,
          schedule: schedules !== false,
          superviseIntervalSeconds: superviseSeconds,
          monitorIntervalSeconds: superviseSeconds,
          connectionTimeoutMillis: 5000
        },
        directUrl
      ),
    catch: queueFailure
  })

/** One job at a time across all workers; finished jobs are deleted soon. */
const cronQueue = {
  policy: "singleton",
  retryLimit: 2,
  retryBackoff: true,
  expireInSeconds: 300,
  deleteAfterSeconds: 3600,
  retentionSeconds: 3600
} as const

/**
 * Schedules of earlier releases. They are listed, because an unknown schedule may belong to a later release that runs
 * beside this one.
 */
const retiredSchedules = ["approval-notices"]

const make = (url: string, options: WorkerOptions) =>
  Effect.gen(function* () {
    const { concurrency = 8, pollSeconds = 2, stopTimeoutMillis = 10_000, superviseSeconds = 10 } = options
    const runtime = yield* Effect.runtime()
    const asPartOfOrigin = yield* makeAsPartOfOrigin
    const observe = yield* makeObserveJob
    const consumers = (yield* Consumers).all()
    const schedules = options.schedules === false ? [] : [...(yield* Schedules).all().values()]
    const boss = yield* Effect.acquireRelease(start(url, superviseSeconds, concurrency, options), (boss) =>
      Effect.promise(() => boss.stop({ graceful: true, timeout: stopTimeoutMillis }).catch(() => {}))
    )
    boss.on("error", (error) =>
      Runtime.runFork(runtime)(Effect.logWarning("The job queue reported an error", error))
    )
    const queues: ReadonlyArray<QueueConsumer> = [
      ...[...consumers].map(([name, consumer]) => {
        const run = runJob(consumer)
        const observed = (job: QueuedJob) => observe(name, asPartOfOrigin(`job ${name}`, job.data, run(job)))
        return { name, runJob: observed }
      }),
      { name: deadLetterQueue.name, runJob: handleDeadLetter(consumers) }
    ]
    const wakers = yield* Effect.tryPromise({
      try: async () => {
        await createQueues(
          boss,
          [...consumers.values()].map(({ queue }) => queue)
        )
        const wakers = await Promise.all(
          queues.map((queue) => consumeQueue(boss, runtime, queue, { slots: concurrency, pollSeconds }))
        )
        await createMissing(
          boss,
          schedules.map(({ name }) => ({ name, options: cronQueue }))
        )
        for (const name of retiredSchedules) await boss.unschedule(name)
        for (const schedule of schedules) {
          await boss.work(schedule.name, () =>
            Runtime.runPromise(runtime)(observe(schedule.name, runScheduledJob(schedule)))
          )
          await boss.schedule(schedule.name, schedule.cron)
          // The queue of an earlier release expires its jobs sooner.
          const { expireInSeconds } = schedule
          if (expireInSeconds !== undefined) await boss.updateQueue(schedule.name, { expireInSeconds })
        }
        return wakers
      },
      catch: queueFailure
    })
    // New jobs are announced; this poll finds delayed retries.
    yield* Effect.sync(() => {
      for (const wake of wakers) wake()
    }).pipe(Effect.schedule(Schedule.spaced(pollSeconds * 1000)), Effect.forkScoped)
    return { jobs: [...schedules, ...queues].map(({ name }) => name).toSorted() }
  })

/** Background work on pg-boss. Any number of workers can share it. It runs until its scope closes. */
export class Worker extends Context.Tag("@adwarden/Worker")<
  Worker,
  { readonly jobs: ReadonlyArray<string> }
>() {
  static readonly layer = (
    url: string,
    options: WorkerOptions = {}
  ): Layer.Layer<Worker, SqlError, Consumers | Schedules> => Layer.scoped(Worker, make(url, options))
}
