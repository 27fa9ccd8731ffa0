import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { withAuditEvent } from "../../audit/trail.ts"
import type { ServiceError } from "../../contract/index.ts"
import type { AccountRow } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { type Endpoint, type OwnerOrOperator, ownerOrOperatorEndpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { type AccountChoices, readChoices, readChoicesAsOwner } from "./choices.ts"
import { checkLinkable, type LoginInput } from "./link.ts"
import { type Accounts, readAccountsAndLogins, readAccountsOverview } from "./overview.ts"
import { checkReconnectable } from "./reconnect.ts"
import { selectAccount } from "./select.ts"
import { disconnect, unlink } from "./unlink.ts"

export type { AccountRow } from "../../platform/account-rows.ts"
export type { AccountChoice, AccountChoices } from "./choices.ts"
export { type CommandConsent, type ConnectedLogin, connectEndpoints } from "./connect.ts"
export { challengeOf, organizationOfState } from "./consent.ts"
export type { LoginInput } from "./link.ts"
export type { Accounts, AccountsOverview, NamedLogin } from "./overview.ts"

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

/** For what lets the service spend in another account. */
const confirmed = { needsConfirmation: true } as const

/**
 * The endpoints for ad accounts, for owners and operators. The platform is queried before the transaction,
 * which then stores the result together with its audit event. No lock is held during a call to the platform.
 */
export const accountEndpoints = Effect.gen(function* () {
  const context = yield* Effect.context<SqlClient.SqlClient | AdPlatforms | PlatformLogins>()
  const provide = Effect.provide(context)

  return {
    /** The origin of the platform's consent page; empty if the service is not set up for the platform. */
    consentOrigin: (yield* AdPlatforms).get(defaultPlatform).consentOrigin,
    list: (organization: string, callerKind: OwnerOrOperator): Endpoint<Accounts> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.list", organization, (clearance) =>
        provide(Effect.map(readAccountsAndLogins(clearance.organization.id), respondWith))
      ),
    link: (
      organization: string,
      account: string,
      login: LoginInput,
      callerKind: OwnerOrOperator
    ): Endpoint<LinkedAccount> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "accounts.link",
        organization,
        (clearance) =>
          Effect.flatMap(provide(checkLinkable(clearance, account, login)), ({ account: found, keep }) => {
            const { currency, customerId: id, name, status } = found
            const linked = (selected: boolean): LinkedAccount => ({ id, name, currency, status, selected })
            return withAuditEvent(clearance.audit, Effect.map(provide(keep), linked))
          }),
        confirmed
      ),
    reconnect: (
      organization: string,
      login: string | null,
      refreshToken: Redacted.Redacted,
      callerKind: OwnerOrOperator
    ): Endpoint<ReconnectedLogin> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "accounts.reconnect",
        organization,
        (clearance) =>
          Effect.flatMap(
            provide(checkReconnectable(clearance, login, refreshToken)),
            ({ accounts, email, keep }) => {
              const outcome: ReconnectedLogin = {
                login: email,
                accounts: accounts.map(({ customerId }) => customerId)
              }
              return withAuditEvent(clearance.audit, Effect.as(provide(keep), outcome))
            }
          ),
        confirmed
      ),
    select: (organization: string, account: string, callerKind: OwnerOrOperator): Endpoint<AccountRow> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.select", organization, ({ audit, organization: found }) =>
        withAuditEvent<AccountRow, ServiceError | SqlError>(audit, provide(selectAccount(found, account)))
      ),
    /** The accounts that a login reaches. */
    choices: (organization: string, login: number, callerKind: OwnerOrOperator): Endpoint<AccountChoices> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.choices", organization, (clearance) =>
        provide(Effect.map(readChoices(clearance, login), respondWith))
      ),
    unlink: (
      organization: string,
      account: string,
      callerKind: OwnerOrOperator
    ): Endpoint<{ readonly id: string }> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.unlink", organization, ({ audit, organization: found }) =>
        withAuditEvent(audit, provide(unlink(found, account)))
      ),
    /** Deletes a login that no linked account uses, by its id or email. */
    disconnect: (
      organization: string,
      login: number | string,
      callerKind: OwnerOrOperator
    ): Endpoint<{ readonly login: string | null }> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "accounts.disconnect",
        organization,
        ({ audit, organization: found }) => withAuditEvent(audit, provide(disconnect(found, login)))
      ),
    /** What pages of ad accounts read. */
    pages: {
      overview: (clearance: OrganizationClearance) =>
        provide(readAccountsOverview(clearance.organization.id)),
      choices: (clearance: OrganizationClearance, login: number) =>
        provide(readChoicesAsOwner(clearance, login))
    }
  }
})
