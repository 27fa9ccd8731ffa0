import { Effect, Fiber } from "effect"
import { afterEach, expect, it } from "vitest"
import { EmergencyStop, type StopVersion } from "../../src/campaigns/emergency-stop.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import type { Endpoint, EndpointError } from "../../src/request/endpoint.ts"
import { respondWith } from "../../src/request/handler.ts"
import { asOperator, call } from "../support/call.ts"
import { isLong } from "../support/counts.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { raceRounds, rounds, staggeredSettled } from "../support/staggered.ts"
import { until } from "../support/until.ts"

const demo = await runOnPlatform()
const olivia = "olivia@northwind.test"

const run = async <Out, E extends EndpointError = never>(
  endpoint: (stops: EmergencyStop["Type"]) => Endpoint<Out, E>,
  by = olivia
): Promise<Out> => {
  const result = await demo.run(
    Effect.flatMap(EmergencyStop, (stops) => asOperator(endpoint(stops), by)).pipe(Effect.either)
  )
  if (result._tag === "Left") throw result.left
  return result.right
}
const stop = (org: string, by = olivia) => run((stops) => stops.administration["organizations.stop"](org), by)
/** Undoes the stop that the owner saw; by default the one that stands now. */
const undo = async (org: string, seen?: StopVersion) => {
  const shown = seen ?? (await read(org)).standing ?? { id: "stop_none", generation: 0 }
  return run((stops) =>
    stops.administration["organizations.undo_stop"](org, { id: shown.id, generation: shown.generation })
  )
}
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

