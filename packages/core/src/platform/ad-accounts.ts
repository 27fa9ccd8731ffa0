import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type ConnectionFacts, connectionFactsSql, connectionFailure, joinLoginSql } from "./connection.ts"
import type { ConnectionBroken, SetupRequired } from "./errors.ts"
import type { AdAccount } from "./model/index.ts"

export interface AdAccountsShape {
  /** Returns an account that calls can be made for, or fails with the setup step that is missing. */
  readonly get: (
    organizationId: number,
    accountId: string
  ) => Effect.Effect<AdAccount, SetupRequired | ConnectionBroken | SqlError>
}

interface Row {
  readonly customer_id: string
  readonly login_customer_id: string | null
  readonly time_zone: string | null
  readonly login_id: number | null
  readonly email: string | null
  readonly refresh_token: Uint8Array | null
  readonly connection: ConnectionFacts
}

const toAdAccount = (
  organizationId: number,
  accountId: string,
  row: Row | undefined
): Effect.Effect<AdAccount, SetupRequired | ConnectionBroken> => {
  const failure = connectionFailure(row?.connection)
  if (failure !== null) return failure
  const { login_id: loginId, refresh_token: sealedToken, ...account } = row!
  return Effect.succeed({
    organizationId,
    accountId,
    customerId: account.customer_id,
    loginCustomerId: account.login_customer_id,
    timeZone: account.time_zone,
    login: { organizationId, loginId: loginId!, email: account.email, sealedToken: sealedToken! }
  })
}

const make = Effect.map(
  SqlClient.SqlClient,
  (sql): AdAccountsShape => ({
    get: (organizationId, accountId) =>
      sql<Row>`
        select a.customer_id, a.login_customer_id, a.time_zone, a.login_id, l.email, l.refresh_token,
          ${sql.literal(connectionFactsSql)} as connection
        from ad_accounts a ${sql.literal(joinLoginSql)}
        where a.organization_id = ${organizationId} and a.id = ${accountId}`.pipe(
        Effect.flatMap(([row]) => toAdAccount(organizationId, accountId, row)),
        Effect.withSpan("AdAccounts.get")
      )
  })
)

/** The ad accounts that organizations have linked, with their logins. */
export class AdAccounts extends Context.Tag("@adwarden/AdAccounts")<AdAccounts, AdAccountsShape>() {
  static readonly layer: Layer.Layer<AdAccounts, never, SqlClient.SqlClient> = Layer.effect(AdAccounts, make)
}
