import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { type ServiceError, ValidationError } from "../../contract/index.ts"
import { findLoginByEmail, readAccountIdsOfLogin } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import { saveLink } from "../../platform/link-rows.ts"
import { PlatformLogins } from "../../platform/logins.ts"
import type { AccessibleAccount } from "../../platform/model/index.ts"
import type { OwnerOrOperatorClearance } from "../../request/owner-or-operator-endpoint.ts"
import { linkProblem } from "../link-account.ts"
import { newLoginOf, platformErrorOf } from "./link.ts"

interface ReconnectCandidate {
  readonly email: string
  readonly accounts: ReadonlyArray<AccessibleAccount>
  readonly keep: Effect.Effect<void, SqlError, SqlClient.SqlClient | PlatformLogins>
}

/**
 * Checks with the platform whether a login's new grant reaches every account that uses it. A partial
 * connection would hide lost accounts, so nothing changes unless all are reachable.
 */
export const checkReconnectable = (
  clearance: OwnerOrOperatorClearance,
  login: string | null,
  refreshToken: Redacted.Redacted
): Effect.Effect<
  ReconnectCandidate,
  ServiceError | SqlError,
  SqlClient.SqlClient | PlatformLogins | AdPlatforms
> =>
  Effect.gen(function* () {
    const { currency, id } = clearance.organization
    const known = yield* findLoginByEmail(id, login)
    if (known.email === null) {
      const message = "has no email to be known by; link its accounts again with a login that has one"
      return yield* new ValidationError({ fields: [{ path: "login", message }] })
    }
    const logins = yield* PlatformLogins
    const newLogin = newLoginOf(clearance, known.email, refreshToken, known.platform)
    const input = { email: known.email, refreshToken }
    const reachable = yield* Effect.mapError(
      (yield* AdPlatforms).get(known.platform).accounts(logins.candidate(id, newLogin)),
      (failure) => platformErrorOf(failure, input)
    )
    const accounts: Array<AccessibleAccount> = []
    for (const account of yield* readAccountIdsOfLogin(id, known.id)) {
      const found = reachable.find((one) => one.customerId === account)
      const problem = linkProblem(found, account, currency)
      if (problem !== null) return yield* problem
      accounts.push(found!)
    }
    const keep = Effect.flatMap(logins.connect(id, newLogin), (loginId) =>
      Effect.forEach(accounts, (account) => saveLink(id, loginId, account), { discard: true })
    )
    return { email: known.email, accounts, keep }
  })
