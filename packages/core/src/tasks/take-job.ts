import { Cause, Effect } from "effect"
import type { JobResult } from "pg-boss"
import { Unreadable } from "../storage/stored-json.ts"
import { failureOfLostJob } from "./failures.ts"
import type { Consumers, Schedules } from "./registries.ts"
import type { QueuedJob } from "./work-on-queue.ts"

type Consumer = NonNullable<ReturnType<Consumers["Type"]["find"]>>
type Scheduled = NonNullable<ReturnType<Schedules["Type"]["find"]>>

const completed = ({ id }: QueuedJob): JobResult => ({ id, status: "completed" })

/** A job that nobody could ever do is not tried again. It stays among the lost ones, where people can look at it. */
const hopeless = (job: QueuedJob, queue: string, { message }: Unreadable): Effect.Effect<JobResult> =>
  Effect.as(
    Effect.logError(`A job of the queue ${queue} (${job.id}) cannot be read and is given up: ${message}`),
    { id: job.id, status: "deadletter", output: { message } }
  )

const isHopeless = (error: unknown): error is Unreadable => error instanceof Unreadable && !error.newer

/** One try of a job. It fails where another one is due. */
export const takeJob =
  (consumer: Consumer) =>
  (job: QueuedJob): Effect.Effect<JobResult, unknown> =>
    consumer.run(job.data, { job: job.id, last: job.retryCount >= job.retryLimit }).pipe(
      Effect.as(completed(job)),
      Effect.catchIf(isHopeless, (error) => hopeless(job, job.name, error)),
      Effect.tapErrorCause((cause) =>
        Cause.isInterruptedOnly(cause)
          ? Effect.logInfo(`Job ${job.name} was cut off and is handed back`)
          : Effect.logWarning(`Job ${job.name} failed on try ${job.retryCount + 1}`, cause)
      ),
      Effect.withSpan(`job ${job.name}`)
    )

/** What its consumer does about a job that is lost for good. */
export const takeLostJob =
  (consumers: ReturnType<Consumers["Type"]["all"]>) =>
  (job: QueuedJob): Effect.Effect<JobResult, unknown> => {
    const queue = job.sourceName ?? "unknown"
    const consumer = consumers.get(queue)
    if (consumer === undefined) {
      const message = "this version of the service has no such queue"
      return hopeless(job, queue, new Unreadable({ message, newer: true }))
    }
    return consumer.lost(job.data, failureOfLostJob(job.sourceOutput), job.sourceId ?? job.id).pipe(
      Effect.as(completed(job)),
      Effect.catchIf(isHopeless, (error) => hopeless(job, queue, error)),
      Effect.tapErrorCause((cause) => Effect.logWarning(`A lost job of ${queue} could not be told`, cause)),
      Effect.withSpan(`lost job of ${queue}`)
    )
  }

export const scheduledRun = ({ name, run }: Scheduled): Effect.Effect<void, unknown> =>
  run.pipe(
    Effect.tap((result) => Effect.logDebug(`Job ${name} is done`, result)),
    Effect.tapErrorCause((cause) => Effect.logError(`Job ${name} failed`, cause)),
    Effect.withSpan(`job ${name}`),
    Effect.asVoid
  )
