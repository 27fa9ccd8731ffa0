import { Duration, Effect, Schedule } from "effect"
import {
  OutcomeUnknown,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  type WriteFailure
} from "../errors.ts"
import type { AttemptFailure } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"

type Kind = "read" | "write"

/** Only where the platform has surely done nothing, or nothing is done by asking twice. */
const isSafe = (failure: AttemptFailure, kind: Kind): boolean =>
  failure._tag === "RequestNotSent" ||
  failure._tag === "QuotaExceeded" ||
  (failure._tag === "ResponseLost" && kind === "read")

/** How long the platform asked to be left alone. */
const requestedDelayMillis = (failure: AttemptFailure): number =>
  failure._tag === "QuotaExceeded" ? (failure.retryAfterMillis ?? 0) : 0

/** Twice as long each time, give or take half, and never sooner than the platform asked. */
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
    // A token that ran out is refused before anything is done: a new one, once, and at once.
    Effect.catchTag("TokenExpired", () => attempt),
    Effect.retry(schedule(settings, path, kind))
  )

const readFailure = (failure: AttemptFailure): ReadFailure => {
  const { message } = failure
  switch (failure._tag) {
    case "RequestNotSent":
      return new PlatformUnreachable({ message })
    case "ResponseLost":
      return new PlatformUnreachable({ message, requestId: failure.requestId })
    case "QuotaExceeded": {
      const { requestId, retryAfterMillis } = failure
      return new PlatformUnreachable({ message, retryAfterMillis, requestId })
    }
    case "TokenExpired":
      return new PlatformRefused({ code: "authenticationError", message })
    default:
      return failure
  }
}

/** Only of a write does a lost answer leave open whether it was done. */
const writeFailure = (failure: AttemptFailure): WriteFailure =>
  failure._tag === "ResponseLost"
    ? new OutcomeUnknown({ message: failure.message, requestId: failure.requestId })
    : readFailure(failure)

/** Sends a request again as often and as late as its failures allow, and then says what became of it. */
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
