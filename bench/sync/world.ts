import { PlatformLogins, type SyncReport } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { demoWorld } from "../../packages/emulator/src/demo/definition.ts"
import { fill } from "../world.ts"

/** The message of a running emulator. */
export interface EmulatorReady {
  readonly url: string
  readonly tokenUrl: string
}

/** The messages of a process that syncs. */
export type SyncMessage =
  | { readonly kind: "days"; readonly done: number; readonly total: number; readonly megabytes: number }
  | {
      readonly kind: "synced"
      readonly report: SyncReport
      readonly seconds: number
      /** CPU time of the process in seconds. */
      readonly cpu: number
      /** Its most memory in megabytes, and that before the sync. */
      readonly megabytes: number
      readonly megabytesBefore: number
    }

/** What a process that syncs receives as its argument. */
export interface SyncTask extends EmulatorReady {
  readonly databaseUrl: string
  readonly organization: number
  readonly account: string
  readonly days: number
  /** Days that the clock is ahead. */
  readonly ahead: number
}

/** The vault's key in the bench. */
export const vaultKey = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

/** Creates an organization that is linked to the emulator's account, and has not synced yet. */
export const fillLinked = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const logins = yield* PlatformLogins
  const [tenant] = yield* fill([{ slug: "large", campaigns: 0, days: 0 }])
  const { customerId, login, timeZone } = demoWorld.customers[0]!
  const [found] = yield* sql<{ organization: number; user: number }>`
    select o.id as organization, u.id as user from organizations o, users u`
  const { organization, user } = found!
  const loginId = yield* logins.connect(organization, {
    email: login.email,
    refreshToken: Redacted.make(login.refreshToken),
    connectedBy: user
  })
  yield* sql`delete from ad_accounts`
  yield* sql`
    insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status, selected)
    values (${organization}, ${customerId}, ${customerId}, ${loginId}, 'Large', 'USD', ${timeZone}, 'linked', true)`
  return { ...tenant!, organization, account: customerId }
})
