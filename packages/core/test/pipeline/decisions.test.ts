import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const organization = "fabrikam"
const femi = "femi@fabrikam.test"
const olivia = "olivia@northwind.test"

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const setRole = (role: string) =>
  query(
    `update memberships set role = '${role}' where user_id = (select id from users where email = '${femi}') returning role`
  )

it("a rejected decision is audited like an accepted one", async () => {
  const { error } = await demo.run(
    call("campaigns.update", demo.keys["fabrikam"]!.admin!, {
      slug: "boiler-repair",
      name: "Later",
      dry_run: false
    })
  )
  const id = (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  const refused = (work: ReturnType<typeof deciding.reject>) => demo.run(Effect.flip(work))
  await refused(deciding.approve({ organization, id, by: "mia@northwind.test" }))
  await setRole("member")
  await refused(deciding.reject({ organization, id, by: femi }))
  await setRole("admin")
  await refused(deciding.approve({ organization, id: "qw_nothere0000", by: femi }))
  await demo.run(deciding.reject({ organization, id, by: femi }))
  await refused(deciding.approve({ organization, id, by: olivia }))
  const events = await query(
    `select operation, status_code, error_code, user_email from audit_events e
     join organizations o on o.id = e.organization_id
     where o.slug = 'fabrikam' and operation like 'approvals.%' and surface = 'cli' and actor_type = 'user'
     order by sequence`
  )
  const row = (operation: string, status_code: number, error_code: string | null, user_email: string) => ({
    operation: `approvals.${operation}`,
    status_code,
    error_code,
    user_email
  })
  expect(events).toEqual([
    row("approve", 404, "not_found", "mia@northwind.test"),
    row("reject", 403, "role_denied", femi),
    row("approve", 404, "not_found", femi),
    row("reject", 200, null, femi),
    row("approve", 409, "recommendation_not_pending", olivia)
  ])
})
