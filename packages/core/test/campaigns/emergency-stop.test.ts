import { Effect, Fiber } from "effect"
import { afterEach, expect, it } from "vitest"
import { EmergencyStop, type EmergencyStopShape } from "../../src/campaigns/emergency-stop.ts"
import { Sync } from "../../src/campaigns/sync/index.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { respondWith } from "../../src/request/handler.ts"
import { asOperator, call } from "../support/call.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const olivia = "olivia@northwind.test"

const run = async <Out>(
  endpoint: (stops: EmergencyStopShape) => Endpoint<Out>,
  by = olivia
): Promise<Out> => {
  const result = await demo.run(
    Effect.flatMap(EmergencyStop, (stops) => asOperator(endpoint(stops), by)).pipe(Effect.either)
  )
  if (result._tag === "Left") throw result.left
  return result.right
}
const stop = (org: string, by = olivia) => run((stops) => stops.stop(org), by)
const undo = (org: string, by = olivia) => run((stops) => stops.undo(org), by)
const read = (org: string) =>
  run((stops) => ({
    name: "pages.stop",
    admits: "members",
    organization: org,
    role: null,
    run: (clearance) => Effect.map(stops.read(clearance), respondWith)
  }))
const inOrganization = (org: string) =>
  `organization_id = (select id from organizations where slug = '${org}') and removed_at is null`
const liveIn = async (org: string) =>
  (
    await demo.query<{ slug: string }>(
      `select slug from campaigns where coalesce(wanted_state, state) = 'live' and ${inOrganization(org)} order by slug`
    )
  ).map(({ slug }) => slug)
const resume = { state: "live", slug: "boiler-repair", dry_run: false }

afterEach(async () => {
  await demo.query("update ad_platform_logins set state = 'connected' returning id")
  for (const org of ["northwind", "fabrikam"]) if ((await read(org)).standing !== null) await undo(org)
})

it("suspends every key and pauses every live campaign, while approvals are on and the quota is used up", async () => {
  await demo.query(
    `insert into write_quota (organization_id, day, used)
     select id, (now() at time zone 'UTC')::date, 1000 from organizations where slug = 'fabrikam'
     on conflict (organization_id, day) do update set used = 1000 returning day`
  )
  const before = await liveIn("fabrikam")
  expect(before.length).toBeGreaterThan(2)
  expect(await stop("fabrikam")).toEqual({ paused: before.length, failed: [] })
  expect(await liveIn("fabrikam")).toEqual([])
  const restart = await demo.run(call("campaigns.set_state", demo.keys["fabrikam"]!.owner!, resume))
  expect(restart.error?._tag).toBe("org_access_denied")
  const { spending, standing, suspension } = await read("fabrikam")
  expect([spending, suspension?.by, standing?.by]).toEqual([[], olivia, olivia])
  expect(standing?.campaigns.map(({ slug }) => slug).toSorted()).toEqual(before)
})

it("is one write: an action for each campaign under one id, undone as a whole together with the suspension", async () => {
  const before = await liveIn("northwind")
  await stop("northwind")
  const { standing } = await read("northwind")
  const actions = await demo.query<{ op: string; n: number }>(
    `select op, count(*)::int as n from actions where request_id = '${standing!.id}' group by op`
  )
  expect(actions).toEqual([{ op: "set_state", n: before.length }])
  expect(await undo("northwind")).toEqual({ resumed: before.length, failed: [] })
  expect(await liveIn("northwind")).toEqual(before)
  expect(await read("northwind")).toMatchObject({ standing: null, suspension: null })
  const key = demo.keys["northwind"]!.admin!
  expect((await demo.run(call("campaigns.list", key))).status).toBe(200)
  await expect(undo("northwind")).rejects.toMatchObject({ _tag: "not_found" })
})

