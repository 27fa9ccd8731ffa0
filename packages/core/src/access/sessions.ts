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

/** How long an IP address counts as known after a sign-in from it. */
const knownAddressPeriod = "interval '90 days'"

export interface SessionsShape {
  /** Opens a session with a new token. A token that the browser sent is never reused. */
  readonly open: (user: number, from: SignInOrigin) => Effect.Effect<string, SqlError>
  /** Whether the person with this email address signed in from the IP address lately. */
  readonly isKnownAddress: (email: string, ip: string) => Effect.Effect<boolean, SqlError>
  readonly end: (token: string) => Effect.Effect<void, SqlError>
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
    end: (token) =>
      sql`update dashboard_sessions set ended_at = now()
        where token_hash = ${hashSecret(token)} and ended_at is null`.pipe(
        Effect.asVoid,
        Effect.withSpan("Sessions.end")
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
