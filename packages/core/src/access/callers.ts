import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import {
  accessTokenPrefix,
  isWellFormedAccessToken,
  isWellFormedKey,
  livePrefix,
  type Surface,
  Unauthorized
} from "../contract/index.ts"
import { resourceOf } from "../http/index.ts"
import type { PresentedCredential } from "../http/request-facts.ts"
import { actorOf } from "../request/audit-event.ts"
import { Settings } from "../settings.ts"
import type { Batch } from "../storage/batch.ts"
import { Statements } from "../storage/index.ts"
import { makeKeyUses } from "./key-uses.ts"
import { makeRateLimiter, type RateLimitResult } from "./rate-limiter.ts"
import { makeRecognisers, type Recognition } from "./recognise.ts"
import { hashSecretHex } from "./secrets.ts"

type Credential = { readonly kind: "api_key" | "access_token"; readonly secret: string }

const bearer = /^bearer +(\S+) *$/i
const queryNames = new Set(["access_token", "token", "api_key", "apikey", "key", "authorization", "bearer"])

const inQuery = (query: PresentedCredential["query"]): boolean => {
  for (const [name, value] of query) {
    if (queryNames.has(name.toLowerCase()) || value.includes(livePrefix) || value.includes(accessTokenPrefix))
      return true
  }
  return false
}

/**
 * Determines the kind of a credential without a database query. Text that cannot be a credential is rejected
 * here.
 */
export const readCredential = (presented: Omit<PresentedCredential, "kind">): Credential | Unauthorized => {
  if (inQuery(presented.query)) return new Unauthorized({ why: "in_query" })
  if (presented.authorization === null) return new Unauthorized({ why: "missing" })
  const secret = bearer.exec(presented.authorization)?.[1] ?? ""
  if (isWellFormedKey(secret)) return { kind: "api_key", secret }
  if (isWellFormedAccessToken(secret)) return { kind: "access_token", secret }
  return new Unauthorized({ why: "malformed" })
}

type Recognised = Effect.Effect<Recognition, SqlError>

/** Recognises callers and applies their rate limits. */
export class Callers extends Context.Tag("@adwarden/Callers")<
  Callers,
  {
    readonly byCredential: (credential: Credential, surface: Surface) => Recognised
    readonly bySession: (token: string) => Recognised
    readonly byEmail: (email: string) => Recognised
    /** Takes a token from the named bucket. The limit applies per minute unless `seconds` is given. */
    readonly takeToken: (
      subject: string,
      limit: number,
      seconds?: number
    ) => Effect.Effect<RateLimitResult, SqlError>
  }
>() {
  static readonly layer = Layer.scoped(
    Callers,
    Effect.gen(function* () {
      const statements = yield* Statements
      const settings = yield* Settings
      const { keys, people, sessions, tokens } = makeRecognisers(statements, settings.rateLimit)
      const uses = yield* makeKeyUses(statements)
      const rateLimiters = new Map<string, Batch<string, RateLimitResult, SqlError>>()
      const audiences: Partial<Record<Surface, string>> = {
        rest: resourceOf(settings, "rest"),
        mcp: resourceOf(settings, "mcp")
      }

      /** Rejects a token that was issued for another surface. */
      const checkAudience =
        (surface: Surface) =>
        (recognition: Recognition): Recognition =>
          "refused" in recognition || recognition.audience === audiences[surface]
            ? recognition
            : { refused: new Unauthorized({ why: "wrong_audience" }), actor: actorOf(recognition.caller) }

      const noteKeyUse = (recognition: Recognition): Recognition => {
        if ("caller" in recognition && recognition.caller.kind === "api_key") {
          uses.record(recognition.caller.organization.id, recognition.caller.keyId)
        }
        return recognition
      }

      return {
        byCredential: ({ kind, secret }, surface) =>
          kind === "api_key"
            ? Effect.map(keys.add(hashSecretHex(secret)), noteKeyUse)
            : Effect.map(tokens.add(hashSecretHex(secret)), checkAudience(surface)),
        bySession: (token) => sessions.add(hashSecretHex(token)),
        byEmail: (email) => people.add(email.toLowerCase()),
        takeToken: (subject, limit, seconds = 60) => {
          const size = `${limit}/${seconds}`
          const rateLimiter = rateLimiters.get(size) ?? makeRateLimiter(statements, limit, seconds)
          rateLimiters.set(size, rateLimiter)
          return rateLimiter.add(subject)
        }
      }
    })
  )
}
