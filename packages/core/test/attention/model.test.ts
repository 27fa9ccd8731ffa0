import { describe, expect, it } from "vitest"
import { type AttentionFacts, attentionOf, headlineOf, wordsOf } from "../../src/attention/index.ts"
import type { CampaignTrouble, OrganizationSignals } from "../../src/campaigns/index.ts"

const nothing: AttentionFacts = {
  pending: [],
  logins: [],
  accounts: [],
  channels: [],
  tasks: [],
  campaigns: [],
  signals: null,
  actions: [],
  cap: null,
  committed: { daily: 0, totals: 0 }
}
const write = (id: string) => ({
  organization_id: 1,
  id,
  summary: `summary of ${id}`,
  comment: null,
  requester_user_email: "a@example.test",
  requester_key_last_four: null,
  expires_at: "2026-11-20T00:00:00.000Z"
})
const campaign: CampaignTrouble = {
  organization_id: 1,
  id: 7,
  slug: "one",
  name: "One",
  account: "5550000001",
  failed: false,
  still_live: false,
  changes: 0,
  conversions_stopped_since: null,
  delivery_stopped_since: null,
  spend: null,
  reason: null
}
const signals: OrganizationSignals = {
  organization_id: 1,
  conversions_stopped_since: null,
  week_until: "2026-11-14",
  conversions: 40,
  conversions_low: 30,
  conversions_high: 49,
  clicks: 300,
  clicks_low: 250,
  clicks_high: 350,
  month_until: null,
  month_spend: null,
  month_rest: null,
  month_warned: false
}
const action = {
  organization_id: 1,
  account: "5550000001",
  ref: "customers/5550000001/conversionActions/1",
  name: "Enquiry",
  last_seen: "2026-11-05",
  since: "2026-11-06",
  clicks: 1412
}
const spend = { direction: "above", until: "2026-11-17", span: 1, cost: 120, low: 40.5, high: 60 } as const
const november = { month_until: "2026-11-18", month_spend: 1800, month_rest: 1302 }
const read_at = "2026-11-18T09:00:00.000Z"
const login = {
  organization_id: 1,
  id: 3,
  platform: "google_ads",
  email: "ads@example.test",
  broken_reason: null,
  accounts: 1
}
const task = { organization_id: 1, id: 5, type: "report", error_message: null }
const kinds = (facts: Partial<AttentionFacts>) =>
  attentionOf({ ...nothing, ...facts }).map(({ kind }) => kind)
const place = { slug: "org", currency: "USD", adPlatform: "Google Ads" }

