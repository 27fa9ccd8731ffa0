import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect } from "effect"
import { afterAll, beforeEach, expect, it } from "vitest"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import type { Output } from "../../src/contract/index.ts"
import { approve } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, follow, jobsSettled, startWorker } from "../support/workers.ts"

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const { admin, owner } = demo.keys["northwind"]! as Record<"admin" | "owner", string>
const { execute: executeForPeople } = peopleWriteHelpers(demo)
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const sync = () => demo.run(Effect.flatMap(Sync, (one) => one.account(1, customerId)))

const run = async (name: Parameters<typeof call>[0], input: Record<string, unknown>, key = admin) => {
  const response = await demo.run(call(name, key, input))
  return (response.error ?? response.output) as Record<string, unknown>
}
const get = async (slug: string) => (await run("campaigns.get", { slug })) as Output<"campaigns.get">
const listed = async (slug: string) => {
  const { campaigns } = (await run("campaigns.list", { limit: 100 })) as Output<"campaigns.list">
  return campaigns.find((one) => one.slug === slug)!
}
const accept = (slug: string, more: Record<string, unknown> = {}) =>
  run("campaigns.accept_changes", { slug, ...more })
// The cap leaves room for what others raise here.
await demo.query("update organizations set max_spend = 14000 where slug = 'northwind'")
await demo.query(`insert into webhook_endpoints (organization_id, host, format, events, url, secret)
  select id, 'hooks.test', 'signed', '{conflict.found,conflict.ended}', '', '' from organizations where slug = 'northwind'`)
const stop = await startWorker(demo)
afterAll(stop)
/** Waits until the worker has done all pushes and tasks. */
const settle = () => jobsSettled(demo)
/** Accepts what others changed, and waits until the campaign has it. */
const acceptAll = async (slug: string) => {
  const { task_tracking_id } = await accept(slug, { dry_run: false })
  return follow(demo, admin, Number(task_tracking_id))
}

/** Edits a campaign as somebody else would in the platform. */
const edit = (mutateOperations: ReadonlyArray<object>, userEmail = "agency@else.test") =>
  demo.control("POST", "edits", {
    customerId,
    userEmail,
    clientType: "GOOGLE_ADS_WEB_CLIENT",
    mutateOperations
  })
const setBudgetThere = async (slug: string, amount: number, by?: string) => {
  const { platform_budget_resource_name: resourceName } = await campaignInDatabase(demo, slug)
  const update = { resourceName, amountMicros: String(amount * 1_000_000) }
  await edit([{ campaignBudgetOperation: { update, updateMask: "amountMicros" } }], by)
}
const setStatusThere = async (slug: string, status: "ENABLED" | "PAUSED") => {
  const { platform_resource_name: resourceName } = await campaignInDatabase(demo, slug)
  await edit([{ campaignOperation: { update: { resourceName, status }, updateMask: "status" } }])
}
const budgetThere = async (slug: string) => {
  const { platform_budget_resource_name: ref } = await campaignInDatabase(demo, slug)
  const { resources } = await demo.state()
  return Number((resources[String(ref)] as { amountMicros?: string }).amountMicros) / 1_000_000
}
const statusThere = async (slug: string) => {
  const { platform_resource_name: ref } = await campaignInDatabase(demo, slug)
  const { resources } = await demo.state()
  return (resources[String(ref)] as { status?: string }).status
}

/** Every test begins with a running campaign whose budget is 100 here and there. */
const slug = "boiler-repair"
beforeEach(async () => {
  await demo.control("DELETE", "faults")
  await settle()
  if ((await get(slug)).sync === "conflict") await acceptAll(slug)
  const { budget, state } = await get(slug)
  if (state !== "live") throw new Error(`The campaign is ${state}`)
  if (budget !== 100) {
    await setBudgetThere(slug, 100)
    await sync()
  }
  expect(await get(slug)).toMatchObject({ budget: 100, platform_budget: 100, sync: "in_sync" })
})

