import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { hashSecret } from "../access/secrets.ts"
import { purgeByOrganization, runSql } from "../storage/index.ts"

/* Consents that people were sent to the platform for. A state works once, for ten minutes, in one session. */

/** Stores that a session asks for a consent, optionally to connect a login again. */
export const putConsent = (
  organization: number,
  {
    login,
    session,
    state
  }: { readonly state: string; readonly session: string; readonly login: number | null }
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.asVoid(runSql`
    insert into ad_platform_consents (organization_id, state_hash, session_hash, login_id, expires_at)
    values (${organization}, ${hashSecret(state)}, ${hashSecret(session)}, ${login}, now() + interval '10 minutes')`)

/** Takes a consent of this session, once; null if there is none. */
export const takeConsent = (
  organization: number,
  { session, state }: { readonly state: string; readonly session: string }
): Effect.Effect<{ readonly login: number | null } | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ login: number | null }>`
      delete from ad_platform_consents
      where organization_id = ${organization} and state_hash = ${hashSecret(state)}
        and session_hash = ${hashSecret(session)} and expires_at > now()
      returning login_id as login`,
    ([row]) => row ?? null
  )

/** Deletes consents that nobody gave. */
export const purgeConsents = purgeByOrganization("state_hash", {
  ad_platform_consents: "expires_at < now()"
})
