import { describe, expect, it } from "vitest"
import type { DayFigures } from "../../../../src/campaigns/index.ts"
import { daysIn, plusDays } from "../../../../src/contract/index.ts"
import { renderDocument } from "../../../../src/insight/documents/document.ts"
import { shareTexts } from "../../../../src/insight/documents/figures.ts"
import { windowsOf, writeReport } from "../../../../src/insight/documents/kinds/index.ts"
import { causeFacts } from "../../../../src/insight/documents/sections/causes.ts"
import type { Source, SourceEvent } from "../../../../src/insight/documents/source.ts"
import { reportSource } from "../support/report-source.ts"

const period = { from: "2026-11-09", to: "2026-11-15" }
const windows = windowsOf("weekly", period)

/** Days of a campaign, each with the same cost, clicks and conversions, as a function of the day. */
const daysOf = (
  campaign: string,
  of: (date: string) => readonly [cost: number, clicks: number, conversions: number]
): ReadonlyArray<DayFigures> =>
  Array.from({ length: daysIn(windows.since, period.to) }, (_, n) => {
    const date = plusDays(windows.since, n)
    const [cost, clicks, conversions] = of(date)
    return {
      campaign,
      date,
      impressions: clicks * 10,
      clicks,
      cost_micros: cost * 1_000_000,
      conversions,
      conversions_value: 0
    }
  })

const campaign = (slug: string, state: "live" | "paused" = "live") => ({
  slug,
  name: slug,
  type: "prospecting",
  state,
  budget: 100,
  target_cpa: null,
  places: []
})

const source = (over: Partial<Source>): Source =>
  reportSource({ windows, latest: period.to, campaigns: [campaign("boilers"), campaign("drains")], ...over })

const event = (what: string, over: Partial<SourceEvent> = {}): SourceEvent => ({
  at: "2026-11-09T08:00:00.000Z",
  campaign: "boilers",
  what,
  who: "adam@northwind.test",
  outside: false,
  ...over
})

/** Boilers spend half as much in the week. */
const halved = [
  ...daysOf("boilers", (date) => [date >= period.from ? 50 : 100, 50, 5]),
  ...daysOf("drains", () => [40, 20, 2])
]
const written = (over: Partial<Source>) => renderDocument(writeReport("weekly", source(over)).document)

describe("a change of spend", () => {
  it.each([
    [
      "our own budget change",
      event("Daily budget from $1,000 to $500"),
      "“Daily budget from $1,000 to $500” on 9 Nov (adam@"
    ],
    ["our own pause", event("Paused, from live"), "“Paused, from live” on 9 Nov (adam@"],
    [
      "an outside change",
      event("Campaign paused", { outside: true }),
      "“Campaign paused” on 9 Nov, in the ad platform (adam@"
    ]
  ])("is attributed to %s", (_, cause, text) => {
    expect(written({ days: halved, events: [cause] })).toContain(`**boilers** spent $350.00 less: ${text}`)
  })

  it("names a change that does not move the spend by itself as a possible cause", () => {
    expect(written({ days: halved, events: [event('Negative keyword "free" added')] })).toContain(
      '**boilers** spent $350.00 less. A possible cause is “Negative keyword "free" added” on 9 Nov (adam@'
    )
  })

  it.each([
    ["nothing was recorded", []],
    ["the recorded change has the other direction", [event("Daily budget from $90 to $1,000")]],
    ["a negative keyword was removed", [event('Negative keyword "free" removed')]],
    ["the campaign was set live", [event("Set live, from paused")]],
    ["the change was in another campaign", [event("Campaign paused", { campaign: "drains" })]],
    ["only quoted text names a cause", [event('Renamed from "budget from 100 to 50" to "x"')]],
    ["the change came on the last day", [event("Campaign paused", { at: "2026-11-15T08:00:00.000Z" })]],
    ["the spend stayed after the change", [event("Campaign paused", { at: "2026-11-02T08:00:00.000Z" })]]
  ])("is unexplained if %s", (_, events) => {
    expect(written({ days: halved, events })).toContain(
      "No recorded change explains this: **boilers** spent $350.00 less."
    )
  })

  it("is attributed to the pause of a campaign that stopped, also without a record of it", () => {
    const days = daysOf("boilers", (date) => (date > "2026-11-10" ? [0, 0, 0] : [100, 50, 5]))
    const markdown = written({ campaigns: [campaign("boilers", "paused")], days })
    expect(markdown).toContain("spent $500.00 less: it is paused, and was last shown on 10 Nov.")
  })
})

