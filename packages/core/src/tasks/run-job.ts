import { Cause, Effect } from "effect"
import type { JobResult } from "pg-boss"
import { UnreadableStoredValue } from "../storage/stored-json.ts"
import type { QueuedJob } from "./consume-queue.ts"
import { failureOfDeadLetter } from "./failures.ts"
import type { Consumers, Schedules } from "./registries.ts"

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
export const runJob =
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
export const handleDeadLetter =
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

export const runScheduledJob = ({ name, run }: RegisteredSchedule): Effect.Effect<void, unknown> =>
  run.pipe(
    Effect.tap((result) => Effect.logDebug(`Job ${name} is done`, result)),
    Effect.tapErrorCause((cause) => Effect.logError(`Job ${name} failed`, cause)),
    Effect.withSpan(`job ${name}`),
    Effect.asVoid
  )
