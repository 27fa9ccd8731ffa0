import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Scope } from "effect"
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
import { actorOf } from "../request/clearance.ts"
import { Settings } from "../settings.ts"
import type { Batch } from "../storage/batch.ts"
import { bindStatement, Statements, type StatementsShape, statement } from "../storage/index.ts"
import { makeRateLimiter, type RateLimitResult } from "./rate-limiter.ts"
import { makeRecognisers, type Recognition } from "./recognise.ts"
import { hashSecretHex } from "./secrets.ts"

/** The precision of "last used": a key writes at most one row a minute, however busy it is. */
const minIntervalMillis = 60_000
/** Uses within this interval share a statement. */
const flushInterval = "2 seconds"
const maxRemembered = 50_000

/** Another host can have written it within the same minute. */
const upsertUses = statement(`
insert into api_key_uses as u (organization_id, key_id, last_used_at)
select organization_id, key_id, now() from unnest($1::bigint[], $2::bigint[]) as used (organization_id, key_id)
on conflict (organization_id, key_id) do update set last_used_at = excluded.last_used_at
where u.last_used_at <= excluded.last_used_at - interval '1 minute'`)

export interface KeyUses {
  /** Records that a key was used, without waiting. */
  readonly record: (organization: number, key: number) => void
}

/**
 * Records when keys were last used, in batches and outside the requests. No request waits for it, and a
 * database outage loses at most the latest use.
 */
export const makeKeyUses = (statements: StatementsShape): Effect.Effect<KeyUses, never, Scope.Scope> =>
  Effect.gen(function* () {
    const recordedAt = new Map<number, number>()
    let pending = new Map<number, number>()
    const latch = yield* Effect.makeLatch()

    const flush = Effect.suspend(() => {
      const uses = pending
      pending = new Map()
      latch.unsafeClose()
      if (uses.size === 0) return Effect.void
      return Effect.ignore(statements.read(bindStatement(upsertUses, [[...uses.values()], [...uses.keys()]])))
    })
    yield* Effect.forkScoped(
      Effect.forever(latch.await.pipe(Effect.zipRight(Effect.sleep(flushInterval)), Effect.zipRight(flush)))
    )
    yield* Effect.addFinalizer(() =>
      pending.size === 0 ? Effect.void : Effect.timeoutOption(flush, "1 second")
    )
    return {
      record: (organization, key) => {
        const now = performance.now()
        const before = recordedAt.get(key)
        if (before !== undefined && now - before < minIntervalMillis) return
        if (recordedAt.size >= maxRemembered) recordedAt.clear()
        recordedAt.set(key, now)
        pending.set(key, organization)
        latch.unsafeOpen()
      }
    }
  })

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
