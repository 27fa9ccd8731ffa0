import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { ValidationError } from "../contract/index.ts"
import { AdPlatforms } from "../platform/ad-platforms.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { AccessibleAccount, PlatformLogin } from "../platform/model/index.ts"
import { runSql } from "../storage/index.ts"

const invalidAccount = (message: string) => new ValidationError({ fields: [{ path: "ad_account", message }] })

interface LoginWithCurrency {
  readonly platform: string
  readonly currency: string
  readonly email: string | null
  readonly refresh_token: Uint8Array | null
}

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

/** A login of the organization that can make calls. */
export const findLogin = (
  organization: number,
  loginId: number
): Effect.Effect<
  { readonly login: PlatformLogin; readonly currency: string },
  ValidationError | SqlError,
  SqlClient.SqlClient
> =>
  Effect.gen(function* () {
    const [found] = yield* runSql<LoginWithCurrency>`
      select o.currency, l.platform, l.email, l.refresh_token from organizations o
      join ad_platform_logins l on l.organization_id = o.id and l.id = ${loginId} and l.state = 'connected'
      where o.id = ${organization}`
    if (found === undefined || found.refresh_token === null) {
      return yield* invalidAccount("has no connected login; connect one first")
    }
    const { currency, email, platform, refresh_token: sealedToken } = found
    return { login: { platform, organizationId: organization, loginId, email, sealedToken }, currency }
  })

/**
 * Links an account that a connected login can reach. Returns whether the link is still pending in the
 * platform.
 */
export const linkAccount = (
  organization: number,
  loginId: number,
  customerId: string
): Effect.Effect<
  AccessibleAccount["status"],
  ValidationError | ReadFailure | SqlError,
  SqlClient.SqlClient | AdPlatforms
> =>
  Effect.gen(function* () {
    const { currency, login } = yield* findLogin(organization, loginId)
    const account = yield* findLinkable(login, customerId, currency)
    yield* saveLink(organization, loginId, account)
    return account.status
  }).pipe(Effect.withSpan("organizations.linkAccount"))
