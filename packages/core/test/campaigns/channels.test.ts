import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { beforeAll, expect, it } from "vitest"
import { EmergencyStop } from "../../src/campaigns/emergency-stop.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import type { Output } from "../../src/contract/index.ts"
import { asOperator, call } from "../support/call.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds } from "../support/platforms.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../support/workers.ts"

/* Campaigns of every channel: an account that an earlier version read for search alone takes them in. */

const onPlatform = await runOnPlatform()
const demo = { ...onPlatform, run: runWithoutCheckLimit(onPlatform.runtime) }
const key = demo.keys["northwind"]!.owner!
const { set, undo, update } = executedWrites(demo, key)
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const account = String((await campaignInDatabase(demo, "boiler-repair"))["ad_account_id"])
const platform = await demo.run(googleAds)
const sync = () =>
  Effect.flatMap(Sync, (sync) => sync.account(1, account)).pipe(
    Effect.provide(Sync.layer({ historyDays: 1 }).pipe(Layer.provide(accountsOn(platform)))),
    demo.run
  )
const edit = (...mutateOperations: ReadonlyArray<object>) =>
  demo.control("POST", "edits", { customerId, userEmail: "agency@else.test", mutateOperations })

const budgetName = (n: number) => `customers/${customerId}/campaignBudgets/-${n}`
const budget = (n: number, fields: object) => ({
  campaignBudgetOperation: { create: { resourceName: budgetName(n), explicitlyShared: false, ...fields } }
})
const campaign = (name: string, channel: string, budgetNumber: number, fields: object = {}) => ({
  campaignOperation: {
    create: {
      name,
      status: "ENABLED",
      advertisingChannelType: channel,
      campaignBudget: budgetName(budgetNumber),
      ...(fields === manual ? {} : { maximizeConversions: {} }),
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
      ...fields
    }
  }
})
/** Bidding that takes a shared budget. */
const manual = { manualCpc: {} }
const micros = (units: number) => String(units * 1_000_000)
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const endsOn = inDays(20)

const organization = async () =>
  (await demo.run(call("organizations.get", key, { org: "northwind" }))).output as Output<"organizations.get">
const list = async (values: object = {}) => {
  const { output } = await demo.run(call("campaigns.list", key, { org: "northwind", limit: 100, ...values }))
  return output as Output<"campaigns.list">
}
const get = async (slug: string) =>
  (await demo.run(call("campaigns.get", key, { org: "northwind", slug }))).output as Output<"campaigns.get">

let committedBefore = 0

beforeAll(async () => {
  // The cap leaves room for the campaigns of this file.
  await demo.query("update organizations set max_spend = 20000 where slug = 'northwind'")
  committedBefore = (await organization()).committed_monthly!
  await demo.query(`update ad_accounts set channels_read_at = null where id = '${account}'`)
  await edit(
    budget(1, { amountMicros: micros(12) }),
    budget(2, { period: "CUSTOM_PERIOD", totalAmountMicros: micros(600) }),
    budget(4, { amountMicros: micros(8) }),
    budget(3, { name: "Shared", explicitlyShared: true, amountMicros: micros(20) }),
    campaign("Films", "VIDEO", 4),
    campaign("Summer", "DISPLAY", 1),
    campaign("Clearance", "DEMAND_GEN", 2, { endDateTime: `${endsOn} 23:59:59` }),
    campaign("Banners one", "DISPLAY", 3, manual),
    campaign("Banners two", "DISPLAY", 3, manual)
  )
  expect(await sync()).toMatchObject({ outcome: "synced", campaigns: { imported: 5 } })
})

it("lists them by channel, each with the kind of its budget", async () => {
  expect((await list({ channel: "video" })).campaigns).toMatchObject([
    { slug: "films", type: "external", state: "live", channel: "video", budget: 8, budget_type: "daily" }
  ])
  expect((await list({ channel: "search" })).campaigns.map(({ slug }) => slug)).toContain("boiler-repair")
  expect((await list({ channel: "search" })).campaigns.map(({ slug }) => slug)).not.toContain("films")
  expect(await get("clearance")).toMatchObject({
    channel: "demand_gen",
    budget: 0,
    budget_type: "total",
    budget_total: 600,
    budget_left: 600,
    ends_on: endsOn
  })
  expect(await get("boiler-repair")).toMatchObject({
    ...{ channel: "search", budget_type: "daily", budget_total: null, budget_left: null, ends_on: null }
  })
})

