import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type Surface, Unauthorized } from "../contract/index.ts"
import { resourceOf } from "../http/index.ts"
import { actorOf } from "../request/audit-event.ts"
import { Settings } from "../settings.ts"
import type { Batch } from "../storage/batch.ts"
import { Statements } from "../storage/index.ts"
import type { Credential } from "./credential.ts"
import { makeKeyUses } from "./key-uses.ts"
import { makeRateLimiter } from "./rate-limiter.ts"
import { makeKeyRecogniser } from "./recognise-keys.ts"
import { makePersonRecogniser, makeSessionRecogniser } from "./recognise-people.ts"
import { makeTokenRecogniser } from "./recognise-tokens.ts"
import type { Recognition } from "./recognition.ts"
import { hashSecretHex } from "./secrets.ts"
import type { RateLimitResult } from "./token-bucket.ts"

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
      const keys = makeKeyRecogniser(statements, settings.rateLimit)
      const tokens = makeTokenRecogniser(statements, settings.rateLimit)
      const sessions = makeSessionRecogniser(statements, settings.rateLimit)
      const people = makePersonRecogniser(statements, settings.rateLimit)
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