describe("what needs attention", () => {
  it("comes worst first, whatever the order of the facts", () => {
    expect(
      kinds({
        pending: [write("qw_1")],
        logins: [login],
        accounts: [{ id: "1", name: null, problem: "The link waits." }],
        tasks: [task],
        campaigns: [
          { ...campaign, changes: 2 },
          { ...campaign, id: 8, failed: true },
          { ...campaign, id: 9, still_live: true },
          { ...campaign, id: 10, delivery_stopped_since: "2026-11-10" },
          { ...campaign, id: 11, conversions_stopped_since: "2026-11-09" },
          { ...campaign, id: 12, spend: { ...spend, direction: "below" } },
          { ...campaign, id: 13, spend }
        ],
        signals: { ...signals, ...november, conversions: 29, clicks: 249 },
        channels: [{ organization_id: 1, id: "5550000001", name: null, campaigns: 3 }],
        actions: [{ ...action, account: "5550000002", since: "2026-11-16" }],
        cap: 3000,
        committed: { daily: 95, totals: 0 }
      })
    ).toEqual([
      "still_live",
      "broken_login",
      "unusable_account",
      "conversions_stopped",
      "delivery_stopped",
      "pace_passed",
      "campaign_failed",
      "approval",
      "outside_change",
      "failed_task",
      "action_silent",
      "conversions_fell",
      "clicks_fell",
      "spend_above",
      "spend_below",
      "cap_near",
      "channels_added"
    ])
    expect(kinds({})).toEqual([])
  })

  it("has every kind of trouble of one campaign", () => {
    const all = {
      ...campaign,
      changes: 1,
      failed: true,
      still_live: true,
      delivery_stopped_since: "2026-11-10"
    }
    expect(kinds({ campaigns: [all] })).toEqual([
      "still_live",
      "delivery_stopped",
      "campaign_failed",
      "outside_change"
    ])
  })

  it("a week is fallen below its interval, not at its end, and not where the interval is unknown", () => {
    expect(kinds({ signals: { ...signals, conversions: 30, clicks: 250 } })).toEqual([])
    expect(kinds({ signals: { ...signals, conversions: 29.9 } })).toEqual(["conversions_fell"])
    expect(kinds({ signals: { ...signals, clicks: 249 } })).toEqual(["clicks_fell"])
    expect(kinds({ signals: { ...signals, conversions: 0, conversions_low: null } })).toEqual([])
  })

  it("conversions that stopped everywhere are one thing, for campaigns and for the week too", () => {
    expect(
      kinds({
        signals: { ...signals, conversions: 0, conversions_stopped_since: "2026-11-01" },
        campaigns: [{ ...campaign, conversions_stopped_since: "2026-11-01" }]
      })
    ).toEqual(["conversions_stopped"])
  })

  it("a silent conversion action is one thing, with the campaigns and the week that it explains", () => {
    const withoutAny = (id: number, change: object) => ({
      ...campaign,
      id,
      name: `Campaign ${id}`,
      conversions_stopped_since: "2026-11-06",
      ...change
    })
    const facts = {
      actions: [action],
      signals: { ...signals, conversions: 29 },
      campaigns: [
        withoutAny(7, {}),
        withoutAny(8, { conversions_stopped_since: "2026-10-30" }),
        withoutAny(9, { account: "5550000002" }),
        withoutAny(10, { conversions_stopped_since: "2026-10-29" })
      ]
    }
    const items = attentionOf({ ...nothing, ...facts })
    expect(items.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      "conversions_stopped 9",
      "conversions_stopped 10",
      `action_silent action/${action.ref}`
    ])
    expect(wordsOf(items[2]!, place)).toEqual({
      title: "The conversion action Enquiry has been silent since 6 Nov 2026",
      line: "Last counted on 5 Nov 2026; 1,412 clicks since. Campaign 7 and Campaign 8 have no conversions at all. Check its tag and the pages that trigger it.",
      path: "/o/org/settings/accounts#conversions"
    })
    // A week that ended before the silence has another cause, and conversions that stopped everywhere are one thing.
    expect(
      kinds({ ...facts, campaigns: [], signals: { ...facts.signals, week_until: "2026-11-05" } })
    ).toEqual(["action_silent", "conversions_fell"])
    const all = attentionOf({
      ...nothing,
      ...facts,
      signals: { ...signals, conversions_stopped_since: "2026-11-06" }
    })
    expect(all.map(({ kind }) => kind)).toEqual(["conversions_stopped"])
    expect(wordsOf(all[0]!, place).line).toMatch(/^Silent: Enquiry\. Clicks go on as before\./)
  })

  it("a cap counts above 90%, not at 90%, and is passed above 100%", () => {
    expect(kinds({ cap: 3000, committed: { daily: 90, totals: 0 } })).toEqual([])
    expect(kinds({ cap: 3000, committed: { daily: 90.01, totals: 0 } })).toEqual(["cap_near"])
    expect(kinds({ cap: 3000, committed: { daily: 100, totals: 0 } })).toEqual(["cap_near"])
    expect(kinds({ cap: 3000, committed: { daily: 100.01, totals: 0 } })).toEqual(["cap_passed"])
    expect(kinds({ cap: 0, committed: { daily: 0, totals: 0 } })).toEqual([])
    expect(kinds({ cap: null, committed: { daily: 1e6, totals: 0 } })).toEqual([])
  })
})