it("a raise does not overwrite a budget that others changed, and the campaign is in conflict", async () => {
  await setBudgetThere(slug, 140)
  const executed = await run("campaigns.update", { slug, budget: 110, dry_run: false })
  expect(executed).toMatchObject({ applied: true, sync: "pending" })
  await settle()
  expect(await budgetThere(slug)).toBe(140)
  expect(await get(slug)).toMatchObject({
    state: "live",
    budget: 110,
    platform_state: "live",
    platform_budget: 140,
    sync: "conflict",
    sync_error: expect.stringMatching(/The daily budget is \$140 there .*agency@else.test.* and \$110 here/)
  })
  expect(await listed(slug)).toMatchObject({ budget: 110, platform_budget: 140, sync: "conflict" })
  const log = (await run("actions.list", {}, owner)) as Output<"actions.list">
  expect(log.actions.find(({ id }) => id === executed["action_id"])).toMatchObject({
    outside_change: [{ field: "budget", ours: 110, theirs: 140, by: "agency@else.test", replaced: false }],
    sync_error: expect.stringContaining("nothing was overwritten")
  })
  // Neither a later attempt nor a sync overwrites it. The sync shows what it has by then, and the cap counts the larger.
  await setBudgetThere(slug, 150)
  await sync()
  expect(await get(slug)).toMatchObject({
    platform_budget: 150,
    sync: "conflict",
    sync_error: expect.stringContaining("The daily budget is $150 there and $110 here")
  })
  await demo.query("update campaigns set updated_at = now() - interval '11 minutes' where unpushed <> '{}'")
  await settle()
  expect(await budgetThere(slug)).toBe(150)
  const { committed_monthly } = (await run("organizations.get", {})) as Output<"organizations.get">
  const campaigns = (await run("campaigns.list", { limit: 100 })) as Output<"campaigns.list">
  const larger = campaigns.campaigns.reduce(
    (sum, { budget, budget_left, platform_budget }) =>
      sum + Math.max(budget, platform_budget ?? 0) * 30 + (budget_left ?? 0),
    0
  )
  expect(committed_monthly).toBeCloseTo(larger, 6)
  expect(await run("campaigns.update", { slug, budget: 120, dry_run: false })).toMatchObject({
    _tag: "sync_conflict",
    changes: expect.arrayContaining([
      { at: expect.any(String), by: "agency@else.test", what: expect.stringContaining("$150") }
    ])
  })
})

it("accepting takes over what the platform has, is undone as far as an edit exists, and frees the campaign", async () => {
  await setBudgetThere(slug, 140)
  await run("campaigns.update", { slug, budget: 110, dry_run: false })
  await settle()
  const preview = await accept(slug)
  expect(preview).toMatchObject({
    dry_run: true,
    changes: expect.arrayContaining([
      { at: expect.any(String), by: "agency@else.test", what: "Daily budget changed from $100 to $140" }
    ]),
    would_change: { budget: { from: 110, to: 140 } },
    needs_approval: false
  })
  // A preview that is no longer true is refused.
  await setBudgetThere(slug, 150)
  expect(await accept(slug, { dry_run: false, preview_hash: preview["preview_hash"] })).toMatchObject({
    _tag: "preview_stale"
  })
  const again = await accept(slug)
  const accepted = await accept(slug, { dry_run: false, preview_hash: again["preview_hash"] })
  expect(accepted).toMatchObject({
    accepted: true,
    changed: { budget: { from: 110, to: 150 } },
    sync: "pending"
  })
  await settle()
  expect(await get(slug)).toMatchObject({ budget: 150, platform_budget: 150, sync: "in_sync" })
  expect(await budgetThere(slug)).toBe(150)
  expect(await accept(slug, { dry_run: false })).toMatchObject({ accepted: true, action_id: null })
  const undone = await run("actions.undo", { id: accepted["action_id"] })
  expect(undone).toMatchObject({ undone: true, restored: [expect.stringContaining("110")] })
  await settle()
  expect(await budgetThere(slug)).toBe(110)
})

it("accepting a pause of others pauses the campaign here, and undoing that resumes it there", async () => {
  await setStatusThere(slug, "PAUSED")
  const change = { state: { from: "live", to: "paused" } }
  expect(await accept(slug)).toMatchObject({ dry_run: true, would_change: change })
  const accepted = await accept(slug, { dry_run: false })
  expect(accepted).toMatchObject({ accepted: true, changed: change })
  await follow(demo, admin, Number(accepted["task_tracking_id"]))
  expect(await get(slug)).toMatchObject({ state: "paused", platform_state: "paused", sync: "in_sync" })
  expect(await statusThere(slug)).toBe("PAUSED")
  expect(await run("actions.undo", { id: accepted["action_id"] })).toMatchObject({
    undone: true,
    restored: [`State of ${slug} to live`]
  })
  await settle()
  expect(await get(slug)).toMatchObject({ state: "live", platform_state: "live", sync: "in_sync" })
  expect(await statusThere(slug)).toBe("ENABLED")
})

