import { Effect, Random } from "effect"
import { OutcomeUnknown, PlatformRefused, PlatformUnreachable, type WriteFailure } from "../errors.ts"
import type { TryFailure } from "./failures.ts"
import type { GoogleAdsSettings } from "./settings.ts"

type Kind = "read" | "write"
type Told<K extends Kind> = K extends "read" ? Exclude<WriteFailure, OutcomeUnknown> : WriteFailure

/** Only where the platform has surely done nothing, or nothing is done by asking twice. */
const isSafe = (failure: TryFailure, kind: Kind): boolean =>
  failure._tag === "NeverSent" ||
  failure._tag === "QuotaSpent" ||
  (failure._tag === "AnswerLost" && kind === "read")

/** Sends a request again as often and as late as its failures allow, and then says what became of it. */
export const patiently = <A, K extends Kind>(
  settings: GoogleAdsSettings,
  path: string,
  kind: K,
  once: Effect.Effect<A, TryFailure>
): Effect.Effect<A, Told<K>> => {
  const from = (tries: number, refreshed: boolean): Effect.Effect<A, Told<K>> =>
    Effect.catchAll(once, (failure) => {
      // A token that ran out is refused before anything is done: a new one, once, and at once.
      if (failure._tag === "TokenStale" && !refreshed) return from(tries, true)
      const asked = failure._tag === "QuotaSpent" ? failure.retryAfterMillis : undefined
      if (!isSafe(failure, kind) || tries >= settings.retries || (asked ?? 0) > settings.longestDelayMillis) {
        return Effect.fail(told(failure, kind))
      }
      return Effect.gen(function* () {
        const delay = yield* delayOf(settings, tries, asked)
        yield* Effect.logInfo("Google Ads is asked again").pipe(
          Effect.annotateLogs({ path, delay, why: failure.message })
        )
        yield* Effect.sleep(delay)
        return yield* from(tries + 1, refreshed)
      })
    })
  return from(0, false)
}

/** Twice as long each time, give or take half, and never sooner than the platform asked. */
const delayOf = (settings: GoogleAdsSettings, tries: number, asked = 0) =>
  Effect.map(Random.nextRange(0.5, 1.5), (jitter) => {
    const own = Math.min(settings.firstDelayMillis * 2 ** tries, settings.longestDelayMillis)
    return Math.round(Math.max(asked, 0) + own * jitter)
  })

const told = <K extends Kind>(failure: TryFailure, kind: K): Told<K> => {
  const told = (): WriteFailure => {
    const { message } = failure
    switch (failure._tag) {
      case "AnswerLost":
        return kind === "write"
          ? new OutcomeUnknown({ message, requestId: failure.requestId })
          : new PlatformUnreachable({ message, requestId: failure.requestId })
      case "NeverSent":
        return new PlatformUnreachable({ message })
      case "QuotaSpent":
        return new PlatformUnreachable({
          message,
          retryAfterMillis: failure.retryAfterMillis,
          requestId: failure.requestId
        })
      case "TokenStale":
        return new PlatformRefused({ code: "authenticationError", message })
      default:
        return failure
    }
  }
  return told() as Told<K>
}
