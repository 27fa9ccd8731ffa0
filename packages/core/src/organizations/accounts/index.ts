import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { withAuditEvent } from "../../audit/trail.ts"
import type { ServiceError } from "../../contract/index.ts"
import { type AccountRow, type LoginRow, readAccounts, readLogins } from "../../platform/account-rows.ts"
import type { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { type OwnerOrOperator, ownerOrOperatorEndpoint } from "../../request/owner-or-operator-endpoint.ts"
import { checkLinkable, type LoginInput } from "./link.ts"
import { checkReconnectable } from "./reconnect.ts"
import { selectAccount } from "./select.ts"

export type { AccountRow, LoginRow } from "../../platform/account-rows.ts"
export type { LoginInput } from "./link.ts"

/** An organization's ad accounts and their logins. */
export interface Accounts {
  readonly accounts: ReadonlyArray<AccountRow>
  readonly logins: ReadonlyArray<LoginRow>
}

export interface LinkedAccount {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly status: "linked" | "pending" | "not_linked"
}

export interface ReconnectedLogin {
  readonly login: string
  /** The accounts that work again. */
  readonly accounts: ReadonlyArray<string>
}

/**
 * The endpoints for ad accounts, for owners and operators. The platform is queried before the transaction,
 * which then stores the result together with its audit event. No lock is held during a call to the platform.
 */
export const accountEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context<SqlClient.SqlClient | AdPlatforms | PlatformLogins>()
  const provide = Effect.provide(context)

  return {
    list: (organization: string, callerKind: OwnerOrOperator): Endpoint<Accounts> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.list", organization, (clearance) => {
        const { id } = clearance.organization
        const all = Effect.all({ accounts: readAccounts(id), logins: readLogins(id) })
        return provide(Effect.map(all, respondWith))
      }),
    link: (
      organization: string,
      account: string,
      login: LoginInput,
      callerKind: OwnerOrOperator
    ): Endpoint<LinkedAccount> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.link", organization, (clearance) =>
        Effect.flatMap(provide(checkLinkable(clearance, account, login)), ({ account: found, keep }) => {
          const { currency, customerId: id, name, status } = found
          const linked: LinkedAccount = { id, name, currency, status }
          return withAuditEvent(sql, clearance.audit, Effect.as(provide(keep), linked))
        })
      ),
    reconnect: (
      organization: string,
      login: string | null,
      refreshToken: Redacted.Redacted,
      callerKind: OwnerOrOperator
    ): Endpoint<ReconnectedLogin> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.reconnect", organization, (clearance) =>
        Effect.flatMap(
          provide(checkReconnectable(clearance, login, refreshToken)),
          ({ accounts, email, keep }) => {
            const outcome: ReconnectedLogin = {
              login: email,
              accounts: accounts.map(({ customerId }) => customerId)
            }
            return withAuditEvent(sql, clearance.audit, Effect.as(provide(keep), outcome))
          }
        )
      ),
    select: (organization: string, account: string, callerKind: OwnerOrOperator): Endpoint<AccountRow> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.select", organization, ({ audit, organization: found }) =>
        withAuditEvent<AccountRow, ServiceError | SqlError>(
          sql,
          audit,
          provide(selectAccount(found, account))
        )
      )
  }
})