it("accepting takes a campaign out of error, with the state that the platform has", async () => {
  await demo.query(
    `update campaigns set state = 'error', wanted_state = 'paused', state_error = 'It was refused.', unpushed = '{state}'
     where organization_id = 1 and slug = '${slug}' returning id`
  )
  expect(await get(slug)).toMatchObject({ state: "error", sync_error: "It was refused." })
  const change = { state: { from: "error", to: "live" } }
  expect(await accept(slug)).toMatchObject({ dry_run: true, would_change: change })
  const accepted = await accept(slug, { dry_run: false })
  expect(accepted).toMatchObject({ accepted: true, changed: change })
  await follow(demo, admin, Number(accepted["task_tracking_id"]))
  expect(await get(slug)).toMatchObject({ state: "live", sync: "in_sync", sync_error: null })
  expect(await run("actions.undo", { id: accepted["action_id"] })).toMatchObject({
    undone: false,
    not_restored: [{ reason: expect.stringContaining("It was in error before") }]
  })
  expect(await get(slug)).toMatchObject({ state: "live", sync: "in_sync" })
})

it("accepting passes the cap and the per-call limit, and its preview warns of the cap", async () => {
  await setBudgetThere(slug, 400)
  expect(await accept(slug)).toMatchObject({
    would_change: { budget: { from: 100, to: 400 } },
    monthly_cap: 14000,
    warnings: [expect.stringContaining("above the monthly cap of $14,000")]
  })
  expect((await acceptAll(slug)).status).toBe("completed")
  expect(await get(slug)).toMatchObject({ budget: 400, sync: "in_sync" })
})