it("shows whether AI Max is on, and whether the platform writes texts", async () => {
  const turn = async (enableAiMax: boolean, slug = "boiler-repair") => {
    const { platform_resource_name: resourceName } = await campaignInDatabase(demo, slug)
    const update = { resourceName, aiMaxSetting: { enableAiMax } }
    await edit({ campaignOperation: { update, updateMask: "aiMaxSetting.enableAiMax" } })
    await sync()
    return (await get(slug)).ai_max
  }
  expect([await turn(true), await turn(false)]).toEqual([true, false])
  expect(await get("all-services")).toMatchObject({ ai_max: null, text_automation: true })
  expect(await get("remarketing")).toMatchObject({ ai_max: null, text_automation: false })

  const assetAutomationSettings = [
    { assetAutomationType: "TEXT_ASSET_AUTOMATION", assetAutomationStatus: "OPTED_IN" }
  ]
  const { platform_resource_name: resourceName } = await campaignInDatabase(demo, "boiler-repair")
  await edit({
    campaignOperation: {
      update: { resourceName, assetAutomationSettings },
      updateMask: "assetAutomationSettings"
    }
  })
  await sync()
  expect(await get("boiler-repair")).toMatchObject({ ai_max: false, text_automation: true })

  // One that does not follow the platform, and that an earlier version left unread.
  await demo.query("update campaigns set text_automation = null where slug = 'old-sync'")
  expect(await get("old-sync")).toMatchObject({ ai_max: null, text_automation: null })
  expect(await turn(true, "old-sync")).toBe(true)
  expect(await get("old-sync")).toMatchObject({ text_automation: false, sync: "conflict" })
  expect((await campaignInDatabase(demo, "old-sync"))["conflict"]).not.toMatchObject({
    settings: expect.arrayContaining([expect.objectContaining({ field: "ai_max" })])
  })
})

it("counts daily budgets for thirty days, total ones with what is left, and a shared one once", async () => {
  const { committed_monthly, max_spend, room_daily } = await organization()
  expect(committed_monthly).toBe(committedBefore + (12 + 8 + 20) * 30 + 600)
  expect(room_daily).toBe(Math.floor((max_spend! - committed_monthly!) / 30))
  await demo.query("update campaigns set budget_left = 250.5 where slug = 'clearance'")
  expect((await organization()).committed_monthly).toBe(committedBefore + (12 + 8 + 20) * 30 + 250.5)
  await demo.query("update campaigns set ends_at = now() - interval '1 minute' where slug = 'clearance'")
  expect((await organization()).committed_monthly).toBe(committedBefore + (12 + 8 + 20) * 30)
  expect(await get("clearance")).toMatchObject({ budget_left: 0 })
  await sync()
  expect((await organization()).committed_monthly).toBe(committedBefore + (12 + 8 + 20) * 30 + 600)
})

it("tells the owners once that an account has them now", async () => {
  const added = () =>
    demo.query(
      `select channels_added, channels_read_at is not null as read from ad_accounts where id = '${account}'`
    )
  const [first] = await added()
  expect(first).toMatchObject({ read: true })
  expect((first as { channels_added: number }).channels_added).toBeGreaterThanOrEqual(5)
  await sync()
  expect(await added()).toEqual([first])
})

it("changes budget and state in the platform, and takes them back", async () => {
  const stop = await startWorker(demo)
  const raise = actionOf(await update("summer", { budget: 14 }))
  const pause = actionOf(await set("summer", "paused"))
  await jobsSettled(demo)
  expect(await get("summer")).toMatchObject({
    platform_state: "paused",
    platform_budget: 14,
    sync: "in_sync"
  })
  expect((await undo(pause)).error).toBeNull()
  expect((await undo(raise)).error).toBeNull()
  await jobsSettled(demo)
  expect(await get("summer")).toMatchObject({ platform_state: "live", platform_budget: 12, sync: "in_sync" })
  await stop()
})

