import { beforeAll, describe, expect, it } from "vitest"
import { detectDaily, startDailyRuns } from "../../../src/insight/daily/run.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { peopleWriteHelpers } from "../../support/people-writes.ts"
import { until } from "../../support/until.ts"
import { startWorker } from "../../support/workers.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { apply, list, statusOf, undo } = recommendationHelpers(demo)

const campaignId = async (slug: string): Promise<number> =>
  (
    await demo.query<{ id: number }>(
      `select id from campaigns where organization_id = 1 and slug = '${slug}'`
    )
  )[0]!.id
const id = await campaignId("boiler-repair")
const detectAgain = () => demo.run(detectDaily(1, id))
const pending = async () => (await list({ campaign: "boiler-repair" })).recommendations
const pendingOf = async (type: string) => (await pending()).find((one) => one.type === type)

interface Details {
  readonly findings: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly operations: ReadonlyArray<{ readonly op: string; readonly text: string }>
}
const detailsOf = async (recommendation: string): Promise<Details> =>
  (
    await demo.query<{ details: Details }>(
      `select details from recommendations where id = '${recommendation}'`
    )
  )[0]!.details
const textsIn = async (recommendation: string) =>
  new Set((await detailsOf(recommendation)).operations.map(({ text }) => text))

const queued = () =>
  demo.query<{ organization: number; campaign: number }>(
    `select (data->>'organization')::int as organization, (data->>'campaign')::int as campaign
     from pgboss.job where name = 'daily-detection' order by 1, 2`
  )

describe("a new day of an account", () => {
  it("starts one run on each live search campaign, once", async () => {
    await demo.query(
      "update ad_accounts set last_synced_at = now(), detected_through = metrics_synced_through"
    )
    expect(await demo.run(startDailyRuns)).toEqual({ started: 0 })
    await demo.query(
      "update ad_accounts set detected_through = detected_through - 1 where organization_id = 1"
    )
    const live = await demo.query<{ id: number }>(
      `select id from campaigns where organization_id = 1 and state = 'live' and channel = 'search'
         and removed_at is null and platform_resource_name is not null order by id`
    )
    expect(live.length).toBeGreaterThan(1)
    expect(await demo.run(startDailyRuns)).toEqual({ started: live.length })
    expect(await queued()).toEqual(live.map((one) => ({ organization: 1, campaign: one.id })))
    expect(await demo.run(startDailyRuns)).toEqual({ started: 0 })
  })

  it("waits until the sync has ended", async () => {
    await demo.query(
      `update ad_accounts set detected_through = detected_through - 1, sync_lease_until = now() + interval '1 hour'
       where organization_id = 1`
    )
    expect(await demo.run(startDailyRuns)).toEqual({ started: 0 })
    await demo.query("update ad_accounts set sync_lease_until = null where organization_id = 1")
    expect((await demo.run(startDailyRuns)).started).toBeGreaterThan(0)
  })

  it("has its runs done by a worker", async () => {
    const stopWorker = await startWorker(demo)
    try {
      await until("the runs are done", async () => {
        const [open] = await demo.query<{ n: number }>(
          "select count(*)::int as n from pgboss.job where name = 'daily-detection' and state <> 'completed'"
        )
        return open!.n === 0
      })
    } finally {
      await stopWorker()
    }
    const campaigns = new Set((await queued()).map(({ campaign }) => campaign))
    const runs = await demo.query<{ campaign_id: number }>("select campaign_id from detector_runs")
    expect(new Set(runs.map(({ campaign_id }) => campaign_id))).toEqual(campaigns)
  })
})

describe("a daily run", () => {
  beforeAll(detectAgain)

  it("saves one recommendation of a detector, and keeps its id the next time", async () => {
    const before = await pending()
    expect(before.length).toBeGreaterThan(2)
    expect(new Set(before.map(({ type }) => type)).size).toBe(before.length)
    await detectAgain()
    expect((await pending()).map((one) => one.id).toSorted()).toEqual(before.map((one) => one.id).toSorted())
    const [run] = await demo.query<{ recommendations: number }>(
      `select recommendations from detector_runs where campaign_id = ${id}`
    )
    expect(run).toEqual({ recommendations: before.length })
  })

  it("lists a term or keyword in one recommendation", async () => {
    const all = await Promise.all((await pending()).map(async (one) => (await detailsOf(one.id)).findings))
    const listed = all.flatMap((findings) => [
      ...new Set(findings.flatMap((one) => one["term"] ?? one["text"] ?? []))
    ])
    expect(new Set(listed).size).toBe(listed.length)
  })

  it("changes nothing by itself", async () => {
    const [acted] = await demo.query<{ n: number }>(
      "select count(*)::int as n from actions where source = 'engine'"
    )
    expect(acted).toEqual({ n: 0 })
  })

  it("withdraws what is no longer found", async () => {
    const wasted = (await pendingOf("negative_keywords"))!
    await demo.query(`update campaigns set target_cpa = 100000 where id = ${id}`)
    await detectAgain()
    expect(await statusOf(wasted.id)).toBe("dismissed")
    await demo.query(`update campaigns set target_cpa = null where id = ${id}`)
    await detectAgain()
    expect(await pendingOf("negative_keywords")).toBeDefined()
  })

  it("proposes no finding again that a person dismissed, for 90 days", async () => {
    const found = (await pendingOf("negative_keywords"))!
    const dismissed = await textsIn(found.id)
    await peopleWriteHelpers(demo, "adam@northwind.test", "northwind").execute("recommendations.dismiss", {
      recommendation: found.id
    })
    await detectAgain()
    expect(await pendingOf("negative_keywords")).toBeUndefined()
    await demo.query(
      `update recommendations set dismissed_at = now() - interval '91 days' where id = '${found.id}'`
    )
    await detectAgain()
    expect(await textsIn((await pendingOf("negative_keywords"))!.id)).toEqual(dismissed)
  })

  it("proposes only the findings that nobody decided on", async () => {
    const found = (await pendingOf("negative_keywords"))!
    const [first] = (await detailsOf(found.id)).operations
    await demo.query(
      `insert into recommendations (organization_id, campaign_id, id, type, status, summary, details, dismissed_at, dismissed_by)
       select organization_id, campaign_id, 'rec_dismissed', type, 'dismissed', summary,
         jsonb_set(details, '{operations}', jsonb_build_array(details->'operations'->0)), now(), (select min(id) from users)
       from recommendations where id = '${found.id}'`
    )
    await detectAgain()
    const left = await textsIn(found.id)
    expect(left.size).toBeGreaterThan(0)
    expect(left).not.toContain(first!.text)
    const { findings } = await detailsOf(found.id)
    expect(findings.map(({ term }) => term)).not.toContain(first!.text)
  })

  it("leaves out what was applied, and what was undone", async () => {
    const found = (await pendingOf("high_cpc"))!
    const texts = await textsIn(found.id)
    const { action_id } = await apply(found.id)
    await detectAgain()
    expect((await pendingOf("high_cpc"))?.id).not.toBe(found.id)
    expect(await undo(action_id)).toMatchObject({ undone: true })
    await detectAgain()
    const again = await pendingOf("high_cpc")
    const left = again === undefined ? new Set<string>() : await textsIn(again.id)
    expect([...texts].filter((text) => left.has(text))).toEqual([])
  })

  it("does nothing on a campaign that is no longer live", async () => {
    await demo.query(`update campaigns set state = 'paused' where id = ${id}`)
    const before = await pending()
    expect(await detectAgain()).toEqual({ recommended: 0 })
    expect(await pending()).toEqual(before)
  })
})
