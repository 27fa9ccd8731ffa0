import { Effect } from "effect"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { adviseOrganization } from "../../../src/insight/engine/advise.ts"
import { Schedules } from "../../../src/tasks/registries.ts"
import { adsIn } from "../../drafts/support/drafts.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { until } from "../../support/until.ts"
import { campaignInDatabase, follow, jobsSettled, setAndFollow, startWorker } from "../../support/workers.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const source = "emergency-plumber"
const { admin, apply, list, preview, send, sendUndo, statusOf, there, undo } = recommendationHelpers(
  demo,
  source
)

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())
afterEach(() => demo.control("DELETE", "faults"))

/** Returns the generated draft of the last recommendation. */
const made = async (type: string) => {
  const [draft] = await demo.query<{ id: number; slug: string; task: number }>(
    `select c.id, c.slug, t.id as task from campaigns c join tasks t on t.campaign_id = c.id
       and t.organization_id = c.organization_id and t.type = 'campaign_draft'
     where c.organization_id = 1 and c.type = '${type}' order by c.id desc limit 1`
  )
  expect(await follow(demo, admin, draft!.task)).toMatchObject({ status: "completed" })
  return draft!
}
const keywordsOf = async () =>
  (
    await demo.query<{ text: string }>(
      `select k.text from keywords k join campaigns c on c.organization_id = k.organization_id and c.id = k.campaign_id
       where c.slug = '${source}' and k.state = 'enabled' and k.removed_at is null order by k.id limit 2`
    )
  ).map(({ text }) => text)

/** Creates the detector's recommendation, with keywords of the campaign. */
const hipo = async () => {
  const words = await keywordsOf()
  const id = `rec_${Math.random().toString(36).slice(2).padEnd(22, "0")}`
  const operations = [
    { op: "create_draft", type: "hipo", keywords: words.map((text) => ({ text, match: "phrase" })) }
  ]
  await demo.query(`insert into recommendations (organization_id, id, campaign_id, type, summary, details)
    select 1, '${id}', c.id, 'hipo', 'Give 2 keywords a campaign of their own',
      '${JSON.stringify({ version: 1, findings: [], operations })}'
    from campaigns c where c.organization_id = 1 and c.slug = '${source}'`)
  return { id, words }
}
const excluded = async (words: ReadonlyArray<string>) =>
  (await there("/campaignCriteria/")).filter((one) => words.some((text) => one.startsWith(`${text} EXACT`)))
const awaiting = async () =>
  (await demo.query("select 1 from negative_keywords where awaits_campaign_id is not null")).length
const setBudget = (slug: string) =>
  demo.run(call("campaigns.update", admin, { slug, budget: 1, dry_run: false }))
const exclusions = async () => {
  const { output } = await demo.run(call("campaigns.get", admin, { slug: source }))
  return (output as { negative_keywords_count: number }).negative_keywords_count
}

const sweep = () => demo.run(Effect.flatMap(Schedules, (all) => all.find("keyword-transfer-sweep")!.run))
/** Launches a campaign and loses the job of its keyword transfer. */
const launchOnly = async (slug: string) => {
  await stop()
  await demo.run(call("campaigns.set_state", admin, { slug, state: "live", dry_run: false }))
  await demo.query("delete from pgboss.job where name = 'keyword-transfer'")
  stop = await startWorker(demo)
  await until("it is live", async () => (await campaignInDatabase(demo, slug))["first_launched_at"] !== null)
}

