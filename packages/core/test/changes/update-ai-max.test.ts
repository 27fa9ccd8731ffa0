import { demoWorld } from "@adwarden/google-ads-emulator"
import { expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"

/* AI Max of running campaigns: a field of the campaign, pushed and taken back as its other fields are. */

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const { undo, update } = executedWrites(demo, admin)
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const slug = "boiler-repair"

const campaign = async (of = slug) =>
  (await demo.run(call("campaigns.get", admin, { slug: of }))).output as Output<"campaigns.get">
const refOf = async (of = slug) => String((await campaignInDatabase(demo, of)).platform_resource_name)
interface There {
  readonly name?: string
  readonly aiMaxSetting?: { readonly enableAiMax?: boolean }
}
const there = async () => (await demo.state()) as { readonly resources: Readonly<Record<string, There>> }
const onThere = async () => (await there()).resources[await refOf()]!.aiMaxSetting?.enableAiMax ?? false
const changeThere = async (fields: object, updateMask: string, of = slug) =>
  demo.control("POST", "edits", {
    customerId,
    userEmail: "agency@else.test",
    mutateOperations: [
      { campaignOperation: { update: { resourceName: await refOf(of), ...fields }, updateMask } }
    ]
  })
/** Pushes what waits. */
const pushed = async () => {
  const stop = await startWorker(demo)
  await jobsSettled(demo)
  await stop()
}

it("previews the switch, sends it after the commit, and takes it back", async () => {
  expect(await campaign()).toMatchObject({ ai_max: false, text_automation: false })
  const { output } = await update(slug, { ai_max: true, dry_run: true })
  const preview = output as Extract<Output<"campaigns.update">, { dry_run: true }>
  expect(preview).toMatchObject({
    would_change: { ai_max: { from: false, to: true } },
    within_limits: true,
    platform_check: { verdict: "accepted" }
  })
  const done = await update(slug, { ai_max: true, preview_hash: preview.preview_hash })
  expect(done.output).toMatchObject({
    applied: true,
    sync: "pending",
    changed: { ai_max: { from: false, to: true } }
  })
  expect(await onThere()).toBe(false)
  await pushed()
  expect(await onThere()).toBe(true)
  expect(await campaign()).toMatchObject({ ai_max: true, sync: "in_sync" })
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ unpushed: [], unpushed_from: {} })
  expect((await update(slug, { ai_max: true })).output).toEqual({
    applied: true,
    action_id: null,
    changed: {}
  })

  expect((await undo(actionOf(done))).output).toMatchObject({ undone: true })
  await pushed()
  expect([await onThere(), (await campaign()).ai_max]).toEqual([false, false])
  const { output: history } = await demo.run(call("actions.list_mine", admin, { campaign: slug }))
  expect((history as Output<"actions.list_mine">).actions).toContainEqual(
    expect.objectContaining({ campaign: slug, detail: expect.stringContaining("AI Max from off to on") })
  )
})

