import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { type ServiceError, ValidationError } from "../../contract/index.ts"
import { type LoginRow, readAccountIdsOfLogin, saveLink } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import { type NewLogin, PlatformLogins } from "../../platform/logins.ts"
import type { AccessibleAccount } from "../../platform/model.ts"
import type { OwnerOrOperatorClearance } from "../../request/endpoint.ts"
import { linkProblem } from "../link-account.ts"
import { platformErrorOf } from "./link.ts"

/** The result of the checks, before anything is stored. */
export interface GrantCandidate {
  /** The linked accounts that use the login. */
  readonly accounts: ReadonlyArray<AccessibleAccount>
  /** Stores the login in the open transaction, and returns its id. */
  readonly keep: Effect.Effect<number, SqlError, SqlClient.SqlClient | PlatformLogins>
}

type Checked<A> = Effect.Effect<
  A,
  ServiceError | SqlError,
  SqlClient.SqlClient | PlatformLogins | AdPlatforms
>

/** Checks that the grant reaches every account that uses the login. A partial connection would hide lost accounts. */
const checkAccounts = (
  { currency, id }: OwnerOrOperatorClearance["organization"],
  known: LoginRow,
  reachable: ReadonlyArray<AccessibleAccount>
) =>
  Effect.gen(function* () {
    const accounts: Array<AccessibleAccount> = []
    for (const account of yield* readAccountIdsOfLogin(id, known.id)) {
      const found = reachable.find((one) => one.customerId === account)
      const problem = linkProblem(found, account, currency)
      if (problem !== null) return yield* problem
      accounts.push(found!)
    }
    return accounts
  })

/** Tries a new grant at the platform: of a new login, or of one that is known. Nothing changes unless it works. */
export const checkGrant = (
  { organization }: OwnerOrOperatorClearance,
  login: NewLogin,
  known: LoginRow | null
): Checked<GrantCandidate> =>
  Effect.gen(function* () {
    const logins = yield* PlatformLogins
    const platform = (yield* AdPlatforms).get(login.platform ?? defaultPlatform)
    const reachable = yield* Effect.mapError(
      platform.accounts(logins.candidate(organization.id, login)),
      (failure) => platformErrorOf(failure, login)
    )
    if (known === null && reachable.length === 0) {
      const message = `reaches no ${platform.label} account; choose one that has access to the account`
      return yield* new ValidationError({ fields: [{ path: "refresh_token", message }] })
    }
    const accounts = known === null ? [] : yield* checkAccounts(organization, known, reachable)
    const replaced = known === null ? login : { ...login, replaces: known.id }
    const keep = Effect.tap(logins.connect(organization.id, replaced), (loginId) =>
      Effect.forEach(accounts, (account) => saveLink(organization.id, loginId, account), { discard: true })
    )
    return { accounts, keep }
  })