describe("keywords with high potential", () => {
  it("become a draft with only these keywords, which undo discards", async () => {
    const { id, words } = await hipo()
    expect((await preview(id)).would_apply).toEqual([
      { op: "create_draft", summary: expect.stringMatching(/^Write the draft ".+" of type hipo$/) }
    ])
    const { action_id, task_tracking_id } = await apply(id)
    const { slug, task } = await made("hipo")
    expect(task_tracking_id).toBe(task)
    const keywords = (await adsIn(demo, slug)).flatMap((ad) => ad.keywords)
    expect(keywords.toSorted()).toEqual(words.map((text) => `exact ${text.toLowerCase()}`).toSorted())
    const { restored } = await undo(action_id)
    expect(restored).toContainEqual(expect.stringContaining(`Discarded the draft ${slug}`))
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ removed_at: expect.any(String) })
    expect(await statusOf(id)).toBe("undone")
  })

  it("move to it at its launch: the source campaign excludes them once it is live, in a separate action", async () => {
    const { id, words } = await hipo()
    const { action_id } = await apply(id)
    const { slug } = await made("hipo")
    await setBudget(slug)
    const before = await exclusions()
    const dry = await demo.run(call("campaigns.set_state", admin, { slug, state: "live" }))
    expect(dry.output).toMatchObject({
      warnings: [expect.stringContaining(`${source} no longer shows for "${words.toSorted()[0]}"`)]
    })
    expect(await excluded(words)).toEqual([])
    const launched = await setAndFollow(demo, admin)(slug, "live")
    expect(launched.task).toMatchObject({ status: "completed" })
    await until("they are excluded", async () => (await awaiting()) === 0)
    expect(await excluded(words)).toHaveLength(2)
    expect(await exclusions()).toBe(before + 2)
    const { output } = await demo.run(call("actions.list", demo.keys["northwind"]!.owner!, { limit: 2 }))
    const [handed, launch] = (output as { actions: ReadonlyArray<{ id: string; campaign: string }> }).actions
    expect(launch).toMatchObject({ id: launched.action, campaign: slug, op: "set_state" })
    expect(handed).toMatchObject({
      campaign: source,
      op: "transfer_keywords",
      detail: expect.stringContaining(`left to ${slug}`)
    })
    // Each is undone separately, and stopping the new campaign warns what else to undo.
    const pausing = await demo.run(call("campaigns.set_state", admin, { slug, state: "paused" }))
    expect(pausing.output).toMatchObject({ warnings: [expect.stringContaining(`Undo ${handed!.id}`)] })
    await undo(handed!.id)
    expect(await excluded(words)).toEqual([])
    expect(await exclusions()).toBe(before)
    // No part of the recommendation can be undone, so it stays applied.
    expect(await undo(action_id)).toMatchObject({
      undone: false,
      restored: [],
      not_restored: [{ reason: expect.stringContaining("launched since") }]
    })
    expect(await statusOf(id)).toBe("applied")
    // Going live again is no first launch, so restored keywords are not excluded again.
    await setAndFollow(demo, admin)(slug, "paused")
    await setAndFollow(demo, admin)(slug, "live")
    await jobsSettled(demo)
    expect(await excluded(words)).toEqual([])
    await setAndFollow(demo, admin)(slug, "paused")
  })

  it("stay while the launch is refused, and move when it succeeds", async () => {
    const { id, words } = await hipo()
    await apply(id)
    const { slug } = await made("hipo")
    await setBudget(slug)
    const message = "Not on a Sunday."
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", validateOnly: false, message })
    const declined = await setAndFollow(demo, admin)(slug, "live")
    expect(declined.task).toMatchObject({ status: "failed" })
    await demo.control("DELETE", "faults")
    expect(await excluded(words)).toEqual([])
    expect(await awaiting()).toBe(2)
    await setAndFollow(demo, admin)(slug, "live")
    await until("they are excluded", async () => (await awaiting()) === 0)
    expect(await excluded(words)).toHaveLength(2)
    const [handed] = await demo.query<{ id: string }>(
      "select id from actions where op = 'transfer_keywords' and undone_at is null order by sequence desc"
    )
    await undo(handed!.id)
    await setAndFollow(demo, admin)(slug, "paused")
  })

  it("stay if that was undone before the launch succeeded", async () => {
    const { id, words } = await hipo()
    await apply(id)
    const { slug } = await made("hipo")
    await setBudget(slug)
    await stop()
    const { error } = await demo.run(
      call("campaigns.set_state", admin, { slug, state: "live", dry_run: false })
    )
    expect(error).toBeNull()
    const [handed] = await demo.query<{ id: string }>(
      "select id from actions where op = 'transfer_keywords' order by sequence desc limit 1"
    )
    expect((await undo(handed!.id)).restored).toHaveLength(1)
    stop = await startWorker(demo)
    await jobsSettled(demo)
    await until(
      "it is live",
      async () => (await campaignInDatabase(demo, slug))["platform_resource_name"] !== null
    )
    expect(await excluded(words)).toEqual([])
    expect(await awaiting()).toBe(0)
    await setAndFollow(demo, admin)(slug, "paused")
  })

  it("are transferred by the sweep if a job failed; a refused transfer is not logged as done", async () => {
    const { id, words } = await hipo()
    await apply(id)
    const { slug } = await made("hipo")
    await setBudget(slug)
    await launchOnly(slug)
    const failing = (fault: object) => demo.control("POST", "faults", { method: "mutate", ...fault })
    await failing({ kind: "internal" })
    await sweep()
    expect(await awaiting()).toBe(2)
    await demo.control("DELETE", "faults")
    // A lost response is read back, and nothing is excluded twice.
    await failing({ kind: "lost", times: 1 })
    await sweep()
    expect([await awaiting(), (await excluded(words)).length]).toEqual([2, 2])
    await sweep()
    expect([await awaiting(), (await excluded(words)).length]).toEqual([0, 2])
    const [handed] = await demo.query<{ id: string }>(
      "select id from actions where op = 'transfer_keywords' order by sequence desc limit 1"
    )
    await undo(handed!.id)
    expect(await excluded(words)).toEqual([])
    await setAndFollow(demo, admin)(slug, "paused")
  })

  it("are not logged as transferred if the platform refuses the exclusions", async () => {
    const { id, words } = await hipo()
    await apply(id)
    const { slug } = await made("hipo")
    await setBudget(slug)
    await launchOnly(slug)
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", message: "Too many." })
    await sweep()
    expect([await awaiting(), await excluded(words)]).toEqual([0, []])
    const failed = await demo.query(
      "select failure from actions where op = 'transfer_keywords' and state = 'failed'"
    )
    expect(failed).toEqual([{ failure: expect.stringContaining("Too many.") }])
    expect(await campaignInDatabase(demo, source)).toMatchObject({ state: "live", state_error: null })
  })
})

