import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { ConnectionBroken, SetupRequired } from "./errors.ts"
import type { AdAccount } from "./model/index.ts"

export interface AdAccountsShape {
  /** An account that calls can be made for, or what has to be put right first. */
  readonly get: (
    organizationId: number,
    accountId: string
  ) => Effect.Effect<AdAccount, SetupRequired | ConnectionBroken | SqlError>
}

interface Row {
  readonly customer_id: string
  readonly login_customer_id: string | null
  readonly time_zone: string | null
  readonly status: string
  readonly connection_complete: boolean
  readonly login_id: number | null
  readonly email: string | null
  readonly login_state: string | null
  readonly broken_reason: string | null
  readonly refresh_token: Uint8Array | null
}

const setup = (code: string, message: string) => new SetupRequired({ code, message })

const ready = (
  organizationId: number,
  accountId: string,
  row: Row | undefined
): Effect.Effect<AdAccount, SetupRequired | ConnectionBroken> => {
  if (row === undefined || row.status === "not_linked") {
    return setup("ACCOUNT_NOT_LINKED", "No Google Ads account is linked. Link one in the dashboard first.")
  }
  if (row.status === "pending") {
    return setup(
      "ACCOUNT_LINK_PENDING",
      "The link to the Google Ads account still waits to be accepted there. Accept it in Google Ads first."
    )
  }
  if (row.login_state === "broken") {
    const message = row.broken_reason ?? "The login was revoked."
    return new ConnectionBroken({ code: "LOGIN_BROKEN", message })
  }
  const { login_id: loginId, refresh_token: sealedToken } = row
  if (loginId === null || sealedToken === null || row.login_state !== "connected") {
    return setup("LOGIN_MISSING", "No Google Ads login is connected. Connect one in the dashboard first.")
  }
  if (!row.connection_complete) {
    return setup(
      "CONNECTION_INCOMPLETE",
      "The connection to Google Ads is not complete. Finish it in the dashboard first."
    )
  }
  const account: AdAccount = {
    organizationId,
    accountId,
    customerId: row.customer_id,
    loginCustomerId: row.login_customer_id,
    timeZone: row.time_zone,
    login: { organizationId, loginId, email: row.email, sealedToken }
  }
  return Effect.succeed(account)
}

const make = Effect.map(
  SqlClient.SqlClient,
  (sql): AdAccountsShape => ({
    get: (organizationId, accountId) =>
      sql<Row>`
        select a.customer_id, a.login_customer_id, a.time_zone, a.status, a.connection_complete, a.login_id,
          l.email, l.state as login_state, l.broken_reason, l.refresh_token
        from ad_accounts a
        left join ad_platform_logins l on l.organization_id = a.organization_id and l.id = a.login_id
        where a.organization_id = ${organizationId} and a.id = ${accountId}`.pipe(
        Effect.flatMap(([row]) => ready(organizationId, accountId, row)),
        Effect.withSpan("AdAccounts.get")
      )
  })
)

/** The accounts that organizations have linked, ready to be called. */
export class AdAccounts extends Context.Tag("@adwarden/AdAccounts")<AdAccounts, AdAccountsShape>() {
  static readonly layer: Layer.Layer<AdAccounts, never, SqlClient.SqlClient> = Layer.effect(AdAccounts, make)
}
