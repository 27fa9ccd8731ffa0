import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import type { Effect } from "effect"
import { bindStatement, deferStatements, statement } from "../../storage/index.ts"

/** Why a session or a connection ended. */
export type EndReason = "revoked" | "code_replayed" | "refresh_replayed" | "idle"

/**
 * Sessions are started and ended under the connection's lock, so the last session is known to be the last.
 */
const lockConnection = statement(`
select c.id from oauth_connections c join oauth_sessions s on s.connection_id = c.id
where s.id = $1 for no key update of c`)

const endStatement = statement(`
update oauth_sessions set ended_at = clock_timestamp(), ended_reason = $2 where id = $1 and ended_at is null`)

/** An unredeemed code counts as a session, so it keeps the connection alive. */
export const noSessionsLeft = (connection: string): string => `
  not exists (select from oauth_sessions s where s.connection_id = ${connection} and s.ended_at is null)
  and not exists (select from oauth_authorization_codes k where k.connection_id = ${connection}
    and k.redeemed_at is null and k.expires_at > clock_timestamp())`

const endConnection = statement(`
update oauth_connections c set ended_at = clock_timestamp(), ended_reason = $2
where c.ended_at is null and c.id = (select connection_id from oauth_sessions where id = $1)
  and ${noSessionsLeft("c.id")}`)

/**
 * Ends a session, and the connection once no session is left. This revokes all its tokens, because every
 * check of a token reads its session. Requires an open transaction.
 */
export const endSession = (
  session: string,
  reason: EndReason
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  deferStatements(
    bindStatement(lockConnection, [session]),
    bindStatement(endStatement, [session, reason]),
    bindStatement(endConnection, [session, reason])
  )
