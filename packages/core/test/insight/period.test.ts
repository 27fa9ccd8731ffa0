import { describe, expect, it } from "vitest"
import { zeroSums } from "../../src/insight/amounts.ts"
import {
  comparePeriods,
  comparisonOf,
  dataUntil,
  fillMissingDays,
  maxDays,
  mondayOf,
  percentChange,
  periodNote,
  periodOf,
  previousPeriod,
  weeksOf
} from "../../src/insight/performance/period.ts"

const latest = "2026-03-10"

describe("the requested days", () => {
  it.each([
    ["neither", {}, "2026-03-04", "2026-03-10"],
    ["to alone, before the latest day", { to: "2026-03-02" }, "2026-02-24", "2026-03-02"],
    ["to alone, beyond it", { to: "2026-03-20" }, "2026-03-14", "2026-03-20"],
    ["to alone, over a leap day", { to: "2028-03-02" }, "2028-02-25", "2028-03-02"],
    ["from alone", { from: "2026-01-01" }, "2026-01-01", "2026-03-10"],
    ["from alone, the latest day itself", { from: latest }, latest, latest],
    ["both", { from: "2026-01-05", to: "2026-01-11" }, "2026-01-05", "2026-01-11"],
    ["both, one day", { from: "2026-01-05", to: "2026-01-05" }, "2026-01-05", "2026-01-05"],
    ["both, to come", { from: "2027-01-05", to: "2027-01-06" }, "2027-01-05", "2027-01-06"]
  ])("%s", (_, asked, from, to) => expect(periodOf(asked, latest)).toEqual({ from, to }))

  it.each([
    [
      "from alone after the latest day",
      { from: "2026-03-11" },
      "from",
      /2026-03-10, the latest day with data/
    ],
    ["longer than the maximum", { from: "2010-01-01" }, "from", /3660 days/],
    ["days before the first supported one", { from: "0001-01-01", to: "0001-01-03" }, "from", /1900-01-01/],
    ["the week before the first day", { to: "1900-01-03" }, "to", /1900-01-01/]
  ])("%s is refused", (_, asked, path, message) =>
    expect(periodOf(asked, latest)).toEqual({ path, message: expect.stringMatching(message) })
  )

  it("may be ten years", () => {
    const from = new Date(Date.parse(latest) - (maxDays - 1) * 86_400_000).toISOString().slice(0, 10)
    expect(periodOf({ from }, latest)).toEqual({ from, to: latest })
  })

  it.each([
    ["2026-03-04", "2026-03-10", "2026-02-25", "2026-03-03"],
    ["2026-03-01", "2026-03-01", "2026-02-28", "2026-02-28"]
  ])("the same number of days just before %s to %s", (from, to, before, until) =>
    expect(previousPeriod({ from, to })).toEqual({ from: before, to: until })
  )
})

describe("the compared days", () => {
  const week = { from: "2026-03-09", to: "2026-03-15" }
  it.each([
    ["ends before the latest day", "2026-03-20", "2026-03-15", { from: "2026-03-02", to: "2026-03-08" }],
    ["ends on the latest day", "2026-03-15", "2026-03-15", { from: "2026-03-02", to: "2026-03-08" }],
    ["ends the day after it", "2026-03-14", "2026-03-14", { from: "2026-03-03", to: "2026-03-08" }],
    ["begins on the latest day", "2026-03-09", "2026-03-09", { from: "2026-03-08", to: "2026-03-08" }],
    ["begins the day after it", "2026-03-08", "2026-03-08", null],
    ["has no data in the organization", null, null, null]
  ])("of a week that %s", (_, latest, until, before) => {
    expect(dataUntil(week, latest)).toBe(until)
    const first = latest === null ? null : "2026-01-01"
    expect(comparisonOf(week, { first, latest })).toEqual(before && { period: before, data: "all" })
  })

  const before = { from: "2026-03-02", to: "2026-03-08" }
  it.each([
    ["on its first day", "2026-03-02", "all"],
    ["on its second day", "2026-03-03", "some"],
    ["on its last day", "2026-03-08", "some"],
    ["on the day after it", "2026-03-09", "none"],
    ["within the week", "2026-03-12", "none"]
  ])("have data of which days if the data begins %s", (_, first, data) =>
    expect(comparisonOf(week, { first, latest: "2026-03-20" })).toEqual({ period: before, data })
  )
})

