import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { ValidationError } from "../contract/index.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { AccessibleAccount, PlatformLogin } from "../platform/model/index.ts"

const refuse = (message: string) => new ValidationError({ fields: [{ path: "ad_account", message }] })

interface Found {
  readonly currency: string
  readonly email: string | null
  readonly refresh_token: Uint8Array | null
}

/** Why an account cannot be this organization's, or null. Amounts of two currencies cannot be added up. */
export const linkProblem = (
  account: AccessibleAccount | undefined,
  customerId: string,
  currency: string
): ValidationError | null => {
  if (account === undefined) {
    return refuse(`${customerId} cannot be reached by this login; connect a login that has access to it`)
  }
  if (account.isManager) {
    return refuse(`${customerId} is a manager account, which has no campaigns; choose one of its accounts`)
  }
  return account.currency === currency
    ? null
    : refuse(
        `${customerId} is kept in ${account.currency} and the organization in ${currency}; choose an account in ${currency}`
      )
}

/** Links an account that a connected login of the organization can reach; answers whether the link still waits there. */
export const linkAccount = (
  organization: number,
  loginId: number,
  customerId: string
): Effect.Effect<
  AccessibleAccount["status"],
  ValidationError | ReadFailure | SqlError,
  SqlClient.SqlClient | AdPlatform
> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [found] = yield* sql<Found>`
      select o.currency, l.email, l.refresh_token from organizations o
      join ad_platform_logins l on l.organization_id = o.id and l.id = ${loginId} and l.state = 'connected'
      where o.id = ${organization}`
    if (found === undefined || found.refresh_token === null) {
      return yield* refuse("has no connected login; connect one first")
    }
    const { currency, email, refresh_token: sealedToken } = found
    const login: PlatformLogin = { organizationId: organization, loginId, email, sealedToken }
    const reachable = yield* (yield* AdPlatform).accounts(login)
    const account = reachable.find((one) => one.customerId === customerId)
    const problem = linkProblem(account, customerId, currency)
    if (account === undefined || problem !== null) return yield* problem!
    const { loginCustomerId, name, status, timeZone } = account
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_customer_id, login_id, name, currency, time_zone, status)
      values (${organization}, ${customerId}, ${customerId}, ${loginCustomerId}, ${loginId}, ${name}, ${account.currency},
        ${timeZone}, ${status})
      on conflict (organization_id, id) do update set login_id = excluded.login_id, name = excluded.name,
        login_customer_id = excluded.login_customer_id, currency = excluded.currency, time_zone = excluded.time_zone,
        status = excluded.status, updated_at = now()`
    return status
  }).pipe(Effect.withSpan("organizations.linkAccount"))
