import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import { NotFound, newAccessToken, randomId, type Scope } from "../contract/index.ts"
import { hashSecret } from "./secrets.ts"

const longest = Duration.hours(1)

export interface NewAccessToken {
  readonly userEmail: string
  readonly scopes: ReadonlyArray<Scope>
  /** The one resource that will take it: the REST base address, or that of the MCP server. */
  readonly audience: string
  /** At most an hour, which is also the default. */
  readonly lifetime?: Duration.DurationInput
  /** The session it belongs to. Without one a client, a connection and a session are made for it. */
  readonly session?: string
}

export interface AccessToken {
  readonly token: string
  readonly session: string
  readonly expires_at: string
}

interface AccessTokensShape {
  readonly mint: (token: NewAccessToken) => Effect.Effect<AccessToken, NotFound | SqlError>
}

const make: Effect.Effect<AccessTokensShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const openSession = (userId: number, scopes: ReadonlyArray<Scope>) =>
    Effect.gen(function* () {
      const [client, connection, session] = [randomId("client"), randomId("con"), randomId("ses")]
      yield* sql`insert into oauth_clients (id, kind, name, redirect_uris)
        values (${client}, 'registered', 'Minted directly', ${["http://localhost/callback"]})`
      yield* sql`insert into oauth_connections (id, user_id, client_id, scopes)
        values (${connection}, ${userId}, ${client}, ${scopes})`
      yield* sql`insert into oauth_sessions (id, connection_id) values (${session}, ${connection})`
      return session
    })

  const mint = (asked: NewAccessToken) =>
    Effect.gen(function* () {
      const [user] = yield* sql<{ id: number }>`
        select id from users where lower(email) = lower(${asked.userEmail}) and disabled_at is null`
      if (user === undefined) return yield* new NotFound({ what: `The person ${asked.userEmail}` })
      const session = asked.session ?? (yield* openSession(user.id, asked.scopes))
      const token = newAccessToken()
      const lifetime = Duration.toMillis(Duration.min(asked.lifetime ?? longest, longest))
      const rows = yield* sql<{ expires_at: string }>`
        insert into oauth_access_tokens (hash, session_id, user_id, scopes, audience, expires_at)
        values (${hashSecret(token)}, ${session}, ${user.id}, ${asked.scopes}, ${asked.audience},
          now() + ${lifetime}::double precision * interval '1 millisecond')
        returning expires_at`
      return { token, session, expires_at: rows[0]!.expires_at }
    })

  return { mint: (asked) => sql.withTransaction(mint(asked)).pipe(Effect.withSpan("AccessTokens.mint")) }
})

/** Short-lived tokens for a person in an interactive client; only their SHA-256 is kept. */
export class AccessTokens extends Context.Tag("@adwarden/AccessTokens")<AccessTokens, AccessTokensShape>() {
  static readonly layer: Layer.Layer<AccessTokens, never, SqlClient.SqlClient> = Layer.effect(
    AccessTokens,
    make
  )
}
