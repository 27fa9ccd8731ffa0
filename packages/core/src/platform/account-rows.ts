import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound, nearestName } from "../contract/index.ts"
import { type BoundStatement, bindStatement, runSql, statement } from "../storage/index.ts"
import { type ConnectionFacts, connectionColumns, connectionProblem, joinLoginSql } from "./connection.ts"
import type { AccessibleAccount, OAuthClientKind, PlatformLogin } from "./model.ts"

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

interface SealedLoginRow {
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
    runSql<SealedLoginRow>`select platform, email, oauth_client, refresh_token from ad_platform_logins
      where organization_id = ${organization} and id = ${loginId} and state = 'connected'
        and refresh_token is not null`,
    ([row]) => {
      if (row === undefined) return null
      const { email, oauth_client: client, platform, refresh_token: sealedToken } = row
      return { platform, organizationId: organization, loginId, email, client, sealedToken }
    }
  )

/** An ad account of an organization, for owners and operators. */
export interface AccountRow {
  readonly id: string
  readonly name: string | null
  readonly currency: string | null
  readonly status: "linked" | "pending" | "not_linked"
  readonly selected: boolean
  /** Email of its login. */
  readonly login: string | null
  readonly login_id: number | null
  /** The problem that prevents calls for it, as a sentence; null if there is none. */
  readonly problem: string | null
  readonly last_synced_at: string | null
}

/** A connected platform login of an organization. */
export interface LoginRow {
  readonly id: number
  readonly platform: string
  readonly email: string | null
  readonly state: "connected" | "broken" | "disconnected"
  /** Id of the person who connected it last; null for an operator. */
  readonly connected_by: number | null
  readonly connected_at: string
  /** When the platform ends the access by itself; null: never. */
  readonly access_ends_at: string | null
}

/** An account as stored, with what decides whether calls can be made for it. */
export interface StoredAccount extends Omit<AccountRow, "problem">, ConnectionFacts {
  readonly status: AccountRow["status"]
}

type AccountEffect<A, E = never> = Effect.Effect<A, E | SqlError, SqlClient.SqlClient>

const accounts = statement(`
  select a.id, a.name, a.currency, a.selected, l.email as login, a.login_id, a.last_synced_at, ${connectionColumns}
  from ad_accounts a ${joinLoginSql} where a.organization_id = $1 order by a.id`)

/** Reads the accounts of an organization. */
export const readStoredAccounts = (organization: number): BoundStatement<StoredAccount> =>
  bindStatement(accounts, [organization])

/** Returns the accounts of an organization, each with the problem that prevents calls for it. */
export const readAccounts = (organization: number): AccountEffect<ReadonlyArray<AccountRow>> =>
  Effect.map(runSql(readStoredAccounts(organization)), (rows) =>
    rows.map((row) => {
      const { currency, id, last_synced_at, login, login_id, name, selected, status } = row
      return {
        id,
        name,
        currency,
        status,
        selected,
        login,
        login_id,
        last_synced_at,
        problem: connectionProblem(row)
      }
    })
  )

export const readLogins = (organization: number): AccountEffect<ReadonlyArray<LoginRow>> =>
  runSql<LoginRow>`select id, platform, email, state, connected_by, connected_at, access_ends_at
      from ad_platform_logins
      where organization_id = ${organization} order by id`

const nextStepFor = (known: ReadonlyArray<string>, email: string | null): string => {
  if (known.length === 0) return "None is connected yet: give its refresh token along with its email."
  const nearest = email === null ? null : nearestName(email, known)
  return nearest === null
    ? `Connected are: ${known.join(", ")}. Name one of them, or give a refresh token along with a new one.`
    : `Did you mean ${nearest}?`
}

/** The login with that email, or the only one if none is named. */
export const findLoginByEmail = (
  organization: number,
  email: string | null
): AccountEffect<LoginRow, NotFound> =>
  Effect.flatMap(readLogins(organization), (logins): Effect.Effect<LoginRow, NotFound> => {
    const matches = email === null ? logins : logins.filter((one) => one.email === email)
    if (matches.length === 1) return Effect.succeed(matches[0]!)
    const known = logins.flatMap((one) => one.email ?? [])
    const what = email === null ? "A login to do it with" : `The login ${email}`
    return new NotFound({ what, next: nextStepFor(known, email) })
  })

/** Reads the ids of the accounts that use a login. */
export const readAccountIdsOfLogin = (organization: number, login: number) =>
  Effect.map(
    runSql<{ id: string }>`select id from ad_accounts
      where organization_id = ${organization} and login_id = ${login} and status <> 'not_linked' order by id`,
    (rows) => rows.map(({ id }) => id)
  )

/** Reads the id of the account for the organization's new campaigns; null if none is selected. */
export const readSelectedAccount = (organization: number): AccountEffect<string | null> =>
  Effect.map(
    runSql<{ id: string }>`select id from ad_accounts where organization_id = ${organization} and selected`,
    ([row]) => row?.id ?? null
  )

/** Selects an account for new campaigns instead of another one, under the organization's lock. */
export const setSelectedAccount = (organization: number, account: string) =>
  Effect.zipRight(
    runSql`update ad_accounts set selected = false, updated_at = now()
      where organization_id = ${organization} and selected and id <> ${account}`,
    runSql`update ad_accounts set selected = true, updated_at = now()
      where organization_id = ${organization} and id = ${account} and not selected`
  )

/** Selects a linked account if none is selected, under the organization's lock. Returns whether it is selected now. */
export const selectIfNone = (organization: number, account: string): AccountEffect<boolean> =>
  Effect.map(
    runSql<{
      selected: boolean
    }>`update ad_accounts a set updated_at = now(), selected = selected or not exists (
        select 1 from ad_accounts b where b.organization_id = ${organization} and b.selected)
      where organization_id = ${organization} and id = ${account} and status = 'linked' returning selected`,
    ([row]) => row?.selected ?? false
  )

/** Unlinks an account. Its campaigns and figures stay. */
export const unlinkAccount = (organization: number, account: string) =>
  runSql`update ad_accounts set status = 'not_linked', selected = false, login_id = null, updated_at = now()
    where organization_id = ${organization} and id = ${account}`

/** Deletes the token of a login, so that no call can be made with it. */
export const forgetLogin = (organization: number, login: number) =>
  runSql`update ad_platform_logins set state = 'disconnected', refresh_token = null, broken_reason = null,
      broken_at = null, access_ends_at = null
    where organization_id = ${organization} and id = ${login}`

/** Whether the account is linked. The login belongs to the organization, so all its members can use the account. */
export const isLinked = (organization: number, account: string | null): AccountEffect<boolean> =>
  account === null
    ? Effect.succeed(false)
    : Effect.map(
        runSql`select 1 from ad_accounts
          where organization_id = ${organization} and id = ${account} and status = 'linked'`,
        (rows) => rows.length > 0
      )

const timeZones = statement(
  "select distinct time_zone from ad_accounts where organization_id = $1 and time_zone is not null"
)

/** Reads the time zones of an organization's accounts. */
export const readTimeZones = (organization: number) =>
  bindStatement<{ readonly time_zone: string }>(timeZones, [organization])

const accountTimeZones = statement(
  "select id, coalesce(time_zone, 'UTC') as zone from ad_accounts where organization_id = $1 order by selected desc, id"
)

/** Reads the time zone of each account of an organization, that of the selected one first: figures have its days. */
export const readAccountTimeZones = (organization: number) =>
  bindStatement<{ readonly id: string; readonly zone: string }>(accountTimeZones, [organization])