describe("a week", () => {
  /** Boilers convert at 10 percent and drains at 20, at the same price of a click. */
  const clicks = (boilers: number, drains: number) => [
    ...daysOf("boilers", (date) => {
      const count = date >= period.from ? boilers : 50
      return [count, count, count / 10]
    }),
    ...daysOf("drains", (date) => {
      const count = date >= period.from ? drains : 50
      return [count, count, count / 5]
    })
  ]

  it("names clicks that moved between campaigns, which change the cost per conversion", () => {
    expect(written({ days: clicks(10, 90) })).toContain(
      "The cost per conversion fell: 19% of clicks converted instead of 15%. Mostly, the clicks are distributed differently over the campaigns."
    )
    const rates = daysOf("boilers", (date) => [50, 50, date >= period.from ? 10 : 5])
    expect(written({ days: rates })).toContain("20% of clicks converted instead of 10%.")
    expect(written({ days: rates })).not.toContain("Mostly,")
  })

  it("that costs nearly the same names no campaign and no day", () => {
    const markdown = written({ days: clicks(51, 50) })
    expect(markdown).not.toContain("The spend rose")
    expect(markdown).not.toContain("largest difference")
  })

  it("names the day that differs most, in either direction", () => {
    const days = daysOf("boilers", (date) => [
      date === "2026-11-11" ? 0 : date >= period.from ? 40 : 100,
      50,
      5
    ])
    expect(written({ days })).toContain("The day with the largest difference is Wed 11 Nov: $100.00 less")
  })
})

describe("conversions", () => {
  it("that fall at equal spend get a sentence, with chance named if it suffices", () => {
    const falling = (before: number, now: number) =>
      daysOf("boilers", (date) => [100, 50, date >= period.from ? now : before])
    expect(written({ days: falling(20, 10) })).toMatch(
      /Conversions fell 50% \(70 fewer\) although the spend was nearly the same \(\+0%\); 20% of clicks converted instead of 40%\. No recorded change explains it/
    )
    expect(written({ days: falling(3, 2) })).toContain("A difference of this size can be chance.")
    expect(causeFacts(source({ days: falling(20, 20) })).falls).toEqual([])
    // Less was spent, and as many fewer converted.
    const less = daysOf("boilers", (date) => (date >= period.from ? [92, 46, 17.8] : [100, 50, 20]))
    expect(causeFacts(source({ days: less })).falls).toEqual([])
  })

  const stopped = (from: string, conversions: number, to = period.to) =>
    daysOf("boilers", (date) => [100, 50, date >= from && date <= to ? 0 : conversions])

  it("that stop while clicks continue are an alarm about tracking, by the rule of the sync", () => {
    expect(written({ days: stopped("2026-11-10", 5) })).toContain(
      "From 10 Nov on, no conversion was counted on 6 days with 300 clicks, where at least 14 were to be expected."
    )
    // The alarm comes first, and what depends on conversions is not explained.
    expect(written({ days: stopped("2026-11-10", 5) })).toMatch(
      /amounts in USD_\n\n\*\*From 10 Nov on.*\*\* You spent[\s\S]*Conversions are missing, so costs per conversion/
    )
    expect(causeFacts(source({ days: stopped("2026-11-10", 5) })).falls).toEqual([])
    // Of 12 November alone is known that its conversions do not come any more.
    expect(causeFacts(source({ days: stopped("2026-11-12", 5) })).tracking).toEqual([])
    expect(causeFacts(source({ days: stopped("2026-11-10", 1) })).tracking).toEqual([])
  })

  it("that came back are reported too, and those of one campaign if only they stopped", () => {
    expect(causeFacts(source({ days: stopped("2026-11-09", 5, "2026-11-11") })).tracking).toMatchObject([
      { campaign: null, from: "2026-11-09", to: "2026-11-11", ongoing: false }
    ])
    const days = [...stopped("2026-11-10", 5), ...daysOf("drains", () => [40, 20, 2])]
    expect(written({ days })).toContain("In boilers, from 10 Nov on, no conversion was counted on 6 days")
  })
})