describe("a period outside the days with data", () => {
  const data = { first: "2026-02-01", latest: "2026-03-10" }
  const today = "2026-03-11"
  it.each([
    [
      "begins two days ahead, which is no account's day yet",
      "2026-03-13",
      "2026-03-20",
      /in the future.*up to 2026-03-10/
    ],
    [
      "begins tomorrow, where an account may be already",
      "2026-03-12",
      "2026-03-20",
      /no data yet.*2026-03-10/
    ],
    ["begins the day after the latest", "2026-03-11", "2026-03-11", /no data yet.*2026-03-10/],
    ["ends before the first", "2026-01-01", "2026-01-31", /before the data begins.*from 2026-02-01 on/]
  ])("%s", (_, from, to, note) => expect(periodNote({ from, to }, data, today)).toMatch(note))

  it("is none if a day of it has data", () => {
    for (const [from, to] of [
      ["2026-03-10", "2026-12-31"],
      ["2025-01-01", "2026-02-01"]
    ] as const)
      expect(periodNote({ from, to }, data, today)).toBeNull()
  })

  it("without any data says so only of the future", () => {
    const none = { first: null, latest: null }
    expect(periodNote({ from: "2026-03-01", to: "2026-03-07" }, none, today)).toBeNull()
    expect(periodNote({ from: "2027-03-01", to: "2027-03-07" }, none, today)).toMatch(/in the future/)
  })
})

describe("a change", () => {
  it.each([
    [104.2, 100, "+4.2%"],
    [90, 100, "-10%"],
    [100, 100, "+0%"],
    [99.96, 100, "+0%"],
    [0, 100, "-100%"],
    [1, 3, "-66.7%"],
    [1234, 1, "+123300%"],
    [5, 0, null],
    [0, 0, null]
  ])("from %d to %d is %s", (now, before, change) => expect(percentChange(now, before)).toBe(change))

  it("of a cost per conversion needs conversions in both periods", () => {
    const [some, none] = [
      { ...zeroSums, cost_micros: 10_000_000, conversions: 2 },
      { ...zeroSums, cost_micros: 10_000_000 }
    ]
    expect(comparePeriods(some, some)).toEqual({ spend: "+0%", conversions: "+0%", cpa: "+0%" })
    expect(comparePeriods(none, some)).toEqual({ spend: "+0%", conversions: "-100%", cpa: null })
    expect(comparePeriods(some, none)).toEqual({ spend: "+0%", conversions: null, cpa: null })
    expect(comparePeriods(some, zeroSums)).toEqual({ spend: null, conversions: null, cpa: null })
  })
})

describe("days and weeks", () => {
  const day = { ...zeroSums, cost_micros: 1_000_000 }

  it("without data are zeros", () => {
    const counted = new Map([["2026-02-28", day]])
    expect(fillMissingDays({ from: "2026-02-27", to: "2026-03-01" }, counted)).toEqual([
      ["2026-02-27", zeroSums],
      ["2026-02-28", day],
      ["2026-03-01", zeroSums]
    ])
  })

  it.each([
    ["2026-03-09", "2026-03-09"],
    ["2026-03-15", "2026-03-09"],
    ["2026-03-01", "2026-02-23"]
  ])("%s is in the week of Monday %s", (date, monday) => expect(mondayOf(date)).toBe(monday))

  it("weeks have only their requested days, and report missing ones", () => {
    const counted = new Map(["2026-03-08", "2026-03-09", "2026-03-15"].map((date) => [date, day]))
    const days = fillMissingDays({ from: "2026-03-08", to: "2026-03-16" }, counted)
    expect(weeksOf(days, { first: "2026-03-01", latest: "2026-03-16" })).toEqual([
      { monday: "2026-03-02", sums: day, partial: true },
      { monday: "2026-03-09", sums: { ...zeroSums, cost_micros: 2_000_000 }, partial: false },
      { monday: "2026-03-16", sums: zeroSums, partial: true }
    ])
    const partial = (first: string | null, latest: string | null) =>
      weeksOf(days, { first, latest }).map((week) => week.partial)
    expect(partial("2026-03-01", "2026-03-15")).toEqual([true, false, true])
    expect(partial("2026-03-01", "2026-03-14")).toEqual([true, true, true])
    expect(partial("2026-03-09", "2026-03-15")).toEqual([true, false, true])
    expect(partial("2026-03-10", "2026-03-15")).toEqual([true, true, true])
    expect(partial(null, null)).toEqual([true, true, true])
  })
})