it("continues a stop that stands, and undoes what somebody already resumed only once", async () => {
  const before = await liveIn("northwind")
  await stop("northwind")
  const first = (await read("northwind")).standing!
  // A person resumes one campaign; a second stop pauses it again, under the same id.
  const action = first.campaigns[0]!.action
  await demo.query(
    "update organizations set access_suspended_at = null where slug = 'northwind' returning id"
  )
  expect(
    (await demo.run(call("actions.undo", demo.keys["northwind"]!.admin!, { id: action }))).error
  ).toBeNull()
  expect(await stop("northwind")).toEqual({ paused: 1, failed: [] })
  const second = (await read("northwind")).standing!
  expect([second.id, second.campaigns.length]).toEqual([first.id, before.length + 1])
  expect(await undo("northwind")).toEqual({ resumed: before.length, failed: [] })
  expect(await liveIn("northwind")).toEqual(before)
})

it("keeps a suspension that an owner made before the stop", async () => {
  await demo.query(
    "update organizations set access_suspended_at = now() where slug = 'northwind' returning id"
  )
  await stop("northwind")
  await undo("northwind")
  expect((await read("northwind")).suspension).not.toBeNull()
  await demo.query(
    "update organizations set access_suspended_at = null where slug = 'northwind' returning id"
  )
})

it("pauses behind a broken login, says what waits, and reports what an undo cannot resume", async () => {
  const before = await liveIn("northwind")
  await demo.query(
    "update ad_platform_logins set state = 'broken', broken_reason = 'It was revoked.' returning id"
  )
  expect(await stop("northwind")).toEqual({ paused: before.length, failed: [] })
  const { standing } = await read("northwind")
  for (const { waits } of standing!.campaigns) expect(waits).toMatch(/connect it again in the dashboard/i)
  const { failed, resumed } = await undo("northwind")
  expect([resumed, failed.length]).toEqual([0, before.length])
  expect(failed[0]!.reason).toMatch(/connect it again/i)
  // The pauses stand, and each can still be undone.
  await demo.query("update ad_platform_logins set state = 'connected' returning id")
  expect(await liveIn("northwind")).toEqual([])
  const key = demo.keys["northwind"]!.admin!
  for (const { action } of standing!.campaigns)
    expect((await demo.run(call("actions.undo", key, { id: action }))).error).toBeNull()
  expect(await liveIn("northwind")).toEqual(before)
})

it("works in the middle of a long sync", async () => {
  await demo.query("update campaign_days set clicks = clicks + 1")
  const [account] = await demo.query<{ organization: number; id: string }>(
    "select organization_id as organization, id from ad_accounts where organization_id = 1"
  )
  const { id, organization } = account!
  const release = await holdTransaction(
    demo,
    `select from search_term_windows where organization_id = ${organization} for update`
  )
  const syncing = demo.runtime.runFork(Effect.flatMap(Sync, (sync) => sync.account(organization, id)))
  await untilBlocked(demo, 1)
  expect((await stop("northwind")).failed).toEqual([])
  expect(syncing.unsafePoll()).toBeNull()
  await release()
  await demo.run(Fiber.join(syncing))
  // The sync did not overwrite the pauses with the platform's older states.
  expect(await liveIn("northwind")).toEqual([])
})

it("is for owners alone, and records each pause and the suspension in the audit trail under one request", async () => {
  await expect(stop("northwind", "adam@northwind.test")).rejects.toMatchObject({ _tag: "role_denied" })
  const paused = (await liveIn("northwind")).length
  await stop("northwind")
  const rows = await demo.query<{ operation: string; n: number }>(
    `select operation, count(*)::int as n from audit_events where status_code = 200 and request_id =
       (select request_id from audit_events where operation = 'organizations.stop' and status_code = 200 order by at desc limit 1)
     group by operation order by operation`
  )
  expect(rows).toEqual([
    { operation: "campaigns.set_state", n: paused },
    { operation: "organizations.stop", n: 1 },
    { operation: "organizations.suspend_access", n: 1 }
  ])
})
