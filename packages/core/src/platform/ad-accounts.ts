import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { listSlugs } from "../access/organizations.ts"
import { runSql } from "../storage/index.ts"
import { type AdPlatform, AdPlatforms } from "./ad-platforms.ts"
import { type ConnectionFacts, connectionColumns, connectionFailure, joinLoginSql } from "./connection.ts"
import { type ConnectionBroken, type SetupRequired, taskFailure } from "./errors.ts"
import { platformLabel } from "./labels.ts"
import type { AdAccount, OAuthClientKind } from "./model.ts"

/** A linked account that calls can be made for, with the adapter of its platform. */
export interface LinkedAccount extends AdAccount {
  readonly platform: AdPlatform
}

export interface AdAccountsShape {
  /** Returns an account that calls can be made for, or fails with the setup step that is missing. */
  readonly get: (
    organizationId: number,
    accountId: string
  ) => Effect.Effect<LinkedAccount, SetupRequired | ConnectionBroken | SqlError>
}

interface Row extends ConnectionFacts {
  readonly customer_id: string
  readonly login_customer_id: string | null
  readonly time_zone: string | null
  readonly currency: string | null
  readonly login_id: number | null
  readonly email: string | null
  readonly oauth_client: OAuthClientKind
  readonly refresh_token: Uint8Array | null
}

const toLinkedAccount = (
  platforms: AdPlatforms["Type"],
  organizationId: number,
  accountId: string,
  row: Row | undefined
): Effect.Effect<LinkedAccount, SetupRequired | ConnectionBroken> => {
  const failure = connectionFailure(row)
  if (failure !== null) return failure
  const { login_id: loginId, platform, refresh_token: sealedToken, ...account } = row!
  return Effect.succeed({
    platform: platforms.get(platform),
    organizationId,
    accountId,
    customerId: account.customer_id,
    loginCustomerId: account.login_customer_id,
    timeZone: account.time_zone,
    currency: account.currency,
    login: {
      platform,
      organizationId,
      loginId: loginId!,
      email: account.email,
      client: account.oauth_client,
      sealedToken: sealedToken!
    }
  })
}

const make = Effect.map(
  Effect.all([SqlClient.SqlClient, AdPlatforms]),
  ([sql, platforms]): AdAccountsShape => ({
    get: (organizationId, accountId) =>
      sql<Row>`
        select a.customer_id, a.login_customer_id, a.time_zone, a.currency, a.login_id, l.email, l.oauth_client, l.refresh_token,
          ${sql.literal(connectionColumns)}
        from ad_accounts a ${sql.literal(joinLoginSql)}
        where a.organization_id = ${organizationId} and a.id = ${accountId}`.pipe(
        Effect.flatMap(([row]) => toLinkedAccount(platforms, organizationId, accountId, row)),
        Effect.withSpan("AdAccounts.get")
      )
  })
)

/** Reads the display name of an account's platform. */
export const readPlatformLabel = (
  organizationId: number,
  accountId: string
): Effect.Effect<string, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ platform: string }>`select platform from ad_accounts
        where organization_id = ${organizationId} and id = ${accountId}`,
    ([account]) => platformLabel(account?.platform)
  )

/** The ad accounts that organizations have linked, with their logins. */
export class AdAccounts extends Context.Tag("@adwarden/AdAccounts")<AdAccounts, AdAccountsShape>() {
  static readonly layer: Layer.Layer<AdAccounts, never, SqlClient.SqlClient | AdPlatforms> = Layer.effect(
    AdAccounts,
    make
  )
}

/** Whether calls for an account succeed, according to the platform. */
export interface LinkHealth {
  readonly organization: string
  readonly account: string
  /** The problem and what to do; null if calls succeed. */
  readonly problem: string | null
}

/** Checks each linked account with the platform, using the login that the service uses. It writes nothing. */
export const linkHealth: Effect.Effect<
  ReadonlyArray<LinkHealth>,
  SqlError,
  SqlClient.SqlClient | AdAccounts
> = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const linked = yield* runSql<{ readonly organization: number; readonly account: string }>`
    select organization_id as organization, id as account from ad_accounts where status <> 'not_linked' order by id`
  const linkedBySlug = (yield* listSlugs).flatMap(({ id, slug }) =>
    linked.filter(({ organization }) => organization === id).map((row) => ({ ...row, slug }))
  )
  return yield* Effect.forEach(
    linkedBySlug,
    ({ account, organization, slug }) =>
      accounts.get(organization, account).pipe(
        Effect.flatMap((found) => found.platform.details(found)),
        Effect.as(null),
        Effect.catchIf(
          (error) => error._tag !== "SqlError",
          (error) => Effect.succeed(taskFailure(error).message)
        ),
        Effect.map((problem): LinkHealth => ({ organization: slug, account, problem }))
      ),
    { concurrency: 4 }
  )
}).pipe(Effect.withSpan("linkHealth"))