it("says what came through it in 30 days when it is switched, as far as that is known", async () => {
  const on = "emergency-plumber"
  expect(await campaign(on)).toMatchObject({ ai_max: true })
  const through = async () => {
    const { output } = await update(on, { ai_max: false, dry_run: true })
    return (output as Extract<Output<"campaigns.update">, { dry_run: true }>).through_ai_max
  }
  const sums = (table: string, of: string) =>
    demo.query<{ clicks: number; cost: number; conversions: number }>(`
      select sum(${of}clicks)::float8 as clicks, sum(${of}cost_micros)::float8 as cost, sum(${of}conversions)::float8 as conversions
      from ${table} d join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
      where c.organization_id = 1 and c.slug = '${on}'
        and date > (select max(date) from campaign_days where organization_id = 1) - 30`)
  const [[part], [all]] = [await sums("search_term_days", "ai_max_"), await sums("campaign_days", "")]
  expect(part!.clicks).toBeGreaterThan(0)
  const found = await through()
  expect(found).toMatchObject({ clicks_30d: part!.clicks, cost_30d: Math.round(part!.cost / 10_000) / 100 })
  expect(found!.clicks).toBeCloseTo(part!.clicks / all!.clicks, 4)
  expect(found!.cost).toBeCloseTo(part!.cost / all!.cost, 4)
  const { output } = await update(on, { target_cpa: 40, dry_run: true })
  expect(output).not.toHaveProperty("through_ai_max")

  const { output: listed } = await demo.run(
    call("performance.search_terms", admin, { campaign: on, limit: 100 })
  )
  const terms = (listed as Output<"performance.search_terms">).search_terms
  expect(new Set(terms.map(({ match_source }) => match_source))).toContain("ai_max")
  expect(new Set(terms.map(({ match_source }) => match_source))).toContain("keyword")
  expect(terms.every(({ match_source }) => match_source !== null)).toBe(true)

  // A day that was read before the platform was asked for it.
  const [{ term }] = (await demo.query(`
    update search_term_days d set ai_max_impressions = null, ai_max_clicks = null, ai_max_cost_micros = null, ai_max_conversions = null
    where (organization_id, campaign_id, term_id, date, ad_id) in (
      select d.organization_id, d.campaign_id, d.term_id, d.date, d.ad_id from search_term_days d
      join campaigns c on c.organization_id = d.organization_id and c.id = d.campaign_id
      where c.organization_id = 1 and c.slug = '${on}' order by d.date desc, d.clicks desc limit 1)
    returning (select term from search_terms s where s.id = d.term_id and s.organization_id = d.organization_id)`)) as [
    { term: string }
  ]
  expect(await through()).toBeUndefined()
  const again = await demo.run(call("performance.search_terms", admin, { campaign: on, limit: 100 }))
  expect(again.output).toMatchObject({
    search_terms: expect.arrayContaining([expect.objectContaining({ term, match_source: null })])
  })
})

it("is not written over a switch of others, which can be accepted", async () => {
  await changeThere({ aiMaxSetting: { enableAiMax: true } }, "aiMaxSetting.enableAiMax")
  const { output } = await update(slug, { budget: 101, dry_run: true })
  expect(output).toMatchObject({ outside_change: [{ field: "ai_max", ours: false, theirs: true }] })
  const stop = await startWorker(demo)
  const accepted = await demo.run(call("campaigns.accept_changes", admin, { slug }))
  expect(accepted.output).toMatchObject({ would_change: { ai_max: { from: false, to: true } } })
  actionOf(await demo.run(call("campaigns.accept_changes", admin, { slug, dry_run: false })))
  await jobsSettled(demo)
  await stop()
  expect(await campaign()).toMatchObject({ ai_max: true, sync: "in_sync" })
  actionOf(await update(slug, { ai_max: false }))
  await pushed()
  expect(await onThere()).toBe(false)

  // Another change of ours leaves a switch of others as it is.
  await changeThere({ aiMaxSetting: { enableAiMax: true } }, "aiMaxSetting.enableAiMax")
  actionOf(await update(slug, { name: "Boilers" }))
  await pushed()
  expect(await onThere()).toBe(true)
  expect((await there()).resources[await refOf()]!.name).toBe("Boilers")
})

it("is refused where it does not exist, and before it was read", async () => {
  const refused = async (of: string, why: RegExp) => {
    const { error } = await update(of, { ai_max: true })
    expect(error).toMatchObject({ fields: [{ path: "ai_max", message: expect.stringMatching(why) }] })
    expect((await campaign(of)).ai_max).toBeNull()
  }
  await refused("spring-offers", /was not read from the ad platform yet/)
  await demo.query("update campaigns set channel = 'video' where slug = 'emergency-plumber'")
  await refused("emergency-plumber", /Search and Shopping campaigns only, and this is a Video campaign/)
  await demo.query("update campaigns set channel = 'search' where slug = 'emergency-plumber'")
  await demo.query("update campaigns set text_automation = null where slug = 'emergency-plumber'")
  await refused("emergency-plumber", /was not read/)
})

it("is off in a campaign that a launch creates", async () => {
  const stop = await startWorker(demo)
  await setAndFollow(demo, admin)("spring-offers", "live")
  await stop()
  const created = (await there()).resources[await refOf("spring-offers")]!
  expect(created.aiMaxSetting).toEqual({ enableAiMax: false })
  expect(await campaign("spring-offers")).toMatchObject({ ai_max: false, text_automation: false })
})
