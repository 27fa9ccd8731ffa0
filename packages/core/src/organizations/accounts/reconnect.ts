import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { type ServiceError, ValidationError } from "../../contract/index.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import { PlatformLogins } from "../../platform/logins.ts"
import type { AccessibleAccount } from "../../platform/model/index.ts"
import type { Entered } from "../door.ts"
import { keepLink, linkProblem } from "../link-account.ts"
import { newLoginOf, refusedByPlatform } from "./link.ts"
import { loginNamed } from "./read.ts"

interface Reconnectable {
  readonly email: string
  readonly accounts: ReadonlyArray<AccessibleAccount>
  readonly keep: Effect.Effect<void, SqlError, SqlClient.SqlClient | PlatformLogins>
}

/** The accounts that hang on a login. */
const accountsOf = (organization: number, login: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ id: string }>`select id from ad_accounts
      where organization_id = ${organization} and login_id = ${login} and status <> 'not_linked' order by id`
  )

/**
 * Asks the platform whether a new grant of a login still reaches every account that hangs on it. Half a connection would
 * hide which accounts are lost, so all of them must be there, or nothing is changed.
 */
export const makeReconnectable = (
  entered: Entered,
  login: string | null,
  refreshToken: Redacted.Redacted
): Effect.Effect<Reconnectable, ServiceError | SqlError, SqlClient.SqlClient | PlatformLogins | AdPlatform> =>
  Effect.gen(function* () {
    const { currency, id } = entered.organization
    const known = yield* loginNamed(id, login)
    if (known.email === null) {
      const message = "has no e-mail to be known by; link its accounts again with a login that has one"
      return yield* new ValidationError({ fields: [{ path: "login", message }] })
    }
    const logins = yield* PlatformLogins
    const granted = newLoginOf(entered, known.email, refreshToken)
    const given = { email: known.email, refreshToken }
    const reachable = yield* Effect.mapError(
      (yield* AdPlatform).accounts(logins.candidate(id, granted)),
      (failure) => refusedByPlatform(failure, given)
    )
    const accounts: Array<AccessibleAccount> = []
    for (const { id: account } of yield* accountsOf(id, known.id)) {
      const found = reachable.find((one) => one.customerId === account)
      const problem = linkProblem(found, account, currency)
      if (problem !== null) return yield* problem
      accounts.push(found!)
    }
    const keep = Effect.flatMap(logins.connect(id, granted), (loginId) =>
      Effect.forEach(accounts, (account) => keepLink(id, loginId, account), { discard: true })
    )
    return { email: known.email, accounts, keep }
  })
