import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { EmergencyStop } from "../../src/campaigns/emergency-stop.ts"
import { asOperator, call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const statesOf = async (org: string) =>
  (
    await query<{ state: string }>(
      `select distinct coalesce(wanted_state, state) as state from campaigns
       where organization_id = (select id from organizations where slug = '${org}') order by 1`
    )
  ).map(({ state }) => state)
const stop = (org: string, by: string) =>
  demo.run(Effect.flatMap(EmergencyStop, (stops) => asOperator(stops.stop(org), by)).pipe(Effect.either))

it("pauses every live campaign with an action each, while approvals are on and the quota is used up", async () => {
  await query(
    `insert into write_quota (organization_id, day, used)
     select id, (now() at time zone 'UTC')::date, 1000 from organizations where slug = 'fabrikam'
     on conflict (organization_id, day) do update set used = 1000`
  )
  expect(await statesOf("fabrikam")).toContain("live")
  const result = await stop("fabrikam", "olivia@northwind.test")
  if (result._tag === "Left") throw result.left
  const { failed, paused } = result.right
  expect(failed).toEqual([])
  expect(paused.length).toBeGreaterThan(2)
  expect(paused.every(({ action }) => action !== null)).toBe(true)
  expect(await statesOf("fabrikam")).not.toContain("live")
  // The way back is an undo like any other: a key may ask for it, and a person approves.
  const undo = await demo.run(call("actions.undo", demo.keys["fabrikam"]!.owner!, { id: paused[0]!.action! }))
  expect(undo.error?._tag).toBe("approval_required")
})

it("holds what keys and apps send afterwards, so that no agent starts a campaign again", async () => {
  expect((await stop("northwind", "olivia@northwind.test"))._tag).toBe("Right")
  const { error } = await demo.run(
    call("campaigns.set_state", demo.keys["northwind"]!.admin!, {
      org: "northwind",
      slug: "boiler-repair",
      state: "live",
      dry_run: false
    })
  )
  expect(error?._tag).toBe("approval_required")
})

it("is for owners alone, and a second stop changes nothing", async () => {
  const admin = await stop("northwind", "adam@northwind.test")
  expect(admin._tag === "Left" && admin.left._tag).toBe("role_denied")
  const again = await stop("northwind", "olivia@northwind.test")
  expect(again._tag === "Right" && again.right).toEqual({ paused: [], failed: [] })
})

it("records each pause and the stop itself in the audit trail, under one request", async () => {
  await query("update campaigns set state = 'live', wanted_state = null where slug = 'boiler-repair'")
  await stop("northwind", "olivia@northwind.test")
  const rows = await query<{ operation: string; status_code: number }>(
    `select operation, status_code from audit_events where request_id =
       (select request_id from audit_events where operation = 'organizations.stop' order by at desc limit 1)
     order by operation`
  )
  expect(rows).toEqual([
    { operation: "campaigns.set_state", status_code: 200 },
    { operation: "organizations.set", status_code: 200 },
    { operation: "organizations.stop", status_code: 200 }
  ])
})
