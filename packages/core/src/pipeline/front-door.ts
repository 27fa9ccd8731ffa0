import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type { RateLimited, Unauthorized } from "../contract/index.ts"
import { type Actor, actorOf, nobody } from "./audit-event.ts"
import type { Presented, RateLimitState, RequestFacts } from "./call.ts"
import type { Caller } from "./caller.ts"
import { Callers } from "./callers.ts"
import { readCredential } from "./credential.ts"

export type Reception =
  | { readonly caller: Caller; readonly actor: Actor; readonly rateLimit: RateLimitState }
  | {
      readonly turnedAway: Unauthorized | RateLimited
      readonly actor: Actor
      readonly rateLimit: RateLimitState
    }

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

      const turnAway = (refusal: Unauthorized, actor: Actor, facts: RequestFacts) =>
        Effect.map(
          callers.takeForAddress(facts.ip ?? "unknown"),
          ({ limited, rateLimit }): Reception => ({ turnedAway: limited ?? refusal, actor, rateLimit })
        )

      return {
        receive: (presented, facts) => {
          const credential = readCredential(presented)
          if ("_tag" in credential) return turnAway(credential, nobody, facts)
          return Effect.flatMap(callers.recognise(credential, facts.surface), (recognition) => {
            if ("refused" in recognition) return turnAway(recognition.refused, recognition.actor, facts)
            const { caller, limited, rateLimit } = recognition
            const actor = actorOf(caller)
            return Effect.succeed<Reception>(
              limited === null ? { caller, actor, rateLimit } : { turnedAway: limited, actor, rateLimit }
            )
          })
        }
      }
    })
  )
}
