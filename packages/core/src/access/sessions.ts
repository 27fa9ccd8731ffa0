import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { hashSecret, secretKind } from "./secrets.ts"

/** A working day without a click, and the session is over; a week, and it is over in any case. As SQL says it. */
export const sessionIdle = "interval '12 hours'"
const sessionLifetime = "interval '7 days'"

const tokens = secretKind("svc_ds_")
export const isSessionToken = tokens.is

/** Where somebody signed in from, for them to recognise. */
export interface SignInOrigin {
  readonly ip: string | null
  readonly userAgent: string | null
}

export interface SessionsShape {
  /** A new session with a token of its own: nothing that a browser brought along becomes one. */
  readonly open: (user: number, from: SignInOrigin) => Effect.Effect<string, SqlError>
  readonly end: (token: string) => Effect.Effect<void, SqlError>
  /** Ends all of a person's, perhaps but for the one in which they ask for it. */
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

/** The sessions of people who signed in; only the SHA-256 of their tokens is kept. */
export class Sessions extends Context.Tag("@adwarden/Sessions")<Sessions, SessionsShape>() {
  static readonly layer: Layer.Layer<Sessions, never, SqlClient.SqlClient> = Layer.effect(Sessions, make)
}