it("refuses a daily budget for a total or a shared one, and says where it is set", async () => {
  for (const [slug, why] of [
    [
      "clearance",
      /is a total of \$600 until \d{4}-\d\d-\d\d, not a daily amount; change it in the ad platform/
    ],
    ["banners-one", /is shared with other campaigns/]
  ] as const) {
    expect((await update(slug, { budget: 5 })).error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "budget", message: expect.stringMatching(why) }]
    })
  }
})

it("does not start a total budget that does not fit under the cap", async () => {
  const stop = await startWorker(demo)
  actionOf(await set("clearance", "paused"))
  await jobsSettled(demo)
  const { committed_monthly, max_spend } = await organization()
  await demo.query(
    `update organizations set max_spend = ${Math.floor(committed_monthly!) - 1} where slug = 'northwind'`
  )
  expect((await set("clearance", "live", { dry_run: true })).output).toMatchObject({
    blocked_by: "budget_over_cap",
    blocked_reason: expect.stringMatching(/the \$600 that are left of this campaign's total budget/)
  })
  expect((await set("clearance", "live")).error).toMatchObject({ _tag: "budget_cap_exceeded" })
  await demo.query(`update organizations set max_spend = ${max_spend} where slug = 'northwind'`)
  actionOf(await set("clearance", "live"))
  await jobsSettled(demo)
  await stop()
})

it("has no content of other channels here: lists say why, writes and detectors are refused", async () => {
  for (const name of ["keywords.list", "campaigns.list_ads", "keywords.list_negatives"] as const) {
    const { output } = await demo.run(call(name, key, { org: "northwind", slug: "films" }))
    expect(output).toMatchObject({ total: 0, note: expect.stringMatching(/^This is a Video campaign\./) })
  }
  const terms = await demo.run(call("performance.search_terms", key, { org: "northwind", campaign: "films" }))
  expect(terms.output).toMatchObject({ total: 0, note: expect.stringMatching(/^This is a Video campaign\./) })
  const search = await demo.run(call("keywords.list", key, { org: "northwind", slug: "boiler-repair" }))
  expect(search.output).not.toHaveProperty("note")

  const refused = { _tag: "channel_not_supported", channel: "video" }
  const writes = [
    ["keywords.add_negatives", { keywords: ["free"] }],
    ["campaigns.create_ad", { url: "http://northwind.test/boilers/" }],
    ["detectors.run", { detector: "high_cpc" }],
    ["detectors.run", { detector: "all" }]
  ] as const
  for (const [name, values] of writes) {
    const answer = await demo.run(call(name, key, { org: "northwind", slug: "films", ...values }))
    if (name === "keywords.add_negatives") {
      expect(answer.output).toMatchObject({ blocked_reason: expect.stringMatching(/Video campaign/) })
      const executed = { org: "northwind", slug: "films", ...values, dry_run: false }
      expect((await demo.run(call(name, key, executed))).error).toMatchObject(refused)
    } else expect(answer.error).toMatchObject(refused)
  }
})

it("pauses them with the emergency stop", async () => {
  const stops = await demo.run(EmergencyStop)
  const stop = stops.administration["organizations.stop"]
  const stopWorker = await startWorker(demo)
  const { paused } = await demo.run(asOperator(stop("northwind"), "olivia@northwind.test"))
  expect(paused).toBeGreaterThan(4)
  await jobsSettled(demo)
  const running = await demo.query(
    "select slug, state_error from campaigns where organization_id = 1 and platform_state = 'live' and removed_at is null"
  )
  // The platform's API takes no change of a video campaign: it is shown as still live, with the platform's reason.
  expect(running).toEqual([
    { slug: "films", state_error: expect.stringMatching(/not allowed on this campaign/) }
  ])
  await stopWorker()
})
