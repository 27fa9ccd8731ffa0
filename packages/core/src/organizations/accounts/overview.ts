import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { readRequesterNames } from "../../access/requester.ts"
import { type AccountRow, type LoginRow, readAccounts, readLogins } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import { runStatement } from "../../storage/index.ts"

/** A login with the name of the person who connected it; null for an operator. */
export interface NamedLogin extends Omit<LoginRow, "connected_by"> {
  readonly connected_by: { readonly name: string; readonly email: string } | null
}

/** An organization's ad accounts and their logins. */
export interface Accounts {
  readonly accounts: ReadonlyArray<AccountRow>
  readonly logins: ReadonlyArray<NamedLogin>
}

/** The same for its page. */
export interface AccountsOverview extends Accounts {
  /** The origin of the platform's consent page; empty if the service is not set up for the platform. */
  readonly consentOrigin: string
}

const namedLogins = (organization: number) =>
  Effect.gen(function* () {
    const logins = yield* readLogins(organization)
    const asked = logins.flatMap(({ connected_by }) =>
      connected_by === null
        ? []
        : [{ requester_user_id: connected_by, requester_key_id: null, requester_connection_id: null }]
    )
    const people = asked.length === 0 ? [] : yield* runStatement(readRequesterNames(organization, asked))
    return logins.map(({ connected_by, ...login }): NamedLogin => {
      const person = people.find(({ user_id }) => user_id === connected_by)
      return {
        ...login,
        connected_by: person === undefined ? null : { name: person.person, email: person.email }
      }
    })
  })

/** Reads an organization's accounts and logins. */
export const readAccountsAndLogins = (organization: number) =>
  Effect.all(
    { accounts: readAccounts(organization), logins: namedLogins(organization) },
    { concurrency: "unbounded" }
  ) satisfies Effect.Effect<Accounts, SqlError, unknown>

/** Reads what the page of ad accounts shows. */
export const readAccountsOverview = (organization: number) =>
  Effect.gen(function* () {
    const { consentOrigin } = (yield* AdPlatforms).get(defaultPlatform)
    const overview: AccountsOverview = { ...(yield* readAccountsAndLogins(organization)), consentOrigin }
    return overview
  })
