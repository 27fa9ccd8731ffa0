import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Redacted } from "effect"
import { withItsEvent } from "../../audit/trail.ts"
import type { ServiceError } from "../../contract/index.ts"
import type { AdPlatform } from "../../platform/ad-platform.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { Entrance } from "../../request/entrance.ts"
import { replyOf } from "../../request/handler.ts"
import { forThoseWhoRun, type RunBy } from "../door.ts"
import { type LoginGiven, makeLinkable } from "./link.ts"
import { type AccountRow, type LoginRow, readAccounts, readLogins } from "./read.ts"
import { makeReconnectable } from "./reconnect.ts"
import { selectAccount } from "./select.ts"

export type { LoginGiven } from "./link.ts"
export type { AccountRow, LoginRow } from "./read.ts"

/** An organization's ad accounts, and the logins by which they are reached. */
export interface Accounts {
  readonly accounts: ReadonlyArray<AccountRow>
  readonly logins: ReadonlyArray<LoginRow>
}

export interface Linked {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly status: "linked" | "pending" | "not_linked"
}

export interface Reconnected {
  readonly login: string
  /** The accounts that work again. */
  readonly accounts: ReadonlyArray<string>
}

/**
 * What those who run an organization do with its ad accounts. The platform is asked before the transaction, which then
 * keeps what was found together with its event: nobody waits for Google with a lock in their hands.
 */
export const accountEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const context = yield* Effect.context<SqlClient.SqlClient | AdPlatform | PlatformLogins>()
  const here = Effect.provide(context)

  return {
    list: (organization: string, by: RunBy): Entrance<Accounts> =>
      forThoseWhoRun(by, "accounts.list", organization, (entered) => {
        const { id } = entered.organization
        const all = Effect.all({ accounts: readAccounts(id), logins: readLogins(id) })
        return here(Effect.map(all, replyOf))
      }),
    link: (organization: string, account: string, login: LoginGiven, by: RunBy): Entrance<Linked> =>
      forThoseWhoRun(by, "accounts.link", organization, (entered) =>
        Effect.flatMap(here(makeLinkable(entered, account, login)), ({ account: found, keep }) => {
          const { currency, customerId: id, name, status } = found
          const linked: Linked = { id, name, currency, status }
          return withItsEvent(sql, entered.audit, Effect.as(here(keep), linked))
        })
      ),
    reconnect: (
      organization: string,
      login: string | null,
      refreshToken: Redacted.Redacted,
      by: RunBy
    ): Entrance<Reconnected> =>
      forThoseWhoRun(by, "accounts.reconnect", organization, (entered) =>
        Effect.flatMap(here(makeReconnectable(entered, login, refreshToken)), ({ accounts, email, keep }) => {
          const outcome: Reconnected = {
            login: email,
            accounts: accounts.map(({ customerId }) => customerId)
          }
          return withItsEvent(sql, entered.audit, Effect.as(here(keep), outcome))
        })
      ),
    select: (organization: string, account: string, by: RunBy): Entrance<AccountRow> =>
      forThoseWhoRun(by, "accounts.select", organization, ({ audit, organization: found }) =>
        withItsEvent<AccountRow, ServiceError | SqlError>(sql, audit, here(selectAccount(found, account)))
      )
  }
})