describe("shares", () => {
  it.each([[[1, 1, 1]], [[1, 2, 4, 8, 16, 31]], [[0.1, 0.1, 0.1, 99.7]], [[5]]])(
    "of %j add up to 100%%",
    (parts) => {
      const sum = shareTexts(parts).reduce((sum, text) => sum + Math.round(Number.parseFloat(text!) * 10), 0)
      expect(sum).toBe(1000)
    }
  )

  it("do not exist without a whole", () => expect(shareTexts([0, 0])).toEqual([null, null]))
})

describe("what limits the ads", () => {
  const boilers = {
    campaign: "boilers",
    lost_to_budget: 0.31,
    lost_to_rank: 0.124,
    keywords: [{ text: "boiler parts", score: 3, cost_micros: 15_640_000 }],
    disapproved: 2,
    limited: 0,
    poor: 1
  }
  const written = (over: Partial<Source>, type: "weekly" | "performance" = "weekly") =>
    renderDocument(writeReport(type, source({ days: halved, serving: [boilers], ...over })).document)

  it("states impressions lost, low quality scores and ads to correct, in weekly and monthly reports", () => {
    for (const type of ["weekly", "performance"] as const) {
      const report = written({}, type)
      expect(report).toContain(
        "**boilers** lost 31% of its impressions to its budget and 12% to ad rank in the last seven days with figures."
      )
      expect(report).toContain("1 keyword with a quality score of 4 or lower cost $15.64 in 30 days")
      expect(report).toContain("2 ads are disapproved and not shown and 1 ad has poor ad strength.")
    }
  })

  it("names lost rank as a possible cause of a fall that no recorded change explains", () => {
    expect(written({})).toContain(
      "**boilers** spent $350.00 less. No change is recorded. It lost 12% of its impressions to ad rank"
    )
    expect(written({ events: [event("Daily budget from $1,000 to $500")] })).not.toContain(
      "a possible cause."
    )
    const small = { ...boilers, lost_to_rank: 0.09 }
    expect(written({ serving: [small] })).toContain("No recorded change explains this: **boilers**")
  })

  it("is left out of a report of a past period, for which no values are known", () => {
    expect(written({ past: true })).not.toMatch(/impressions to|quality score of|disapproved/)
  })
})

describe("the cost per conversion", () => {
  it("gets a cause only beyond chance, and first the one that explains more", () => {
    const changed = (clicks: number, conversions: number, cost = 100) =>
      written({
        days: daysOf("boilers", (date) => (date >= period.from ? [cost, clicks, conversions] : [100, 50, 5]))
      })
    expect(changed(50, 5, 120)).toContain("differs no more than chance explains, so no cause is looked for.")
    // A quarter of the conversion rate, at three times the price of a click.
    expect(changed(25, 0.625, 150)).toMatch(
      /The cost per conversion rose: 2\.5% of clicks converted instead of 10%, and a click cost \$6\.00 instead of \$2\.00\./
    )
  })
})

describe("where more budget could go", () => {
  const serving = (lost_to_budget: number | null) => ({
    campaign: "boilers",
    impression_share: 0.5,
    lost_to_budget,
    lost_to_rank: 0.1,
    keywords: [],
    disapproved: 0,
    limited: 0,
    poor: 0
  })
  const days = daysOf("boilers", () => [100, 50, 5])

  it("is a campaign that its budget limits, with what another tenth of it would bring", () => {
    // 35 conversions for $700; 30 days of $10 more cost $300.
    expect(written({ days, serving: [serving(0.3)] })).toContain(
      "**boilers** lost 30% of its impressions to its budget. Another 10% of it costs at most $300.00 in 30 days and would bring 11 to 20 conversions, if they cost between $15.08 and $27.06 as in this period."
    )
    // The platform has no more than a ninth of the impressions to give.
    expect(written({ days, serving: [serving(0.1)] })).toContain("would bring 11 to 17 conversions")
  })

  it("is nowhere, if nothing supports it", () => {
    expect(written({ days, serving: [serving(0.05)] })).toContain("so nothing supports a larger one.")
    expect(written({ days, serving: [serving(null)] })).toContain("does not say what these campaigns lost")
  })
})