it("is one write: an action for each campaign under one request, undone as a whole together with the suspension", async () => {
  const before = await liveIn("northwind")
  await stop("northwind")
  // The audit event of the stop leads to its actions, and back.
  const actions = await demo.query<{ op: string; n: number }>(
    `select op, count(*)::int as n from actions where request_id =
       (select request_id from audit_events where operation = 'organizations.stop' and status_code = 200 order by at desc limit 1)
     group by op`
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
  // A person resumes one campaign; a second stop pauses it again and continues the first.
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

it("pauses a campaign in error too, which the platform may still run", async () => {
  const inError = `slug = 'boiler-repair' and ${inOrganization("northwind")}`
  await demo.query(
    `update campaigns set state = 'error', wanted_state = null, platform_state = 'live', state_error = 'It was refused.'
     where ${inError} returning id`
  )
  const others = await liveIn("northwind")
  expect(others).not.toContain("boiler-repair")
  // It is listed once: as one that the stop pauses, not as one that is paused here.
  const { pauseWaiting, spending } = await read("northwind")
  expect(spending.map(({ slug }) => slug)).toContain("boiler-repair")
  expect(pauseWaiting.map(({ slug }) => slug)).not.toContain("boiler-repair")
  expect(await stop("northwind")).toEqual({ paused: others.length + 1, failed: [] })
  const [campaign] = await demo.query(
    `select coalesce(wanted_state, state) as state from campaigns where ${inError}`
  )
  expect(campaign).toEqual({ state: "paused" })
  await undo("northwind")
  await demo.query(
    `update campaigns set state = 'live', wanted_state = null, state_error = null where ${inError} returning id`
  )
})

it("lifts the suspension that only its second pull made", async () => {
  const suspended = (at: string) =>
    demo.query(`update organizations set access_suspended_at = ${at} where slug = 'northwind' returning id`)
  await suspended("now()")
  await stop("northwind")
  await suspended("null")
  await stop("northwind")
  await undo("northwind")
  expect((await read("northwind")).suspension).toBeNull()
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

const stoppedFor = async (key: string) =>
  Promise.all(
    (["rest", "mcp"] as const).map(async (surface) => {
      const { error } = await demo.run(call("campaigns.list", key, {}, { surface }))
      return error?._tag
    })
  )
const expectAllStopped = async () => {
  expect(await liveIn("northwind")).toEqual([])
  const { standing, suspension } = await read("northwind")
  expect([standing === null, suspension === null]).toEqual([false, false])
  expect(await stoppedFor(demo.keys["northwind"]!.admin!)).toEqual(["org_access_denied", "org_access_denied"])
}

it("wins if it is pulled while an earlier one is being undone: the undo ends, and what it resumed is paused again", async () => {
  const before = await liveIn("northwind")
  await stop("northwind")
  const first = (await read("northwind")).standing!
  // The undo is about to resume its first campaign. The later stop waits behind it.
  const release = await holdTransaction(
    demo,
    "select from organization_locks where organization_id = 1 for no key update"
  )
  const undoing = Promise.allSettled([undo("northwind", first)])
  await untilBlocked(demo, 1)
  const stopping = stop("northwind")
  await untilBlocked(demo, 2)
  await release()
  const [[undone], stopped] = await Promise.all([undoing, stopping])
  expect(undone).toMatchObject({ status: "rejected", reason: { _tag: "StopOvertaken", resumed: 1 } })
  expect(stopped).toEqual({ paused: 1, failed: [] })
  await expectAllStopped()
  const [event] = await demo.query(
    "select status_code, error_code from audit_events where operation = 'organizations.undo_stop' order by at desc, id desc limit 1"
  )
  expect(event).toEqual({ status_code: 409, error_code: "undo_conflict" })
  // The same stop goes on, and its pauses of both requests are undone together.
  const later = (await read("northwind")).standing!
  expect(later).toMatchObject({ id: first.id, generation: first.generation + 1 })
  expect(await undo("northwind", later)).toEqual({ resumed: before.length, failed: [] })
  expect(await liveIn("northwind")).toEqual(before)
  expect(await stoppedFor(demo.keys["northwind"]!.admin!)).toEqual([undefined, undefined])
})

it("wins at whatever moment of an undo it is pulled", async () => {
  const before = await liveIn("northwind")
  expect(before.length).toBeGreaterThan(1)
  const steps = before.length + 1
  const moments = isLong ? Array.from({ length: 2 * steps }, (_, n) => n % steps) : [0, steps >> 1, steps - 1]
  await rounds(raceRounds(moments.length), async (round) => {
    await stop("northwind")
    const { generation, id } = (await read("northwind")).standing!
    const resumed = moments[round % moments.length]!
    const pull = async () => {
      await until(
        `${resumed} campaigns are resumed`,
        async () => (await liveIn("northwind")).length >= resumed
      )
      await stop("northwind")
    }
    const [, pulled] = await staggeredSettled<unknown>(
      [() => undo("northwind", { id, generation }), pull],
      round
    )
    expect(pulled!.status).toBe("fulfilled")
    await expectAllStopped()
    expect(await undo("northwind")).toMatchObject({ failed: [] })
    expect(await liveIn("northwind")).toEqual(before)
  })
})

it("is undone only as the owner saw it: not a later one, nor another", async () => {
  await stop("northwind")
  const first = (await read("northwind")).standing!
  await stop("northwind")
  await expect(undo("northwind", first)).rejects.toMatchObject({ _tag: "StopOvertaken", resumed: 0 })
  await expectAllStopped()
  await undo("northwind")
  await stop("northwind")
  await expect(undo("northwind", first)).rejects.toMatchObject({ _tag: "StopOvertaken", resumed: 0 })
  await expectAllStopped()
})

it("that an earlier version made, with its id as the request of its pauses, is continued and undone as a whole", async () => {
  const before = await liveIn("northwind")
  await stop("northwind")
  const { id } = (await read("northwind")).standing!
  await demo.query(
    `update actions set request_id = '${id}' where request_id = (select request_ids[1] from emergency_stops where id = '${id}') returning id`
  )
  await demo.query(`update emergency_stops set request_ids = '{}' where id = '${id}' returning id`)
  const old = (await read("northwind")).standing!
  expect(old.campaigns.map(({ slug }) => slug).toSorted()).toEqual(before)
  await stop("northwind")
  await expect(undo("northwind", old)).rejects.toMatchObject({ _tag: "StopOvertaken" })
  expect(await undo("northwind")).toEqual({ resumed: before.length, failed: [] })
  expect(await liveIn("northwind")).toEqual(before)
})
