import { Effect } from "effect"
import { counter, histogram, makeInSpan, Telemetry } from "../../telemetry/index.ts"
import type { AttemptFailure } from "./failures.ts"

const platform = "google_ads"
const countCall = counter("adwarden_platform_calls_total")
const countRefusal = counter("adwarden_platform_refusals_total")
const observeDuration = histogram("adwarden_platform_call_duration_seconds")

const outcomes = {
  RequestNotSent: "not_sent",
  ResponseLost: "response_lost",
  QuotaExceeded: "quota_exceeded",
  TokenExpired: "token_expired",
  PlatformRefused: "refused",
  ConnectionBroken: "connection_broken",
  SetupRequired: "setup_required"
} as const satisfies Record<AttemptFailure["_tag"], string>

export type CallKind = "read" | "write"

/** The method at the end of a path, without the ids before it: `googleAds:search`. */
const methodOf = (path: string): string => path.split("/").at(-1)!.replaceAll(/\d+/g, "_")

/** Counts attempts to call Google Ads and runs each in a span, as far as telemetry is on. */
export const makeObserveCall = Effect.gen(function* () {
  const { metrics } = yield* Telemetry
  const inSpan = yield* makeInSpan
  const count = <A>(call: CallKind, attempt: Effect.Effect<A, AttemptFailure>) =>
    Effect.suspend(() => {
      const startedAt = performance.now()
      const finish = (outcome: string) =>
        Effect.sync(() => {
          countCall(platform, call, outcome)
          observeDuration((performance.now() - startedAt) / 1000, platform, call)
        })
      return Effect.tapBoth(attempt, {
        onSuccess: () => finish("ok"),
        onFailure: (failure) => {
          if (failure._tag === "PlatformRefused") countRefusal(platform, failure.code)
          return finish(outcomes[failure._tag])
        }
      })
    })
  return <A>(call: CallKind, path: string, attempt: Effect.Effect<A, AttemptFailure>) =>
    inSpan(`Google Ads ${methodOf(path)}`, metrics ? count(call, attempt) : attempt, {
      kind: "client",
      attributes: { "adwarden.platform": platform, "adwarden.platform.call": call }
    })
})
