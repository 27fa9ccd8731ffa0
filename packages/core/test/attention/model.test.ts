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
  failed: false,
  still_live: false,
  changes: 0,
  conversions_stopped_since: null,
  delivery_stopped_since: null
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
  clicks_high: 350
}
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
          { ...campaign, id: 11, conversions_stopped_since: "2026-11-09" }
        ],
        signals: { ...signals, conversions: 29, clicks: 249 },
        channels: [{ organization_id: 1, id: "5550000001", name: null, campaigns: 3 }],
        cap: 3000,
        committed: { daily: 95, totals: 0 }
      })
    ).toEqual([
      "still_live",
      "broken_login",
      "unusable_account",
      "conversions_stopped",
      "delivery_stopped",
      "campaign_failed",
      "approval",
      "outside_change",
      "failed_task",
      "conversions_fell",
      "clicks_fell",
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

  it("a cap counts above 90%, not at 90%, and is passed above 100%", () => {
    expect(kinds({ cap: 3000, committed: { daily: 90, totals: 0 } })).toEqual([])
    expect(kinds({ cap: 3000, committed: { daily: 90.01, totals: 0 } })).toEqual(["cap_near"])
    expect(kinds({ cap: 3000, committed: { daily: 100, totals: 0 } })).toEqual(["cap_near"])
    expect(kinds({ cap: 3000, committed: { daily: 100.01, totals: 0 } })).toEqual(["cap_passed"])
    expect(kinds({ cap: 0, committed: { daily: 0, totals: 0 } })).toEqual([])
    expect(kinds({ cap: null, committed: { daily: 1e6, totals: 0 } })).toEqual([])
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