describe("delivery", () => {
  const stopped = { ...campaign, delivery_stopped_since: "2026-11-12" }
  const unpaid = {
    ...stopped,
    reason: { read_at, reason: { kind: "billing", problem: "suspended" } } as const
  }
  const items = (facts: Partial<AttentionFacts>) => attentionOf({ ...nothing, ...facts })
  const words = (facts: Partial<AttentionFacts>) => wordsOf(items(facts)[0]!, place)

  it("that billing stops is one thing, whatever the number of campaigns", () => {
    const others = [
      { ...unpaid, id: 8, delivery_stopped_since: "2026-11-11" },
      { ...stopped, id: 9 }
    ]
    const campaigns = [unpaid, ...others]
    expect(items({ campaigns }).map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
      "delivery_stopped 9",
      "delivery_stopped billing"
    ])
    const billing = items({ campaigns }).find(({ subject }) => subject === "billing")!
    expect(wordsOf(billing, place)).toEqual({
      title: "2 live campaigns have not been shown since 11 Nov 2026",
      line: "Google Ads has suspended the ad account. Check its billing and policies there. Read on 18 Nov 2026.",
      path: "/o/org/settings/accounts"
    })
    expect(words({ campaigns: [unpaid] }).title).toBe("One has not been shown since 12 Nov 2026")
  })

  it("names the reason and leads to where it is dealt with", () => {
    const because = (reason: NonNullable<CampaignTrouble["reason"]>["reason"]) => {
      const { line, path } = words({ campaigns: [{ ...stopped, reason: { read_at, reason } }] })
      return [line, path]
    }
    const change = {
      kind: "change",
      where: "outside",
      at: "2026-11-11T10:00:00.000Z",
      by: "anna@agency.test"
    } as const
    const page = "/o/org/campaigns/one"
    expect(because(null)).toEqual([
      "The reason is not known. Check the billing, the ads and the targeting in Google Ads.",
      page
    ])
    expect(because({ kind: "ads_disapproved" })).toEqual([
      "Its ads are disapproved. Change them, or appeal in Google Ads. Read on 18 Nov 2026.",
      page
    ])
    expect(because({ kind: "ended", on: "2026-11-11" })).toEqual([
      "It ended on 11 Nov 2026. Pause it, or set a later end in Google Ads.",
      page
    ])
    expect(because({ kind: "total_used", total: 500 })[0]).toContain(
      "Its total budget of $500.00 is used up."
    )
    expect(because({ kind: "obstacle", text: "it has no keywords" })[0]).toBe(
      "Google Ads says: it has no keywords. Read on 18 Nov 2026."
    )
    expect(because(change)).toEqual([
      "Likely reason: it was changed in Google Ads by anna@agency.test on 11 Nov 2026.",
      "/o/org/activity"
    ])
    expect(because({ ...change, where: "here", by: null, budget: { from: 60, to: 40 } })[0]).toBe(
      "Likely reason: its daily budget was lowered from $60.00 to $40.00 here on 11 Nov 2026."
    )
  })

  it("outside the usual spend says how much, and what is usual", () => {
    expect(words({ campaigns: [{ ...campaign, spend }] })).toEqual({
      title: "One spends more than usual: $120.00 on 17 Nov 2026",
      line: "Usual: $40.50 to $60.00. The reason is not known.",
      path: "/o/org/campaigns/one"
    })
    const week = { ...spend, direction: "below", span: 7, cost: 10 } as const
    expect(words({ campaigns: [{ ...campaign, spend: week }] }).title).toBe(
      "One spends less than usual: $10.00 in the 7 days to 17 Nov 2026"
    )
  })
})

describe("the month's pace", () => {
  const pace = (cap: number | null, change: Partial<OrganizationSignals> = {}) => {
    const [item] = attentionOf({ ...nothing, cap, signals: { ...signals, ...november, ...change } })
    return item === undefined ? null : wordsOf(item, place)
  }

  it("says the projected amount and the day on which the cap is passed, whatever budgets commit", () => {
    expect(pace(3000)).toEqual({
      title: "At its usual pace, November costs $3,102.00; the cap is $3,000.00",
      line: "$1,800.00 were spent until 18 Nov 2026. It passes the cap on 30 Nov 2026. Nothing was paused. Lower budgets, or ask an owner to raise the cap.",
      path: "/o/org/campaigns"
    })
    expect(pace(1700)?.title).toBe("$1,800.00 were spent in November, above the cap of $1,700.00")
    expect(pace(3102)).toBeNull()
    expect(pace(null)).toBeNull()
  })

  it("is that of the month that begins after the last day that was read", () => {
    expect(pace(1000, { month_until: "2026-11-30", month_spend: 0 })?.title).toContain(
      "December costs $1,302.00"
    )
  })
})

describe("the headline of a list", () => {
  it("is the worst thing, with the number of others", () => {
    const items = attentionOf({ ...nothing, logins: [login], pending: [write("qw_1"), write("qw_2")] })
    expect(headlineOf(items, place)).toMatchObject({ kind: "broken_login", others: 2 })
    expect(headlineOf([], place)).toBeNull()
  })

  it("counts approvals as one, and leads to the only one or to all", () => {
    const of = (...ids: ReadonlyArray<string>) =>
      headlineOf(attentionOf({ ...nothing, pending: ids.map(write), tasks: [task] }), place)
    expect(of("qw_1")).toMatchObject({
      title: "A change waits for approval",
      path: "/o/org/optimizations/qw_1",
      others: 1
    })
    expect(of("qw_1", "qw_2")).toMatchObject({
      title: "2 changes wait for approval",
      line: "The oldest: summary of qw_1",
      path: "/o/org/optimizations",
      others: 1
    })
  })
})

it("says the range in whole numbers, and amounts in the organization's currency", () => {
  const [fell] = attentionOf({
    ...nothing,
    signals: { ...signals, conversions: 12, conversions_low: 30.2, conversions_high: 49.9 }
  })
  expect(wordsOf(fell!, place)).toMatchObject({
    title: "Fewer conversions than usual: 12 in the 7 days to 14 Nov 2026",
    line: expect.stringContaining("Usual for its clicks: 31 to 49.")
  })
  const [cap] = attentionOf({ ...nothing, cap: 3000, committed: { daily: 110, totals: 0 } })
  expect(wordsOf(cap!, { ...place, currency: "EUR" }).title).toBe(
    "Budgets commit €3,300.00 a month, above the cap of €3,000.00"
  )
})
