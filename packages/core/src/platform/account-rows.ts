import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { NotFound, nearestName } from "../contract/index.ts"
import { type BoundStatement, bindStatement, runSql, runStatement, statement } from "../storage/index.ts"
import { type ConnectionFacts, connectionColumns, connectionProblem, joinLoginSql } from "./connection.ts"

/** An ad account of an organization, for owners and operators. */
export interface AccountRow {
  readonly id: string
  readonly name: string | null
  readonly currency: string | null
  readonly status: "linked" | "pending" | "not_linked"
  readonly selected: boolean
  /** Email of its login. */
  readonly login: string | null
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
}

/** An account as stored, with what decides whether calls can be made for it. */
export interface StoredAccount extends Omit<AccountRow, "problem">, ConnectionFacts {
  readonly status: AccountRow["status"]
  /** Whether the organization or a person has selected it. */
  readonly selected_by_any: boolean
}

type AccountEffect<A, E = never> = Effect.Effect<A, E | SqlError, SqlClient.SqlClient>

const accounts = statement(`
  select a.id, a.name, a.currency, a.selected, l.email as login, a.last_synced_at, ${connectionColumns},
    a.selected or exists (select from ad_account_access x
      where x.organization_id = a.organization_id and x.ad_account_id = a.id and x.selected) as selected_by_any
  from ad_accounts a ${joinLoginSql} where a.organization_id = $1 order by a.id`)

/** Reads the accounts of an organization. */
export const readStoredAccounts = (organization: number): BoundStatement<StoredAccount> =>
  bindStatement(accounts, [organization])

/** Returns the accounts of an organization, each with the problem that prevents calls for it. */
export const readAccounts = (organization: number): AccountEffect<ReadonlyArray<AccountRow>> =>
  Effect.map(runStatement(readStoredAccounts(organization)), (rows) =>
    rows.map((row) => {
      const { currency, id, last_synced_at, login, name, selected, status } = row
      return {
        id,
        name,
        currency,
        status,
        selected,
        login,
        last_synced_at,
        problem: connectionProblem(row)
      }
    })
  )

export const readLogins = (organization: number): AccountEffect<ReadonlyArray<LoginRow>> =>
  runSql<LoginRow>`select id, platform, email, state from ad_platform_logins
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

/** Whether the account is linked and this person can access it. */
export const isLinkedFor = (
  organization: number,
  account: string | null,
  user: number
): AccountEffect<boolean> =>
  account === null
    ? Effect.succeed(false)
    : Effect.map(
        runSql`
          select from ad_accounts a
          join ad_account_access x on x.organization_id = a.organization_id and x.ad_account_id = a.id
          where a.organization_id = ${organization} and a.id = ${account} and a.status = 'linked'
            and x.user_id = ${user}`,
        (rows) => rows.length > 0
      )

const timeZones = statement(
  "select distinct time_zone from ad_accounts where organization_id = $1 and time_zone is not null"
)

/** Reads the time zones of an organization's accounts. */
export const readTimeZones = (organization: number) =>
  bindStatement<{ readonly time_zone: string }>(timeZones, [organization])
