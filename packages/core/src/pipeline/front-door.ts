import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { RateLimited, Unauthorized } from "../contract/index.ts"
import type { Presented, RateLimitState, RequestFacts } from "./call.ts"
import type { Caller } from "./caller.ts"
import { Callers } from "./callers.ts"
import { readCredential } from "./credential.ts"
import { nobody, type Trace } from "./recognition.ts"

export type Reception =
  | { readonly caller: Caller; readonly trace: Trace; readonly rateLimit: RateLimitState }
  | {
      readonly turnedAway: Unauthorized | RateLimited
      readonly trace: Trace
      readonly rateLimit: RateLimitState
    }

const traceOf = (caller: Caller): Trace =>
  caller.kind === "api_key"
    ? {
        organizationId: caller.organization.id,
        actorType: "api_key",
        email: caller.email,
        keyPrefix: caller.prefix,
        keyLastFour: caller.lastFour
      }
    : { ...nobody, actorType: "user", email: caller.email }

/**
 * The front door: recognises the caller and holds it to its rate. What cannot be recognised counts
 * against its address, so that guessing keys is slow.
 */
export class FrontDoor extends Context.Tag("@adwarden/FrontDoor")<
  FrontDoor,
  { readonly receive: (presented: Presented, facts: RequestFacts) => Effect.Effect<Reception, SqlError> }
>() {
  static readonly layer = Layer.effect(
    FrontDoor,
    Effect.gen(function* () {
      const callers = yield* Callers

      const turnAway = (refusal: Unauthorized, trace: Trace, facts: RequestFacts) =>
        Effect.map(
          callers.takeForAddress(facts.ip ?? "unknown"),
          ({ limited, rateLimit }): Reception => ({ turnedAway: limited ?? refusal, trace, rateLimit })
        )

      return {
        receive: (presented, facts) => {
          const credential = readCredential(presented)
          if ("_tag" in credential) return turnAway(credential, nobody, facts)
          return Effect.flatMap(callers.recognise(credential, facts.surface), (recognition) => {
            if ("refused" in recognition) return turnAway(recognition.refused, recognition.trace, facts)
            const { caller, limited, rateLimit } = recognition
            const trace = traceOf(caller)
            return Effect.succeed<Reception>(
              limited === null ? { caller, trace, rateLimit } : { turnedAway: limited, trace, rateLimit }
            )
          })
        }
      }
    })
  )
}
