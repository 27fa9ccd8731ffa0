import { expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, follow, jobsSettled, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const { execute, preview } = peopleWriteHelpers(demo)
const campaign = "old-sync"
const accept = (key: string, more: Record<string, unknown> = {}) =>
  demo.run(call("campaigns.accept_changes", key, { slug: campaign, ...more }))
const changeOf = async (what: string) =>
  (
    await demo.query<{ id: string }>(
      `select p.id from platform_changes p join campaigns c on c.organization_id = p.organization_id
       and c.id = p.campaign_id where c.slug = '${campaign}' and c.organization_id = 1 and p.what like '%${what}%'
       order by p.at desc limit 1`
    )
  )[0]!.id

it("a change of others is accepted, reverted where an edit of ours exists, and undone", async () => {
  const before = (await campaignInDatabase(demo, campaign)).budget as number
  const { output } = await accept(admin)
  const meaning = output as Extract<Output<"campaigns.accept_changes">, { dry_run: true }>
  const { from: now } = meaning.committed_monthly
  expect(meaning).toMatchObject({
    changes: [{ what: expect.stringContaining("Daily budget changed from") }],
    would_change: { budget: { from: before, to: 14 } },
    // The larger of both counts before, too.
    committed_monthly: { from: now, to: now },
    monthly_cap: expect.any(Number)
  })
  expect((await accept(admin, { dry_run: false, preview_hash: "another" })).error).toMatchObject({
    _tag: "preview_stale"
  })
  expect((await campaignInDatabase(demo, campaign)).budget).toBe(before)
  const accepted = await accept(admin, { dry_run: false, preview_hash: meaning.preview_hash })
  expect(accepted.output).toMatchObject({ accepted: true, sync: "pending" })
  const stopAccepting = await startWorker(demo)
  const { task_tracking_id } = accepted.output as { task_tracking_id: number }
  expect(await follow(demo, admin, task_tracking_id)).toMatchObject({
    status: "completed",
    result: { campaign, state: "paused" }
  })
  await stopAccepting()
  expect((await campaignInDatabase(demo, campaign)).budget).toBe(14)
  const launch = await demo.run(call("campaigns.set_state", admin, { slug: campaign, state: "live" }))
  expect(launch.error).toBeNull()

  const budget = await changeOf("udget")
  const shown = await preview("external_changes.revert", { campaign, change: budget })
  expect(shown).toMatchObject({ right: { would_change: [{ from: "$14", to: `$${before}` }] } })
  // Not past the per-call limit: 14 to 10 is more than 25%.
  expect(shown).toMatchObject({ right: { within_limits: false } })
  await demo.query("update organizations set api_budget_change_limit_pct = 50 where slug = 'northwind'")
  const done = await execute("external_changes.revert", { campaign, change: budget })
  expect(done).toMatchObject({ right: { applied: true, sync: "pending" } })
  const stop = await startWorker(demo)
  await jobsSettled(demo)
  await stop()
  expect(await campaignInDatabase(demo, campaign)).toMatchObject({ budget: before, unpushed: [] })
  const { action_id } = (done as { right: { action_id: string } }).right
  expect((await demo.run(call("actions.undo", admin, { id: action_id }))).output).toMatchObject({
    undone: true
  })

  expect(await preview("external_changes.revert", { campaign, change: "none" })).toMatchObject({
    left: { _tag: "not_found", next: expect.stringContaining(`${budget} (Daily budget`) }
  })
})

const storeChange = (id: string, previous: object, resource = "c.platform_resource_name") =>
  demo.query(`insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, what, resource, detail)
    select c.organization_id, c.ad_account_id, '${id}', c.id, c.last_synced_at, 'Changed: ${id}', ${resource},
      '${JSON.stringify({ previous })}'
    from campaigns c where c.organization_id = 1 and c.slug = 'boiler-repair'`)
const revert = (change: string) => preview("external_changes.revert", { campaign: "boiler-repair", change })

it("a target, a state and a keyword's state are reverted, and the rest says why not", async () => {
  const [keyword] = await demo.query<{ ref: string; state: string }>(
    `select k.platform_resource_name as ref, k.state from keywords k join campaigns c on c.organization_id = k.organization_id
     and c.id = k.campaign_id where c.organization_id = 1 and c.slug = 'boiler-repair' and k.removed_at is null
       and k.platform_resource_name is not null limit 1`
  )
  const other = keyword!.state === "enabled" ? "paused" : "enabled"
  await storeChange("target", { target_cpa: 33 })
  await storeChange("ai_max", { ai_max: true })
  await storeChange("state", { state: "paused" })
  await storeChange("keyword", { keyword: other }, `'${keyword!.ref}'`)
  await storeChange("gone", { keyword: other }, "'customers/1/adGroupCriteria/0'")
  await storeChange("other", {})
  expect(await revert("target")).toMatchObject({
    right: { would_change: [{ what: "Target CPA", to: "$33" }] }
  })
  expect(await revert("ai_max")).toMatchObject({
    right: { would_change: [{ what: "AI Max", from: "off", to: "on" }] }
  })
  expect(await revert("state")).toMatchObject({
    right: { would_change: [{ what: "State", from: "live", to: "paused" }] }
  })
  expect(await revert("keyword")).toMatchObject({
    right: { would_change: [{ text: expect.stringContaining(other) }] }
  })
  expect(await revert("gone")).toMatchObject({
    left: { fields: [{ message: expect.stringContaining("no longer has this keyword") }] }
  })
  expect(await revert("other")).toMatchObject({
    left: { fields: [{ message: expect.stringContaining("change everything else back in the ad platform") }] }
  })
})

it("is not accepted while the ad platform refuses to be read, and says why in its words", async () => {
  await demo.query(
    "update ad_platform_logins set state = 'broken', broken_reason = 'Token has been revoked' where organization_id = 1"
  )
  for (const more of [{}, { dry_run: false }])
    expect((await accept(admin, more)).error).toMatchObject({
      _tag: "ad_platform_connection_incomplete",
      because: expect.stringContaining("Token has been revoked")
    })
})
