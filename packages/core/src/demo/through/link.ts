import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { PlatformLogins } from "../../platform/index.ts"
import type { OrganizationPlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"
import { insertRows } from "../writer/insert-rows.ts"
import type { Person } from "../writer/people.ts"
import type { DemoCustomer } from "./platform.ts"

/** An organization's account at the platform, connected and not yet synced. */
export const writeLink = (
  id: number,
  { currency, members, name }: OrganizationPlan,
  { customerId, login, timeZone }: DemoCustomer,
  people: ReadonlyMap<string, Person>,
  today: string
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const logins = yield* PlatformLogins
    const owner = Object.keys(members)[0]!
    const loginId = yield* logins.connect(id, {
      email: login.email,
      refreshToken: Redacted.make(login.refreshToken),
      connectedBy: people.get(owner)!.id
    })
    yield* sql`
      insert into ad_accounts (organization_id, id, customer_id, login_id, name, currency, time_zone, status, created_at)
      values (${id}, ${customerId}, ${customerId}, ${loginId}, ${name}, ${currency}, ${timeZone}, 'linked',
        ${momentBefore(today, { days: 412 })})`
    yield* sql`update organizations set selected_ad_account_id = ${customerId} where id = ${id}`
    yield* insertRows(
      "ad_account_access",
      { organization_id: "bigint", ad_account_id: "text", user_id: "bigint", selected: "boolean" },
      Object.keys(members).map((email) => ({
        organization_id: id,
        ad_account_id: customerId,
        user_id: people.get(email)!.id,
        selected: email === owner
      }))
    )
  })
