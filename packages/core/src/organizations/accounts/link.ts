import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { readUnfinishedIn } from "../../campaigns/index.ts"
import { errorOfRefusal, platformRefusal } from "../../changes/settle.ts"
import { NotFound, type ServiceError, ValidationError } from "../../contract/index.ts"
import {
  findLoginByEmail,
  forgetLogin,
  readAccountIdsOfLogin,
  readAccounts,
  readLogins,
  saveLink,
  selectIfNone,
  unlinkAccount
} from "../../platform/account-rows.ts"
import type { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import { type NewLogin, PlatformLogins } from "../../platform/logins.ts"
import type { AccessibleAccount } from "../../platform/model.ts"
import type { AdministratorClearance } from "../../request/endpoint.ts"
import { runSql } from "../../storage/index.ts"
import { findLinkable, requireLogin } from "../link-account.ts"

/** A login: its email, or the id of a connected one, and the granted refresh token if it is a new one. */
export interface LoginInput {
  readonly id?: number | undefined
  readonly email: string | null
  readonly refreshToken: Redacted.Redacted | null
  /** The platform of a new login; the default one if omitted. */
  readonly platform?: string | undefined
}

/** Maps a platform failure to a service error. A rejected token from the input is the caller's error. */
export const platformErrorOf = (
  failure: ReadFailure,
  input: Pick<LoginInput, "refreshToken">
): ServiceError => {
  if (failure._tag !== "ConnectionBroken" || input.refreshToken === null) {
    return errorOfRefusal(platformRefusal(failure, "ad_account"))
  }
  const message = `is not accepted by ${failure.platform} (${failure.message.replace(/\.$/, "")}); have its owner grant access again`
  return new ValidationError({ fields: [{ path: "refresh_token", message }] })
}

export const newLoginOf = (
  { caller }: AdministratorClearance,
  email: string,
  refreshToken: Redacted.Redacted,
  platform: string = defaultPlatform
): NewLogin => ({ platform, email, refreshToken, ...(caller === null ? {} : { connectedBy: caller.userId }) })

/** The result of the checks, before anything is stored. */
export interface LinkCandidate {
  readonly account: AccessibleAccount
  /**
   * Stores it, with its login if that is new, in the open transaction. Returns whether new campaigns are created in
   * it: the first account of an organization is selected at once.
   */
  readonly keep: Effect.Effect<boolean, SqlError, SqlClient.SqlClient | PlatformLogins>
}

const saveAndSelect = (organization: number, loginId: number, account: AccessibleAccount) =>
  lockOrganization(organization).pipe(
    Effect.zipRight(saveLink(organization, loginId, account)),
    Effect.zipRight(selectIfNone(organization, account.customerId))
  )

/** Checks with the platform whether the account can be linked, through a connected login or a new one. */
export const checkLinkable = (
  clearance: AdministratorClearance,
  customerId: string,
  input: LoginInput
): Effect.Effect<
  LinkCandidate,
  ServiceError | SqlError,
  SqlClient.SqlClient | PlatformLogins | AdPlatforms
> =>
  Effect.gen(function* () {
    const { currency, id } = clearance.organization
    const { email, refreshToken } = input
    if (refreshToken === null) {
      const loginId = input.id ?? (yield* findLoginByEmail(id, email)).id
      const login = yield* requireLogin(id, loginId)
      const account = yield* findLinkable(login, customerId, currency)
      return { account, keep: saveAndSelect(id, loginId, account) }
    }
    if (email === null) {
      const message = "must say whose refresh token it is, by the email of the login"
      return yield* new ValidationError({ fields: [{ path: "login", message }] })
    }
    const logins = yield* PlatformLogins
    const login = newLoginOf(clearance, email, refreshToken, input.platform)
    const account = yield* findLinkable(logins.candidate(id, login), customerId, currency)
    const keep = Effect.flatMap(logins.connect(id, login), (loginId) => saveAndSelect(id, loginId, account))
    return { account, keep }
  }).pipe(
    Effect.catchTags({
      PlatformRefused: (failure) => Effect.fail(platformErrorOf(failure, input)),
      ConnectionBroken: (failure) => Effect.fail(platformErrorOf(failure, input)),
      SetupRequired: (failure) => Effect.fail(platformErrorOf(failure, input)),
      PlatformUnreachable: (failure) => Effect.fail(platformErrorOf(failure, input))
    })
  )

interface Organization {
  readonly id: number
  readonly slug: string
}

const refuse = (path: string, message: string) => new ValidationError({ fields: [{ path, message }] })

/**
 * Unlinks an account, unless a campaign there may spend or has changes that the platform lacks: from then on, nobody
 * could stop it here. Requires an open transaction.
 */
export const unlink = (organization: Organization, account: string) =>
  Effect.gen(function* () {
    yield* lockOrganization(organization.id)
    const accounts = yield* readAccounts(organization.id)
    const found = accounts.find(({ id, status }) => id === account && status !== "not_linked")
    if (found === undefined) {
      return yield* new NotFound({ what: `The ad account ${account} of ${organization.slug}` })
    }
    const unfinished = yield* runSql(readUnfinishedIn(organization.id, account))
    const spending = unfinished.filter(({ spends }) => spends).map(({ slug }) => slug)
    if (spending.length > 0) {
      const names =
        spending.slice(0, 3).join(", ") + (spending.length > 3 ? ` and ${spending.length - 3} more` : "")
      return yield* refuse(
        "ad_account",
        `${account} has campaigns that may spend, and nobody could pause them here afterwards: ${names}; pause them first`
      )
    }
    if (unfinished.length > 0) {
      const names = unfinished.map(({ slug }) => slug).join(", ")
      return yield* refuse(
        "ad_account",
        `${account} has changes that have not reached the platform yet: ${names}; try again when they have`
      )
    }
    yield* unlinkAccount(organization.id, account)
    return { id: account }
  })

/** Finds a login by its id, or by its email. */
const findLogin = (organization: Organization, login: number | string) =>
  typeof login === "string"
    ? findLoginByEmail(organization.id, login)
    : Effect.flatMap(readLogins(organization.id), (logins) => {
        const known = logins.find(({ id }) => id === login)
        return known === undefined
          ? new NotFound({ what: `The login ${login} of ${organization.slug}` })
          : Effect.succeed(known)
      })

/** Deletes a login that no linked account uses. Requires an open transaction. */
export const disconnect = (organization: Organization, login: number | string) =>
  Effect.gen(function* () {
    yield* lockOrganization(organization.id)
    const known = yield* findLogin(organization, login)
    const accounts = yield* readAccountIdsOfLogin(organization.id, known.id)
    if (accounts.length > 0) {
      return yield* refuse("login", `is used by ${accounts.join(", ")}; unlink that first`)
    }
    yield* forgetLogin(organization.id, known.id)
    return { login: known.email }
  })
