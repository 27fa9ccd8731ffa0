import { Cause, Effect, type Exit } from "effect"
import { counter, histogram, Telemetry } from "../telemetry/index.ts"

const countJob = counter("adwarden_jobs_total")
const observeDuration = histogram("adwarden_job_duration_seconds")

const outcomeOf = (exit: Exit.Exit<unknown, unknown>): string =>
  exit._tag === "Success" ? "completed" : Cause.isInterruptedOnly(exit.cause) ? "interrupted" : "failed"

/** Counts attempts of jobs by queue and outcome, if metrics are on. */
export const makeObserveJob = Effect.map(
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
