import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { conversionsStopped, judgeAction } from "../../src/campaigns/conversion-tracking.ts"
import { syncSignals } from "../../src/campaigns/sync/signals.ts"
import { type Output, plusDays } from "../../src/contract/index.ts"
import { AdAccounts } from "../../src/platform/index.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

const read = async <
  Name extends
    | "detectors.run"
    | "campaigns.get"
    | "keywords.list"
    | "campaigns.list_ads"
    | "organizations.get"
>(
  name: Name,
  values: Record<string, unknown>
) => {
  const { error, output } = await demo.run(call(name, owner, values))
  if (error !== null) throw new Error(JSON.stringify(error))
  return output as Output<Name>
}

describe("a conversion action", () => {
  const latest = "2026-03-31"
  const daysTo = (last: string) =>
    Array.from({ length: 90 }, (_, n) => plusDays("2026-01-01", n)).filter((date) => date <= last)
  const clicks = daysTo(latest).map((date) => ({ date, clicks: 10 }))
  const done = (last: string, conversions: number) => daysTo(last).map((date) => ({ date, conversions }))

  it.each([
    ["is alive while it is done", done(latest, 1), latest, null],
    ["is silent once luck does not explain it", done("2026-03-15", 1), "2026-03-15", "2026-03-16"],
    [
      "is not silent for the days whose conversions can still arrive",
      done("2026-03-24", 1),
      "2026-03-24",
      null
    ],
    ["is not silent because it is rare", done("2026-03-15", 0.05), "2026-03-15", null],
    ["was never seen", done(latest, 0), null, null]
  ])("%s", (_, days, last_seen, silent_since) => {
    expect(judgeAction(days, clicks, { latest, lag: 3 })).toEqual({ last_seen, silent_since })
  })
})

describe("conversions that stopped", () => {
  const history = { converted: "2026-01-10", conversions: 100, clicks_before: 1000, clicks_since: 80 }

  it("is found when luck does not explain so many clicks without a conversion", () => {
    expect(conversionsStopped(history)).toBe(true)
    expect(conversionsStopped({ ...history, clicks_since: 70 })).toBe(false)
  })

  it("is not judged with too few conversions, or none", () => {
    expect(conversionsStopped({ ...history, conversions: 9, clicks_since: 9000 })).toBe(false)
    expect(conversionsStopped({ ...history, converted: null, conversions: 0 })).toBe(false)
  })
})

