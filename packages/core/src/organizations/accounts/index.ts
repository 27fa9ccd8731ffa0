import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { readRequesterNames } from "../../access/requester.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import { NotFound, RoleDenied, ValidationError } from "../../contract/index.ts"
import { administer, administerChange, administerRead } from "../../pipeline/administer.ts"
import {
  type AccountRow,
  findLoginByEmail,
  type LoginRow,
  readAccounts,
  readLogins,
  setSelectedAccount
} from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { AccessibleAccount } from "../../platform/model.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { AdministratorClearance } from "../../request/endpoint.ts"
import { runSql } from "../../storage/index.ts"
import { linkProblem, requireLogin } from "../link-account.ts"
import { checkGrant } from "./consent.ts"
import { checkLinkable, disconnect, newLoginOf, platformErrorOf, unlink } from "./link.ts"

/** An account that a login reaches, for the person who chooses one. */
export interface AccountChoice {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly isManager: boolean
  readonly isTest: boolean
  /** The manager account through which the login reaches it. */
  readonly through: string | null
  /** Whether the organization has linked it with this login. */
  readonly linked: boolean
  /** Why it cannot be linked, as the end of a sentence that starts with its number; null if it can. */
  readonly problem: string | null
}

export interface AccountChoices {
  readonly login: { readonly id: number; readonly email: string | null }
  /** Accounts that can be linked come first. */
  readonly choices: ReadonlyArray<AccountChoice>
}

const rankOf = ({ linked, problem }: AccountChoice): number => (linked ? 1 : problem === null ? 0 : 2)

/** Reads from the platform which accounts a login reaches, and which of them the organization can link. */
export const readChoices = ({ organization }: AdministratorClearance, loginId: number) =>
  Effect.gen(function* () {
    const login = yield* requireLogin(organization.id, loginId)
    const reachable = yield* Effect.mapError(
      (yield* AdPlatforms).get(login.platform).accounts(login),
      (failure) => platformErrorOf(failure, { refreshToken: null })
    )
    const stored = yield* readAccounts(organization.id)
    const names = new Map(reachable.map(({ customerId, name }) => [customerId, name]))
    const choiceOf = (account: AccessibleAccount): AccountChoice => {
      const { currency, customerId: id, isManager, isTest, loginCustomerId, name } = account
      const through = loginCustomerId === null ? null : names.get(loginCustomerId) || loginCustomerId
      const known = stored.find((one) => one.id === id)
      const linked = known?.login_id === loginId && known.status !== "not_linked"
      const problem = linkProblem(account, id, organization.currency)?.fields[0]?.message ?? null
      return { id, name, currency, isManager, isTest, through, linked, problem }
    }
    const choices = reachable.map(choiceOf).toSorted((a, b) => rankOf(a) - rankOf(b))
    const found: AccountChoices = { login: { id: loginId, email: login.email }, choices }
    return found
  })

/** The same for a page, which other roles cannot see. */
export const readChoicesAsOwner = (clearance: OrganizationClearance, loginId: number) =>
  clearance.effectiveRole === "owner"
    ? readChoices(clearance, loginId)
    : Effect.fail(new RoleDenied({ required_role: "owner" }))

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
    const people = asked.length === 0 ? [] : yield* runSql(readRequesterNames(organization, asked))
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

/**
 * Selects the account for the organization's new campaigns. Campaigns in other accounts stay there. Requires
 * an open transaction under the organization's lock, because at most one account is selected.
 */
export const selectAccount = (
  organization: { readonly id: number; readonly slug: string },
  account: string
) =>
  Effect.gen(function* () {
    yield* lockOrganization(organization.id)
    const accounts = yield* readAccounts(organization.id)
    const found = accounts.find(({ id }) => id === account)
    if (found === undefined) {
      return yield* new NotFound({
        what: `The ad account ${account} of ${organization.slug}`,
        next:
          accounts.length === 0
            ? "Link one first."
            : `Linked are: ${accounts.map(({ id }) => id).join(", ")}.`
      })
    }
    if (found.status !== "linked") {
      const message = `${account} cannot be worked on yet: ${found.problem ?? "it is not linked."}`
      return yield* new ValidationError({ fields: [{ path: "ad_account", message }] })
    }
    yield* setSelectedAccount(organization.id, account)
    const selected: AccountRow = { ...found, selected: true }
    return selected
  })

