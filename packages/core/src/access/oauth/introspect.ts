import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { bindStatement, runStatement, statement } from "../../storage/index.ts"
import { repeatedParameterError } from "./grants.ts"
import { type OAuthError, oauthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"
import { hashPresentedSecret } from "./secrets.ts"

/** A token's state in the format of RFC 7662. An invalid token is only reported as inactive. */
export type Introspection =
  | { readonly active: false }
  | {
      readonly active: true
      readonly token_type: "Bearer"
      readonly client_id: string
      /** Email of the token's person. */
      readonly username: string
      readonly scope: string
      readonly aud: string
      readonly exp: number
    }

interface ActiveToken {
  readonly client_id: string
  readonly username: string
  readonly scope: string
  readonly aud: string
  readonly exp: number
}

const liveToken = statement(`
select c.client_id, u.email as username, array_to_string(t.scopes, ' ') as scope, t.audience as aud,
  extract(epoch from t.expires_at)::int as exp
from oauth_access_tokens t
join oauth_sessions s on s.id = t.session_id
join oauth_connections c on c.id = s.connection_id
join users u on u.id = t.user_id
where t.hash = $1 and c.client_id = $2 and t.expires_at > clock_timestamp()
  and coalesce(t.ended_at, s.ended_at, c.ended_at, u.disabled_at) is null`)

/**
 * Introspects an access token for the client that it was issued to. A program uses it to identify the
 * signed-in person. Another client's token is reported as inactive.
 */
export const introspect = (
  parameters: Parameters
): Effect.Effect<Introspection, OAuthError | SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const problem = repeatedParameterError(parameters)
    if (problem !== null) return yield* problem
    const [clientId, token] = [parameters.get("client_id"), parameters.get("token")]
    if (clientId === null || token === null) {
      return yield* oauthError("invalid_request", "Send token and client_id.")
    }
    const hash = hashPresentedSecret(token)
    if (hash === null) return { active: false }
    const [found] = yield* runStatement(bindStatement<ActiveToken>(liveToken, [hash, clientId]))
    return found === undefined ? { active: false } : { active: true, token_type: "Bearer", ...found }
  })
