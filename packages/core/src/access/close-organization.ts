import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

/**
 * Ends all access to an organization: keys, memberships, its team and open invitations. Connected apps reach it
 * through memberships. Its slug becomes free, and the row stays for its audit chain. Requires an open transaction
 * under the organization's lock.
 */
export const closeOrganization = (organization: number): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    yield* runSql`update api_keys set revoked_at = now(), revoked_reason = 'the organization was deleted'
      where organization_id = ${organization} and revoked_at is null`
    yield* runSql`update invitations set withdrawn_at = now()
      where organization_id = ${organization} and accepted_at is null and withdrawn_at is null`
    yield* runSql`delete from memberships where organization_id = ${organization}`
    yield* runSql`update organizations set deleted_at = now(), slug = 'deleted-' || id, adops_team_id = null,
        updated_at = now() where id = ${organization}`
  })