describe("a sync", () => {
  it("reads impression shares, quality scores, approvals and strengths", async () => {
    const { serving } = await read("campaigns.get", { slug: "boiler-repair" })
    const { impression_share, lost_to_budget, lost_to_rank } = serving!
    expect(impression_share! + lost_to_budget! + lost_to_rank!).toBeCloseTo(1, 3)
    expect(impression_share).toBeGreaterThan(0)
    expect(serving!.conversions_stopped_since).toBeNull()
    const { keywords } = await read("keywords.list", { slug: "boiler-repair" })
    for (const { quality_score } of keywords) expect(quality_score).toBeOneOf([3, 4, 5, 6, 7, 8, 9, 10])
    const { ads } = await read("campaigns.list_ads", { slug: "boiler-repair" })
    expect(ads.length).toBeGreaterThan(0)
    for (const ad of ads) {
      expect(ad.approval).toBe("approved")
      expect(ad.strength).toBeOneOf(["excellent", "good", "average", "poor"])
    }
  })

  it("learns how late conversions come, and leaves days on which they were not counted out of the evidence", async () => {
    const reasons = async () => {
      const { findings } = await read("detectors.run", {
        slug: "boiler-repair",
        detector: "no_conversion_keywords"
      })
      return findings.map(({ reason }) => String(reason))
    }
    // Nine of ten conversions of the demo world come within five days.
    expect(await reasons()).toContainEqual(expect.stringContaining("(90 days, without the last 5)"))
    const [lost] = await demo.query<{ account: string; organization: number }>(`
      update campaign_days d set conversions = 0, conversions_value = 0
      from organizations o, ad_accounts a
      where o.slug = 'northwind' and d.organization_id = o.id and a.organization_id = o.id and a.status = 'linked'
        and d.date between a.metrics_synced_through - 40 and a.metrics_synced_through - 29
      returning a.id as account, o.id as organization`)
    await demo.run(
      Effect.flatMap(AdAccounts, (accounts) =>
        Effect.flatMap(accounts.get(lost!.organization, lost!.account), syncSignals)
      )
    )
    expect((await read("organizations.get", {})).conversions_stopped_since).toBeNull()
    expect(await reasons()).toContainEqual(
      expect.stringContaining("(90 days, without the last 5 and 12 on which conversions were not counted)")
    )
  })

  it("reports conversions that stop while clicks go on, for the campaign and the organization", async () => {
    expect((await read("organizations.get", {})).conversions_stopped_since).toBeNull()
    const [last] = await demo.query<{ day: string; account: string; organization: number }>(`
      update campaign_days d set conversions = 0, conversions_value = 0
      from organizations o, ad_accounts a
      where o.slug = 'northwind' and d.organization_id = o.id and a.organization_id = o.id and a.status = 'linked'
        and d.date > a.metrics_synced_through - 20
      returning a.metrics_synced_through - 19 as day, a.id as account, o.id as organization`)
    await demo.run(
      Effect.flatMap(AdAccounts, (accounts) =>
        Effect.flatMap(accounts.get(last!.organization, last!.account), syncSignals)
      )
    )
    const { conversions_stopped_since } = await read("organizations.get", {})
    expect(conversions_stopped_since).not.toBeNull()
    expect(conversions_stopped_since! <= last!.day).toBe(true)
    const { serving } = await read("campaigns.get", { slug: "boiler-repair" })
    expect(serving!.conversions_stopped_since).not.toBeNull()
    for (const detector of ["negative_keywords", "all"]) {
      const { note } = await read("detectors.run", { slug: "boiler-repair", detector })
      expect(note).toContain("Check the conversion tracking first.")
    }
  })

  it("judges the last week of running campaigns by the weeks before, and finds those that are not shown", async () => {
    const judge = async (change: string) => {
      const [found] = await demo.query<{ account: string; organization: number; to: string }>(
        `select a.id as account, o.id as organization, a.metrics_synced_through as to from ad_accounts a
         join organizations o on o.id = a.organization_id where o.slug = 'fabrikam' and a.status = 'linked'`
      )
      if (change !== "") await demo.query(change.replaceAll("$to", `'${found!.to}'::date`))
      await demo.run(
        Effect.flatMap(AdAccounts, (accounts) =>
          Effect.flatMap(accounts.get(found!.organization, found!.account), syncSignals)
        )
      )
      const [signals] = await demo.query<{
        clicks: number
        clicks_low: number
        conversions: number
        conversions_low: number
        until: boolean
      }>(`select clicks::float8, clicks_low::float8, conversions::float8, conversions_low::float8,
        week_until = '${found!.to}'::date - 3 as until from organization_signals where organization_id = ${found!.organization}`)
      const stopped = await demo.query<{ slug: string; since: boolean }>(`
        select c.slug, s.delivery_stopped_since = '${found!.to}'::date - 3 as since from campaign_signals s
        join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id
        where s.organization_id = ${found!.organization} and s.delivery_stopped_since is not null`)
      return { ...signals!, stopped }
    }
    const ofFabrikam = "organization_id = (select id from organizations where slug = 'fabrikam')"
    await demo.query(`insert into webhook_endpoints (organization_id, host, format, events, url, secret)
      select id, 'hooks.test', 'signed', '{delivery.stopped,delivery.started}', '', '' from organizations
      where slug = 'fabrikam'`)
    /* Every week is the same: whatever the demo's figures of today are. */
    const usual = await judge(
      `update campaign_days set clicks = 40, conversions = 8, impressions = 500 where ${ofFabrikam}`
    )
    expect(usual).toMatchObject({ until: true, stopped: [] })
    expect(usual.conversions).toBeGreaterThan(usual.conversions_low)
    expect(usual.clicks).toBeGreaterThan(usual.clicks_low)
    const fallen = await judge(
      `update campaign_days set conversions = 2 where ${ofFabrikam} and date <= $to - 3 and date > $to - 10`
    )
    expect(fallen.conversions).toBe(usual.conversions / 4)
    expect(fallen.conversions).toBeLessThan(fallen.conversions_low)
    expect(fallen.clicks).toBeGreaterThan(fallen.clicks_low)
    const quiet = await judge(`
      with quiet as (select id from campaigns where ${ofFabrikam} and slug in ('boiler-repair', 'bathroom-fitting')),
      running as (update campaign_signals set runs_since = $to - 90 where ${ofFabrikam})
      update campaign_days set impressions = 0, clicks = 0, conversions = 0
      where ${ofFabrikam} and campaign_id in (select id from quiet) and date >= $to - 3`)
    // The other one is paused.
    expect(quiet.stopped).toEqual([{ slug: "boiler-repair", since: true }])
    const shown = await judge(`update campaign_days set impressions = 500 where ${ofFabrikam}`)
    expect(shown.stopped).toEqual([])
    const told = await demo.query(`select type, content -> 'data' ->> 'campaign' as campaign
      from webhook_deliveries order by id`)
    expect(told).toEqual([
      { type: "delivery.stopped", campaign: "boiler-repair" },
      { type: "delivery.started", campaign: "boiler-repair" }
    ])
  })
})
