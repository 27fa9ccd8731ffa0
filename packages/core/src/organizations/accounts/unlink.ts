import { Effect } from "effect"
import { lockOrganization } from "../../access/organizations.ts"
import { readUnfinishedIn } from "../../campaigns/index.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import {
  findLoginByEmail,
  forgetLogin,
  readAccountIdsOfLogin,
  readAccounts,
  readLogins,
  unlinkAccount
} from "../../platform/account-rows.ts"
import { runStatement } from "../../storage/index.ts"

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
    const unfinished = yield* runStatement(readUnfinishedIn(organization.id, account))
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