/** Checks with the platform whether a login's new grant reaches every account that uses it. */
export const checkReconnectable = (
  clearance: AdministratorClearance,
  login: string | null,
  refreshToken: Redacted.Redacted
) =>
  Effect.gen(function* () {
    const known = yield* findLoginByEmail(clearance.organization.id, login)
    if (known.email === null) {
      const message = "has no email to be known by; link its accounts again with a login that has one"
      return yield* new ValidationError({ fields: [{ path: "login", message }] })
    }
    const newLogin = newLoginOf(clearance, known.email, refreshToken, known.platform)
    return { email: known.email, ...(yield* checkGrant(clearance, newLogin, known)) }
  })

export type { AccountRow } from "../../platform/account-rows.ts"

export { type ConnectedLogin, connectAdministration, connectEndpoint } from "./connect.ts"
export { challengeOf, organizationOfState } from "./consent.ts"

export interface LinkedAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly status: "linked" | "pending" | "not_linked"
  /** Whether new campaigns are created in it. */
  readonly selected: boolean
}

export interface ReconnectedLogin {
  readonly login: string
  /** The accounts that work again. */
  readonly accounts: ReadonlyArray<string>
}

/**
 * Ad accounts and their logins. The platform is queried before the transaction, which then stores the result together
 * with its audit event. No lock is held during a call to the platform.
 */
export const accountAdministration = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient | AdPlatforms | PlatformLogins>()
  const provide = Effect.provide(context)

  return {
    "accounts.list": administerRead("accounts.list", ({ organization }) =>
      provide(readAccountsAndLogins(organization.id))
    ),
    "accounts.link": administer("accounts.link", (clearance, { account, ...of }) => {
      const through = {
        id: of.login_id,
        email: of.login ?? null,
        refreshToken: of.refresh_token ?? null,
        platform: of.platform
      }
      return Effect.flatMap(
        provide(checkLinkable(clearance, account, through)),
        ({ account: found, keep }) => {
          const { currency, customerId: id, name, status } = found
          const linked = (selected: boolean): LinkedAccount => ({ id, name, currency, status, selected })
          return withAuditEvent(clearance.audit, Effect.map(provide(keep), linked))
        }
      )
    }),
    "accounts.reconnect": administer("accounts.reconnect", (clearance, { login, refresh_token }) =>
      Effect.flatMap(
        provide(checkReconnectable(clearance, login ?? null, refresh_token)),
        ({ accounts, email, keep }) => {
          const outcome: ReconnectedLogin = {
            login: email,
            accounts: accounts.map(({ customerId }) => customerId)
          }
          return withAuditEvent(clearance.audit, Effect.as(provide(keep), outcome))
        }
      )
    ),
    "accounts.select": administerChange("accounts.select", ({ organization }, { account }) =>
      provide(selectAccount(organization, account))
    ),
    /** The accounts that a login reaches. */
    "accounts.choices": administerRead("accounts.choices", (clearance, { login }) =>
      provide(readChoices(clearance, login))
    ),
    "accounts.unlink": administerChange("accounts.unlink", ({ organization }, { account }) =>
      provide(unlink(organization, account))
    ),
    /** Deletes a login that no linked account uses. */
    "accounts.disconnect": administerChange("accounts.disconnect", ({ organization }, { login }) =>
      provide(disconnect(organization, login))
    )
  }
})

/** What pages of ad accounts read. */
export const accountReads = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<SqlClient.SqlClient | AdPlatforms | PlatformLogins>())
  return {
    /** The origin of the platform's consent page; empty if the service is not set up for the platform. */
    consentOrigin: (yield* AdPlatforms).get(defaultPlatform).consentOrigin,
    overview: (clearance: OrganizationClearance) => provide(readAccountsOverview(clearance.organization.id)),
    choices: (clearance: OrganizationClearance, login: number) =>
      provide(readChoicesAsOwner(clearance, login))
  }
})
