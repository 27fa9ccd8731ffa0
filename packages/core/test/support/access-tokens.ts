import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import { issueStatement, maxLifetimes, prepareTokens } from "../../src/access/oauth/issue.ts"
import { NotFound, randomId, type Scope } from "../../src/contract/index.ts"
import { runSql } from "../../src/storage/index.ts"

interface NewAccessToken {
  readonly userEmail: string
  readonly scopes: ReadonlyArray<Scope>
  /** The only resource that accepts it: the base URL of the REST API or the URL of the MCP server. */
  readonly audience: string
  /** At most an hour, which is also the default. */
  readonly lifetime?: Duration.DurationInput
  /** The session it belongs to. Without one, a client, a connection and a session are created. */
  readonly session?: string
}

interface AccessToken {
  readonly token: string
  readonly session: string
  readonly expires_at: string
}

interface AccessTokensShape {
  readonly mint: (token: NewAccessToken) => Effect.Effect<AccessToken, NotFound | SqlError>
}

/** Issues a token for an existing session, with the given scopes and audience. */
const mintStatement = issueStatement(`
  select s.id as session_id, c.id as connection_id, c.user_id, $7::text as audience, $5::text[] as scopes,
    null::bytea as parent
  from oauth_sessions s join oauth_connections c on c.id = s.connection_id
  where s.id = $6 and c.user_id = $8`)

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

  const mint = (options: NewAccessToken) =>
    Effect.gen(function* () {
      const [user] = yield* sql<{ id: number }>`
        select id from users where lower(email) = lower(${options.userEmail}) and disabled_at is null`
      if (user === undefined) return yield* new NotFound({ what: `The person ${options.userEmail}` })
      const session = options.session ?? (yield* openSession(user.id, options.scopes))
      const maxSeconds = maxLifetimes.accessTokenSeconds
      const accessTokenSeconds = Math.min(
        maxSeconds,
        Duration.toSeconds(options.lifetime ?? Duration.seconds(maxSeconds))
      )
      const lifetimes = { ...maxLifetimes, accessTokenSeconds }
      const tokens = prepareTokens(mintStatement, lifetimes, options.scopes, [
        session,
        options.audience,
        user.id
      ])
      const [issued] = yield* runSql(tokens.bound)
      if (issued === undefined) return yield* new NotFound({ what: `The session ${session}` })
      return { token: tokens.accessToken, session, expires_at: issued.expires_at }
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))

  return { mint: (options) => sql.withTransaction(mint(options)).pipe(Effect.withSpan("AccessTokens.mint")) }
})

/**
 * Issues access tokens without a browser, for tests. Clients get theirs through codes
 * and refresh tokens, from the same statement.
 */
export class AccessTokens extends Context.Tag("@adwarden/AccessTokens")<AccessTokens, AccessTokensShape>() {
  static readonly layer: Layer.Layer<AccessTokens, never, SqlClient.SqlClient> = Layer.effect(
    AccessTokens,
    make
  )
}
