import { Duration, Effect, Schedule } from "effect"
import {
  OutcomeUnknown,
  PlatformRefused,
  PlatformUnreachable,
  type ReadFailure,
  type WriteFailure
} from "../errors.ts"
import type { TryFailure } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"

type Kind = "read" | "write"

/** Only where the platform has surely done nothing, or nothing is done by asking twice. */
const isSafe = (failure: TryFailure, kind: Kind): boolean =>
  failure._tag === "NeverSent" ||
  failure._tag === "QuotaSpent" ||
  (failure._tag === "AnswerLost" && kind === "read")

/** How long the platform asked to be left alone. */
const askedMillis = (failure: TryFailure): number =>
  failure._tag === "QuotaSpent" ? (failure.retryAfterMillis ?? 0) : 0

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
    Schedule.zipRight(Schedule.identity<TryFailure>()),
    Schedule.whileInput(
      (failure: TryFailure) => isSafe(failure, kind) && askedMillis(failure) <= longestDelayMillis
    ),
    Schedule.modifyDelay((failure, own) => Duration.sum(own, Duration.millis(askedMillis(failure)))),
    Schedule.tapOutput((failure) =>
      Effect.annotateLogs(Effect.logInfo("Google Ads is asked again"), { path, why: failure.message })
    )
  )

const retrying = <A>(
  settings: GoogleAdsSettings,
  path: string,
  kind: Kind,
  once: Effect.Effect<A, TryFailure>
): Effect.Effect<A, TryFailure> =>
  once.pipe(
    // A token that ran out is refused before anything is done: a new one, once, and at once.
    Effect.catchTag("TokenStale", () => once),
    Effect.retry(schedule(settings, path, kind))
  )

const readFailure = (failure: TryFailure): ReadFailure => {
  const { message } = failure
  switch (failure._tag) {
    case "NeverSent":
      return new PlatformUnreachable({ message })
    case "AnswerLost":
      return new PlatformUnreachable({ message, requestId: failure.requestId })
    case "QuotaSpent": {
      const { requestId, retryAfterMillis } = failure
      return new PlatformUnreachable({ message, retryAfterMillis, requestId })
    }
    case "TokenStale":
      return new PlatformRefused({ code: "authenticationError", message })
    default:
      return failure
  }
}

/** Only of a write does a lost answer leave open whether it was done. */
const writeFailure = (failure: TryFailure): WriteFailure =>
  failure._tag === "AnswerLost"
    ? new OutcomeUnknown({ message: failure.message, requestId: failure.requestId })
    : readFailure(failure)

/** Sends a request again as often and as late as its failures allow, and then says what became of it. */
export const readPatiently = <A>(
  settings: GoogleAdsSettings,
  path: string,
  once: Effect.Effect<A, TryFailure>
): Effect.Effect<A, ReadFailure> => Effect.mapError(retrying(settings, path, "read", once), readFailure)

export const writePatiently = <A>(
  settings: GoogleAdsSettings,
  path: string,
  once: Effect.Effect<A, TryFailure>
): Effect.Effect<A, WriteFailure> => Effect.mapError(retrying(settings, path, "write", once), writeFailure)