describe("locations and customers of the profile without a campaign", () => {
  const advise = () => demo.run(adviseOrganization(1))
  const pending = async (type: string) => (await list()).recommendations.filter((one) => one.type === type)

  it("are recommended once each, as a draft that undo discards, and not again", async () => {
    await demo.query(`update business_profiles set places = jsonb_set(places, '{list}', places -> 'list' ||
      '[{"name": "Tacoma", "region": "WA", "country_code": "US", "geo": null,
         "geo_target": "geoTargetConstants/1027731", "full_name": "Tacoma, Washington, United States"}]')
      where organization_id = 1`)
    // Locations of other channels are not read: such a campaign would count as one that serves everywhere.
    await demo.query(`update campaigns set locations = (select locations from campaigns
      where organization_id = 1 and slug = 'boiler-repair') where organization_id = 1 and channel <> 'search'`)
    await advise()
    await advise()
    const places = await pending("location")
    expect(places.map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining("Tacoma, Washington, United States")
    )
    expect(places.some(({ summary }) => summary.includes("Seattle"))).toBe(false)
    const customers = await pending("icp")
    expect(customers.map(({ summary }) => summary)).toContainEqual(
      expect.stringContaining("Landlords who need a yearly boiler service")
    )

    const place = places.find(({ summary }) => summary.includes("Tacoma"))!
    const there = await apply(place.id)
    const shown = await made("location")
    expect(await campaignInDatabase(demo, shown.slug)).toMatchObject({
      type: "location",
      state: "draft",
      locations: { list: [{ name: "Tacoma, Washington, United States" }] }
    })
    await advise()
    expect((await pending("location")).some(({ summary }) => summary.includes("Tacoma"))).toBe(false)
    await undo(there.action_id)
    expect(await campaignInDatabase(demo, shown.slug)).toMatchObject({ removed_at: expect.any(String) })
    await advise()
    expect((await pending("location")).some(({ summary }) => summary.includes("Tacoma"))).toBe(false)

    const landlords = customers.find(({ summary }) => summary.includes("Landlords"))!
    const forThem = await apply(landlords.id)
    const spoken = await made("icp")
    expect(await campaignInDatabase(demo, spoken.slug)).toMatchObject({ type: "icp", name: /landlords/i })
    const keywords = (await adsIn(demo, spoken.slug)).flatMap((ad) => ad.keywords)
    expect(keywords.length).toBeGreaterThan(0)
    for (const keyword of keywords) expect(keyword).toMatch(/landlords$/)
    await advise()
    expect((await pending("icp")).map(({ id }) => id)).not.toContain(landlords.id)
    expect(await pending("icp")).toHaveLength(customers.length - 1)
    await undo(forThem.action_id)
    expect(await statusOf(landlords.id)).toBe("undone")
    expect(await send(landlords.id)).toMatchObject({ error: { _tag: "recommendation_not_pending" } })
    expect((await sendUndo(forThem.action_id)).output).toMatchObject({ undone: true, restored: [] })
  })
})
