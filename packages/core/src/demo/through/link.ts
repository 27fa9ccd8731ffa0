import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { PlatformLogins } from "../../platform/index.ts"
import type { OrganizationPlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"
import { giveAccess } from "../writer/access.ts"
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
    yield* giveAccess(id, customerId, members, people)
  })
