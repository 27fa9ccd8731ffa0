import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Callers } from "../access/callers.ts"
import { readCredential } from "../access/credential.ts"
import type { Recognition } from "../access/recognition.ts"
import { addressSubject } from "../access/take-tokens.ts"
import { NotFound, type RateLimited, Unauthorized } from "../contract/index.ts"
import { type Actor, actorOf, nobody, operator } from "../request/audit-event.ts"
import type { Presents, RequestFacts } from "../request/call.ts"
import type { Caller } from "../request/caller.ts"
import type { RateLimitState } from "../request/limits.ts"
import { Settings } from "../settings.ts"

/** How a request was received at the door. */
export interface Reception {
  readonly caller: Caller | null
  readonly actor: Actor
  /** Why nobody was recognised; null also for an operator who names nobody. */
  readonly refusal: Unauthorized | NotFound | null
  readonly rateLimit: RateLimitState
  readonly limited: RateLimited | null
  /** Whose rate it counted against: a credential, a person, an address. */
  readonly subject: string
}

/**
 * The front door: recognises whoever comes and holds them to their rate. What cannot be recognised counts
 * against its address, so that guessing keys is slow.
 */
export class FrontDoor extends Context.Tag("@adwarden/FrontDoor")<
  FrontDoor,
  { readonly receive: (presents: Presents, facts: RequestFacts) => Effect.Effect<Reception, SqlError> }
>() {
  static readonly layer = Layer.effect(
    FrontDoor,
    Effect.gen(function* () {
      const callers = yield* Callers
      const { anonymousRateLimit, rateLimit } = yield* Settings

      const unknown = (refusal: Unauthorized | NotFound, actor: Actor, facts: RequestFacts) => {
        const subject = addressSubject(facts.ip)
        return Effect.map(
          callers.take(subject, anonymousRateLimit),
          (taken): Reception => ({ caller: null, actor, refusal, subject, ...taken })
        )
      }

      const received = (facts: RequestFacts) => (recognition: Recognition) => {
        if ("refused" in recognition) return unknown(recognition.refused, recognition.actor, facts)
        const { caller, limited, rateLimit, subject } = recognition
        const actor = actorOf(caller)
        return Effect.succeed<Reception>({ caller, actor, refusal: null, limited, rateLimit, subject })
      }

      const operators = (person: string | null, facts: RequestFacts) => {
        if (person === null) {
          return Effect.map(
            callers.take("operator", rateLimit),
            (taken): Reception => ({
              caller: null,
              actor: operator,
              refusal: null,
              subject: "operator",
              ...taken
            })
          )
        }
        return Effect.flatMap(callers.byEmail(person), (recognition) => {
          if (!("refused" in recognition)) return received(facts)(recognition)
          const missing = new NotFound({ what: `The person ${person}`, next: "Check the e-mail address." })
          return unknown(missing, operator, facts)
        })
      }

      return {
        receive: (presents, facts) => {
          switch (presents.kind) {
            case "operator":
              return operators(presents.person, facts)
            case "session":
              return presents.token === null
                ? unknown(new Unauthorized({ why: "missing" }), nobody, facts)
                : Effect.flatMap(callers.bySession(presents.token), received(facts))
            case "credential": {
              const credential = readCredential(presents)
              return "_tag" in credential
                ? unknown(credential, nobody, facts)
                : Effect.flatMap(callers.byCredential(credential, facts.surface), received(facts))
            }
          }
        }
      }
    })
  )
}
