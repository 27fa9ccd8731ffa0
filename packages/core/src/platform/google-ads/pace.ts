import { Effect, RateLimiter } from "effect"
import type { GoogleAdsSettings } from "./settings.ts"

export type Pace = "usual" | "planning"

/** Keeps a process within the platform's quota, whatever runs side by side in it. */
export const makePace = (settings: GoogleAdsSettings) =>
  Effect.gen(function* () {
    const limit = (perSecond: number) =>
      RateLimiter.make({ limit: perSecond, interval: "1 second", algorithm: "token-bucket" })
    const usual = yield* limit(settings.requestsPerSecond)
    const planning = yield* limit(settings.planningPerSecond)
    return <A, E, R>(pace: Pace = "usual", effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      usual(pace === "planning" ? planning(effect) : effect)
  })
