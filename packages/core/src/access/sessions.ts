import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { hashSecret, secretKind } from "./secrets.ts"

/** SQL intervals: a session ends after 12 idle hours, and after a week in any case. */
export const sessionIdle = "interval '12 hours'"
const sessionLifetime = "interval '7 days'"

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
