import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { limits, type ServiceError, ValidationError } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { purgeExpired } from "../storage/index.ts"
import { endIdleConnections } from "./oauth/issue.ts"
import { hashSecret, secretKind } from "./secrets.ts"

/** The form field with which people confirm who they are. Problems name it as their path. */
export const confirmationField = "confirmation"

/** SQL: how long a sign-in or a confirmation counts for its session. */
export const confirmationPeriod = "interval '10 minutes'"

export const confirmationError = (message: string): ValidationError =>
  new ValidationError({ fields: [{ path: confirmationField, message }] })

/** Whether an error only asks the person to confirm who they are. */
export const isConfirmationError = (error: ServiceError): boolean =>
  error._tag === "validation_error" && error.fields.some(({ path }) => path === confirmationField)

/**
 * Returns the error of a person who neither signed in nor confirmed their password in this session lately, or
 * null. Operators act on the service's own machine and count as confirmed.
 */
export const confirmationProblem = (caller: Caller): ValidationError | null =>
  caller.kind === "person" && !caller.confirmed
    ? confirmationError("this needs a recent confirmation: enter your password again")
    : null

/** SQL intervals: a session ends after 12 idle hours, and after a week in any case. */
export const sessionIdle = "interval '12 hours'"
const sessionLifetime = `interval '${limits.sessionDays} days'`

const tokens = secretKind("svc_ds_")
export const isSessionToken = tokens.is

/** The origin of a sign-in, for the person to recognise. */
export interface SignInOrigin {
  readonly ip: string | null
  readonly userAgent: string | null
}

/** A session as its person sees it. */
export interface SessionRow extends SignInOrigin {
  /** Identifies it without revealing its token or the stored hash. */
  readonly id: string
  readonly current: boolean
  readonly createdAt: string
  readonly lastSeenAt: string
}

/** SQL: the visible id of a session. */
const visibleId = "left(encode(sha256(token_hash), 'hex'), 24)"
const isLive = `ended_at is null and expires_at > now() and last_seen_at > now() - ${sessionIdle}`

/** How long an IP address counts as known after a sign-in from it. */
const knownAddressPeriod = "interval '90 days'"

export interface SessionsShape {
  /** Opens a session with a new token. A token that the browser sent is never reused. */
  readonly open: (user: number, from: SignInOrigin) => Effect.Effect<string, SqlError>
  /** Whether the person with this email address signed in from the IP address lately. */
  readonly isKnownAddress: (email: string, ip: string) => Effect.Effect<boolean, SqlError>
  /** Records that the person of a session confirmed who they are. */
  readonly confirm: (token: string) => Effect.Effect<void, SqlError>
  readonly end: (token: string) => Effect.Effect<void, SqlError>
  /** Lists the sessions of a person that can still be used, the newest first. */
  readonly list: (user: number, current: string | null) => Effect.Effect<ReadonlyArray<SessionRow>, SqlError>
  /** Ends one session of a person by its id. Returns whether there was one. */
  readonly endById: (user: number, id: string) => Effect.Effect<boolean, SqlError>
  /** Ends all sessions of a person, optionally except the current one. */
  readonly endAll: (user: number, except?: string | null) => Effect.Effect<void, SqlError>
}

const make: Effect.Effect<SessionsShape, never, SqlClient.SqlClient> = Effect.map(
  SqlClient.SqlClient,
  (sql) => ({
    open: (user, { ip, userAgent }) => {
      const token = tokens.make()
      return sql`insert into dashboard_sessions (token_hash, user_id, expires_at, ip, user_agent)
        values (${hashSecret(token)}, ${user}, now() + ${sql.literal(sessionLifetime)}, ${ip}, ${userAgent})`.pipe(
        Effect.as(token),
        Effect.withSpan("Sessions.open")
      )
    },
    isKnownAddress: (email, ip) =>
      Effect.map(
        sql`select 1 from dashboard_sessions s join users u on u.id = s.user_id
          where lower(u.email) = lower(${email}) and s.ip = ${ip}
            and s.created_at > now() - ${sql.literal(knownAddressPeriod)} limit 1`,
        (rows) => rows.length > 0
      ),
    confirm: (token) =>
      Effect.asVoid(sql`update dashboard_sessions set confirmed_at = now()
        where token_hash = ${hashSecret(token)} and ended_at is null`),
    end: (token) =>
      sql`update dashboard_sessions set ended_at = now()
        where token_hash = ${hashSecret(token)} and ended_at is null`.pipe(
        Effect.asVoid,
        Effect.withSpan("Sessions.end")
      ),
    list: (user, current) =>
      sql<SessionRow>`select ${sql.literal(visibleId)} as id, token_hash = ${current === null ? null : hashSecret(current)} as current,
          created_at as "createdAt", last_seen_at as "lastSeenAt", ip, user_agent as "userAgent"
        from dashboard_sessions where user_id = ${user} and ${sql.literal(isLive)}
        order by last_seen_at desc`,
    endById: (user, id) =>
      Effect.map(
        sql`update dashboard_sessions set ended_at = now()
          where user_id = ${user} and ended_at is null and ${sql.literal(visibleId)} = ${id} returning 1`,
        (rows) => rows.length > 0
      ),
    endAll: (user, except = null) =>
      sql`update dashboard_sessions set ended_at = now()
        where user_id = ${user} and ended_at is null
          and token_hash is distinct from ${except === null ? null : hashSecret(except)}`.pipe(
        Effect.asVoid,
        Effect.withSpan("Sessions.endAll")
      )
  })
)

/** Sessions of signed-in people. Only the SHA-256 of their tokens is stored. */
export class Sessions extends Context.Tag("@adwarden/Sessions")<Sessions, SessionsShape>() {
  static readonly layer: Layer.Layer<Sessions, never, SqlClient.SqlClient> = Layer.effect(Sessions, make)
}

const sessionEnded = (table: string): string =>
  `not exists (select 1 from oauth_sessions s where s.id = ${table}.session_id and s.ended_at is null)`

/** Deletes sessions, links, tokens and clients that nothing needs any more, and ends idle connections. */
export const purgeAccess = purgeExpired({
  // An hour after its last use, a bucket is full again and equals a missing one.
  rate_limits: "refreshed_at < now() - interval '1 hour'",
  // Past sessions show for a while from which IP addresses a person signs in.
  dashboard_sessions: "expires_at < now() - interval '90 days'",
  sign_in_challenges: "expires_at < now() - interval '1 day'",
  mailed_links: "expires_at < now() - interval '1 day'",
  oauth_access_tokens: "expires_at < now() - interval '1 day'",
  // While a session lives, each of its codes and tokens must be recognised if it is presented again.
  oauth_authorization_codes: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_authorization_codes")}`,
  oauth_refresh_tokens: `expires_at < now() - interval '1 day' and ${sessionEnded("oauth_refresh_tokens")}`,
  oauth_client_document_failures: "retry_at < now()",
  // Clients that nobody connected. They can register, or be fetched, again.
  oauth_clients: `created_at < now() - interval '30 days' and coalesce(fresh_until, now()) <= now()
    and not exists (select 1 from oauth_connections c where c.client_id = oauth_clients.id)`
}).pipe(Effect.zipLeft(endIdleConnections))