it("accepting is held where approvals are on, and runs as it was approved", async () => {
  await setBudgetThere(slug, 140)
  await demo.query("update organizations set approvals_required = true where id = 1")
  const held = await accept(slug, { dry_run: false })
  await demo.query("update organizations set approvals_required = false where id = 1")
  expect(held).toMatchObject({ _tag: "approval_required" })
  expect((await get(slug)).budget).toBe(100)
  const id = String(held["queued_recommendation_id"])
  expect(
    await demo.run(approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
  ).toMatchObject({
    status: "approved"
  })
  await settle()
  expect(await get(slug)).toMatchObject({ budget: 140, platform_budget: 140, sync: "in_sync" })
})

it("a lower budget than both is written, and its action records what it replaced", async () => {
  await setBudgetThere(slug, 140)
  const { action_id } = await run("campaigns.update", { slug, budget: 80, dry_run: false })
  await settle()
  expect(await budgetThere(slug)).toBe(80)
  expect(await get(slug)).toMatchObject({ budget: 80, platform_budget: 80, sync: "in_sync" })
  const log = (await run("actions.list", {}, owner)) as Output<"actions.list">
  expect(log.actions.find(({ id }) => id === action_id)).toMatchObject({
    outside_change: [{ field: "budget", ours: 80, theirs: 140, replaced: true }]
  })
})

it("a budget that is lower than ours but not than theirs is not written", async () => {
  await setBudgetThere(slug, 60)
  await run("campaigns.update", { slug, budget: 80, dry_run: false })
  await settle()
  expect(await budgetThere(slug)).toBe(60)
  expect(await get(slug)).toMatchObject({ budget: 80, platform_budget: 60, sync: "conflict" })
})

it("a pause is written in a conflict, and a launch is refused until somebody has decided", async () => {
  await setBudgetThere(slug, 140)
  await run("campaigns.update", { slug, budget: 110, dry_run: false })
  await settle()
  await run("campaigns.set_state", { slug, state: "paused", dry_run: false })
  await settle()
  expect(await statusThere(slug)).toBe("PAUSED")
  expect(await budgetThere(slug)).toBe(140)
  expect(await get(slug)).toMatchObject({ state: "paused", platform_state: "paused", sync: "conflict" })
  const launch = { slug, state: "live" }
  expect(await run("campaigns.set_state", { ...launch, dry_run: false })).toMatchObject({
    _tag: "sync_conflict"
  })
  expect(await run("campaigns.set_state", launch)).toMatchObject({
    blocked_reason: expect.stringContaining("{campaigns.accept_changes}"),
    outside_change: [{ field: "budget", ours: 110, theirs: 140, by: "agency@else.test" }]
  })
  await acceptAll(slug)
  expect(await run("campaigns.set_state", { ...launch, dry_run: false })).toMatchObject({ accepted: true })
  await settle()
  expect(await get(slug)).toMatchObject({ state: "live", platform_state: "live", sync: "in_sync" })
})

it("previews show what others changed, which no sync has read", async () => {
  await setBudgetThere(slug, 120, "first@else.test")
  await setBudgetThere(slug, 140)
  // Somebody else changed another campaign of the account afterwards.
  await setBudgetThere("emergency-plumber", 61, "other@else.test")
  expect(await get(slug)).toMatchObject({ budget: 100, sync: "in_sync" })
  const preview = await run("campaigns.update", { slug, budget: 110 })
  expect(preview).toMatchObject({
    would_change: { budget: { from: 100, to: 110 } },
    outside_change: [
      { field: "budget", ours: 100, theirs: 140, by: "agency@else.test", at: expect.any(String) }
    ]
  })
  await sync()
  expect(await run("campaigns.update", { slug, budget: 150 })).not.toHaveProperty("outside_change")
})

it("an undo leaves what others changed since, and says so", async () => {
  const { action_id } = await run("campaigns.update", { slug, budget: 110, dry_run: false })
  await settle()
  await setBudgetThere(slug, 140)
  expect(await run("actions.undo", { id: action_id })).toMatchObject({
    undone: false,
    not_restored: [{ reason: expect.stringContaining("140") }]
  })
  expect(await budgetThere(slug)).toBe(140)
})

it("an undo that cannot read the platform is compared by its push", async () => {
  const { action_id } = await run("campaigns.update", { slug, budget: 90, dry_run: false })
  await settle()
  await setBudgetThere(slug, 140)
  await demo.control("POST", "faults", { kind: "quota", method: "search", times: 20 })
  expect(await run("actions.undo", { id: action_id })).toMatchObject({ undone: true, sync: "pending" })
  await demo.control("DELETE", "faults")
  await settle()
  expect(await budgetThere(slug)).toBe(140)
  expect(await get(slug)).toMatchObject({ budget: 100, platform_budget: 140, sync: "conflict" })
})

it("a change of ours that arrived without an answer is no outside change", async () => {
  await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
  await run("campaigns.update", { slug, budget: 110, dry_run: false })
  await settle()
  // As if the worker had stopped before it could record the result.
  await demo.query(`update campaigns set unpushed = '{budget}', unpushed_from = '{"budget": [100]}'
    where organization_id = 1 and slug = '${slug}'`)
  await run("campaigns.update", { slug, budget: 120, dry_run: false })
  await settle()
  expect(await budgetThere(slug)).toBe(120)
  expect(await get(slug)).toMatchObject({ budget: 120, sync: "in_sync" })
})

it("a person writes our budget over that of others, and undoes that", async () => {
  // Further than one call may move a budget.
  await setBudgetThere(slug, 160)
  await run("campaigns.update", { slug, budget: 110, dry_run: false })
  await settle()
  const done = await executeForPeople("external_changes.overwrite", { campaign: slug })
  expect(done).toMatchObject({ right: { applied: true, changed: [{ from: "$160", to: "$110" }] } })
  await settle()
  expect(await budgetThere(slug)).toBe(110)
  expect(await get(slug)).toMatchObject({ budget: 110, platform_budget: 110, sync: "in_sync" })
  const { action_id } = (done as { right: { action_id: string } }).right
  expect(await run("actions.undo", { id: action_id })).toMatchObject({ undone: true })
  await settle()
  expect(await budgetThere(slug)).toBe(160)
})

it("a paused campaign that others changed is in conflict after the sync, before the history shows it", async () => {
  const paused = "bathroom-fitting"
  await setBudgetThere(paused, 33)
  await demo.query(`delete from platform_changes where campaign_id = (select id from campaigns
    where organization_id = 1 and slug = '${paused}')`)
  await sync()
  expect(await get(paused)).toMatchObject({ budget: 30, platform_budget: 33, sync: "conflict" })
  expect(await run("campaigns.set_state", { slug: paused, state: "live", dry_run: false })).toMatchObject({
    _tag: "sync_conflict"
  })
  expect((await acceptAll(paused)).status).toBe("completed")
  expect(await get(paused)).toMatchObject({ budget: 33, sync: "in_sync" })
})

it("webhooks are told of each conflict once, and of its end", async () => {
  const told = await demo.query<{ type: string }>(`select type from webhook_deliveries
    where content -> 'data' ->> 'campaign' = '${slug}' order by id`)
  expect(told.length).toBeGreaterThan(1)
  expect(told.map(({ type }) => type)).toEqual(
    told.map((_, n) => (n % 2 === 0 ? "conflict.found" : "conflict.ended"))
  )
})

it("a pause that a broken login holds back is paused here and live there", async () => {
  await demo.query(
    "update ad_platform_logins set state = 'broken', broken_reason = 'Revoked' where organization_id = 1"
  )
  await run("campaigns.set_state", { slug, state: "paused", dry_run: false })
  await settle()
  const seen = { state: "paused", platform_state: "live", sync: "failed" }
  expect(await get(slug)).toMatchObject({ ...seen, sync_error: expect.stringContaining("Revoked") })
  expect(await listed(slug)).toMatchObject(seen)
})
