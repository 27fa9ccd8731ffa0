import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { Callers, type Recognition, readCredential } from "../access/callers.ts"
import { suspensionProblem } from "../access/organization-access.ts"
import { addressSubject } from "../access/rate-limiter.ts"
import { NotFound, type OrgAccessDenied, type RateLimited, Unauthorized } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { type Actor, actorOf, anonymousActor, operatorActor } from "../request/clearance.ts"
import type { RateLimitState } from "../request/limits.ts"
import type { CallerCredentials, RequestFacts } from "../request/pipeline-request.ts"
import { Settings } from "../settings.ts"

/** The result of authenticating a request. */
export interface Authentication {
  readonly caller: Caller | null
  readonly actor: Actor
  /** Why no caller was recognised; null also for an operator who names no person. */
  readonly refusal: Unauthorized | NotFound | OrgAccessDenied | null
  readonly rateLimit: RateLimitState
  readonly limited: RateLimited | null
  /** The rate limit's subject: a credential, a person or an IP address. */
  readonly subject: string
}

/**
 * How many public documents an address can read for each other request without a credential. They are fixed texts, and
 * clients read several of them before they can sign in.
 */
const documentsPerRequest = 5

/**
 * Recognises the caller and applies its rate limit. An unrecognised request counts against its IP address,
 * which slows down guessing of keys. Readers of public documents have a bucket of their own, so that reading the
 * documentation locks nobody out.
 */
export class Authenticator extends Context.Tag("@adwarden/Authenticator")<
  Authenticator,
  {
    readonly authenticate: (
      credentials: CallerCredentials,
      facts: RequestFacts
    ) => Effect.Effect<Authentication, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Authenticator,
    Effect.gen(function* () {
      const callers = yield* Callers
      const { anonymousRateLimit, rateLimit } = yield* Settings

      const authenticateAnonymous = (refusal: Unauthorized | NotFound, actor: Actor, facts: RequestFacts) => {
        const subject = addressSubject(facts.ip)
        return Effect.map(
          callers.takeToken(subject, anonymousRateLimit),
          (bucket): Authentication => ({ caller: null, actor, refusal, subject, ...bucket })
        )
      }

      const authenticationOf = (facts: RequestFacts) => (recognition: Recognition) => {
        if ("refused" in recognition)
          return authenticateAnonymous(recognition.refused, recognition.actor, facts)
        const { caller, limited, rateLimit, subject } = recognition
        // A suspended key keeps its own bucket: its retries must not use up that of its address, from which an
        // owner may be signing in.
        const refusal = caller.kind === "api_key" ? suspensionProblem(caller, caller.organization) : null
        return Effect.succeed<Authentication>({
          caller: refusal === null ? caller : null,
          actor: actorOf(caller),
          refusal,
          limited,
          rateLimit,
          subject
        })
      }

      const authenticateReader = (facts: RequestFacts) => {
        const subject = `documents:${addressSubject(facts.ip)}`
        return Effect.map(
          callers.takeToken(subject, documentsPerRequest * anonymousRateLimit),
          (bucket): Authentication => ({
            caller: null,
            actor: anonymousActor,
            refusal: new Unauthorized({ why: "missing" }),
            subject,
            ...bucket
          })
        )
      }

      const authenticateOperator = (person: string | null, facts: RequestFacts) => {
        if (person === null) {
          return Effect.map(
            callers.takeToken("operator", rateLimit),
            (bucket): Authentication => ({
              caller: null,
              actor: operatorActor,
              refusal: null,
              subject: "operator",
              ...bucket
            })
          )
        }
        return Effect.flatMap(callers.byEmail(person), (recognition) => {
          if (!("refused" in recognition)) return authenticationOf(facts)(recognition)
          const missing = new NotFound({ what: `The person ${person}`, next: "Check the email address." })
          return authenticateAnonymous(missing, operatorActor, facts)
        })
      }

      return {
        authenticate: (credentials, facts) => {
          switch (credentials.kind) {
            case "operator":
              return authenticateOperator(credentials.person, facts)
            case "reader":
              return authenticateReader(facts)
            case "session":
              return credentials.token === null
                ? authenticateAnonymous(new Unauthorized({ why: "missing" }), anonymousActor, facts)
                : Effect.flatMap(callers.bySession(credentials.token), authenticationOf(facts))
            case "credential": {
              const credential = readCredential(credentials)
              return "_tag" in credential
                ? authenticateAnonymous(credential, anonymousActor, facts)
                : Effect.flatMap(callers.byCredential(credential, facts.surface), authenticationOf(facts))
            }
          }
        }
      }
    })
  )
}
