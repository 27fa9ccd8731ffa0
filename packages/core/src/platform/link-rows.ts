import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { runSql } from "../storage/index.ts"
import type { AccessibleAccount, OAuthClientKind, PlatformLogin } from "./model/index.ts"

/** Stores a checked account for the organization, with this login and its platform. */
export const saveLink = (
  organization: number,
  loginId: number,
  { currency, customerId, loginCustomerId, name, status, timeZone }: AccessibleAccount
): Effect.Effect<void, SqlError, SqlClient.SqlClient> =>
  Effect.asVoid(runSql`
      insert into ad_accounts (organization_id, platform, id, customer_id, login_customer_id, login_id, name, currency,
        time_zone, status)
      select organization_id, platform, ${customerId}, ${customerId}, ${loginCustomerId}, id, ${name}, ${currency},
        ${timeZone}, ${status} from ad_platform_logins where organization_id = ${organization} and id = ${loginId}
      on conflict (organization_id, id) do update set login_id = excluded.login_id, name = excluded.name,
        login_customer_id = excluded.login_customer_id, currency = excluded.currency, time_zone = excluded.time_zone,
        status = excluded.status, sync_attempted_at = null, updated_at = excluded.updated_at`)

interface LoginRow {
  readonly platform: string
  readonly email: string | null
  readonly oauth_client: OAuthClientKind
  readonly refresh_token: Uint8Array
}

/** Returns a login of the organization that can make calls, or null. */
export const findConnectedLogin = (
  organization: number,
  loginId: number
): Effect.Effect<PlatformLogin | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<LoginRow>`select platform, email, oauth_client, refresh_token from ad_platform_logins
      where organization_id = ${organization} and id = ${loginId} and state = 'connected'
        and refresh_token is not null`,
    ([row]) => {
      if (row === undefined) return null
      const { email, oauth_client: client, platform, refresh_token: sealedToken } = row
      return { platform, organizationId: organization, loginId, email, client, sealedToken }
    }
  )
