import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { ValidationError } from "../contract/index.ts"
import { findConnectedLogin } from "../platform/account-rows.ts"
import { AdPlatforms } from "../platform/ad-platforms.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { AccessibleAccount, PlatformLogin } from "../platform/model.ts"

const invalidAccount = (message: string) => new ValidationError({ fields: [{ path: "ad_account", message }] })

/**
 * Why an account cannot be linked to this organization, or null. Amounts in two currencies cannot be added
 * up.
 */
export const linkProblem = (
  account: AccessibleAccount | undefined,
  customerId: string,
  currency: string
): ValidationError | null => {
  if (account === undefined) {
    return invalidAccount(
      `${customerId} cannot be reached by this login; connect a login that has access to it`
    )
  }
  if (account.isManager) {
    return invalidAccount(
      `${customerId} is a manager account, which has no campaigns; choose one of its accounts`
    )
  }
  if (account.status === "not_linked") {
    return invalidAccount(`${customerId} is closed or was taken from this login; choose another account`)
  }
  // Nothing else is known of an account before its owner accepts the link.
  if (account.status === "pending" && account.currency === "") {
    return invalidAccount(
      `${customerId} has not accepted the link of its manager account yet; accept it in the ad platform first`
    )
  }
  return account.currency === currency
    ? null
    : invalidAccount(
        `${customerId} is kept in ${account.currency} and the organization in ${currency}; choose an account in ${currency}`
      )
}

/** Reads an account from the platform through a login, and checks whether it can be linked. */
export const findLinkable = (
  login: PlatformLogin,
  customerId: string,
  currency: string
): Effect.Effect<AccessibleAccount, ValidationError | ReadFailure, AdPlatforms> =>
  Effect.gen(function* () {
    const reachable = yield* (yield* AdPlatforms).get(login.platform).accounts(login)
    const account = reachable.find((one) => one.customerId === customerId)
    const problem = linkProblem(account, customerId, currency)
    return account === undefined || problem !== null ? yield* problem! : account
  })

/** Returns a login of the organization that can make calls. */
export const requireLogin = (
  organization: number,
  loginId: number
): Effect.Effect<PlatformLogin, ValidationError | SqlError, SqlClient.SqlClient> =>
  Effect.flatMap(
    Number.isSafeInteger(loginId) ? findConnectedLogin(organization, loginId) : Effect.succeed(null),
    (login) =>
      login === null ? invalidAccount("has no connected login; connect one first") : Effect.succeed(login)
  )
