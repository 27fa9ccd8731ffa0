import { PlatformLogins } from "@adwarden/core"
import { type DemoCustomer, demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { organizations } from "../definition/organizations.ts"
import type { OrganizationPlan } from "../definition/types.ts"
import type { People } from "./people.ts"
import { daysAgo } from "./rows.ts"

/** Returns an organization's account in the platform, or undefined if it has none. */
export const customerOf = (slug: string): DemoCustomer | undefined =>
  demoWorld.customers.find((customer) => customer.slug === slug)

/**
 * Connects each organization to its account, which has not synced yet. The organization's first member made
 * the connection and selected the account; the other members have access.
 */
export const linkAccounts = (ids: ReadonlyMap<string, number>, people: People) =>
  Effect.forEach(organizations, (plan) => {
    const customer = customerOf(plan.slug)
    return customer === undefined ? Effect.void : link(ids.get(plan.slug)!, plan, customer, people)
  })

const link = (
  id: number,
  { members }: OrganizationPlan,
  { currencyCode, customerId, login, name, timeZone }: DemoCustomer,
  people: People
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const logins = yield* PlatformLogins
    const [owner] = Object.keys(members).map((email) => people.get(email)!.id)
    const loginId = yield* logins.connect(id, {
      email: login.email,
      refreshToken: Redacted.make(login.refreshToken),
      connectedBy: owner!
    })
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status, selected,
        created_at)
      values (${id}, ${customerId}, ${customerId}, ${loginId}, ${name}, ${currencyCode}, ${timeZone}, 'linked', true,
        ${daysAgo(412)})`
  })
