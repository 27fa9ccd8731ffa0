import { Duration, Effect, Schedule } from "effect"
import {
  OutcomeUnknown,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  type WriteFailure
} from "../errors.ts"
import { type AttemptFailure, label as platform } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"

type Kind = "read" | "write"

/** Whether a retry is safe: the platform has certainly done nothing, or the request is idempotent. */
const isSafe = (failure: AttemptFailure, kind: Kind): boolean =>
  failure._tag === "RequestNotSent" ||
  failure._tag === "QuotaExceeded" ||
  (failure._tag === "ResponseLost" && kind === "read")

/** The delay that the platform requested. */
const requestedDelayMillis = (failure: AttemptFailure): number =>
  failure._tag === "QuotaExceeded" ? (failure.retryAfterMillis ?? 0) : 0

/** Exponential backoff with 50 % jitter, never shorter than the platform requested. */
const schedule = (
  { firstDelayMillis, longestDelayMillis, retries }: GoogleAdsSettings,
  path: string,
  kind: Kind
) =>
  Schedule.exponential(firstDelayMillis).pipe(
    Schedule.union(Schedule.spaced(longestDelayMillis)),
    Schedule.jitteredWith({ min: 0.5, max: 1.5 }),
    Schedule.intersect(Schedule.recurs(retries)),
    Schedule.zipRight(Schedule.identity<AttemptFailure>()),
    Schedule.whileInput(
      (failure: AttemptFailure) =>
        isSafe(failure, kind) && requestedDelayMillis(failure) <= longestDelayMillis
    ),
    Schedule.modifyDelay((failure, delay) =>
      Duration.sum(delay, Duration.millis(requestedDelayMillis(failure)))
    ),
    Schedule.tapOutput((failure) =>
      Effect.annotateLogs(Effect.logInfo("Google Ads is asked again"), { path, why: failure.message })
    )
  )

const withRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  kind: Kind,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, AttemptFailure> =>
  attempt.pipe(
    // An expired token is refused before anything is done: retry once, at once, with a new one.
    Effect.catchTag("TokenExpired", () => attempt),
    Effect.retry(schedule(settings, path, kind))
  )

const readFailure = (failure: AttemptFailure): ReadFailure => {
  const { message } = failure
  switch (failure._tag) {
    case "RequestNotSent":
      return new PlatformUnreachable({ platform, message })
    case "ResponseLost":
      return new PlatformUnreachable({ platform, message, requestId: failure.requestId })
    case "QuotaExceeded": {
      const { requestId, retryAfterMillis } = failure
      return new PlatformUnreachable({ platform, message, retryAfterMillis, requestId })
    }
    case "TokenExpired":
      return new PlatformRefused({ platform, code: "authenticationError", message })
    default:
      return failure
  }
}

/** Only for a write does a missing response leave open whether it was done. */
const writeFailure = (failure: AttemptFailure): WriteFailure =>
  failure._tag === "ResponseLost"
    ? new OutcomeUnknown({ platform, message: failure.message, requestId: failure.requestId })
    : readFailure(failure)

/** Sends a request with the retries that its failures allow, and returns the final result. */
export const readWithRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, ReadFailure> => Effect.mapError(withRetry(settings, path, "read", attempt), readFailure)

export const writeWithRetry = <A>(
  settings: GoogleAdsSettings,
  path: string,
  attempt: Effect.Effect<A, AttemptFailure>
): Effect.Effect<A, WriteFailure> =>
  Effect.mapError(withRetry(settings, path, "write", attempt), writeFailure)
