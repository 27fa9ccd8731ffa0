import type { Detector } from "../../../../src/contract/index.ts"
import { detect } from "../../../../src/insight/detect/detect.ts"
import { budgetAdvice } from "../../../../src/insight/engine/rules.ts"
import { randomFrom } from "../../../support/random.ts"
import { historyDays, type Item, monthOf, type Shown, type World } from "./month.ts"

/* How often a rule is wrong about a healthy campaign in a month of daily runs. */

interface Healthy {
  /** What is simulated, for the table. */
  readonly name: string
  readonly rule: string
  readonly worlds: ReadonlyArray<World>
  /** Whether the rule says something wrong about what is shown. */
  readonly isWrong: (shown: Shown, world: World) => boolean
}

const always = (value: number) => (): number => value

/** Weights that fall with the rank and add up to 1. */
const shares = (count: number): ReadonlyArray<number> => {
  const weights = Array.from({ length: count }, (_, rank) => (rank + 1) ** -1.05)
  const whole = weights.reduce((sum, one) => sum + one, 0)
  return weights.map((one) => one / whole)
}

const price = 4
const [rate, cpa] = [0.05, 80]
const runs = 30

/** Items that convert alike, with this many conversions in 30 days together. */
const alike = (count: number, conversions: number): ReadonlyArray<Item> =>
  shares(count).map((share, n) => ({
    text: `word${Math.floor(n / 4)} term${n}`,
    clicks: always((share * conversions) / rate / runs),
    rate: always(rate),
    price
  }))

type Delay = World["delay"]
const sameDay: Delay = () => 0
const upToFiveDays: Delay = (random) => Math.floor(random() * 6)
const slow: Delay = (random) => Math.floor(-Math.log(1 - random()) * 20)

/** Each number of conversions a month with and without late conversions. */
const grid = (
  conversions: ReadonlyArray<number>,
  worldOf: (conversions: number) => Omit<World, "delay">
): ReadonlyArray<World> =>
  conversions.flatMap((one) => [sameDay, upToFiveDays].map((delay) => ({ ...worldOf(one), delay })))

/** The same campaigns with a mean lag of 20 days, which the platform reports, and after an outage. */
const hard = (
  conversions: ReadonlyArray<number>,
  worldOf: (conversions: number) => Omit<World, "delay">
): ReadonlyArray<World> =>
  conversions.flatMap((one) => [
    { ...worldOf(one), delay: slow, lagDays: 60 },
    { ...worldOf(one), delay: upToFiveDays, outage: { from: 85, to: 104 } }
  ])

const finds =
  (detector: Detector, options = {}) =>
  ({ view }: Shown): boolean =>
    detect(detector, view, options).operations.length > 0

const textsOf = (detector: Detector, { view }: Shown, op: string): ReadonlyArray<string> =>
  detect(detector, view).operations.flatMap((one) => (one.op === op && "text" in one ? [one.text] : []))

/** A tenth of the clicks cost five times as much and convert five times as often. */
const dearKeywords = (count: number, conversions: number): ReadonlyArray<Item> => {
  const usual = alike(count, conversions * 0.65)
  const dear = shares(3).map(
    (share, n): Item => ({
      text: `dear${n}`,
      clicks: always((share * conversions * 0.35) / (5 * rate) / runs),
      rate: always(5 * rate),
      price: 5 * price
    })
  )
  return [...usual, ...dear]
}

/** A tenth of the searches converts at a twentieth of the rate. */
const withLucky = (count: number, conversions: number): ReadonlyArray<Item> =>
  alike(count, conversions).map((one, n) =>
    n % 10 === 5 ? { ...one, text: `lucky ${n}`, rate: always(rate / 20) } : one
  )

const excludes = ({ view }: Shown): boolean =>
  detect("negative_keywords", view, { days: 30 }).operations.length > 0 ||
  detect("no_conversion_keywords", view).operations.length > 0

/** From 12 percent at the start of the evidence down to 3 percent when the new terms begin. */
const fallingRate = (day: number): number =>
  0.12 - 0.09 * Math.min(1, Math.max(0, (day - 30) / (startOfNew - 30)))
const startOfNew = historyDays - 30
const isNew = (n: number): boolean => n % 3 === 1

/** The clicks and terms of the stresses, with what differs of each term. */
const stressed = (
  change: (item: Item, n: number) => Partial<Item>,
  rest: Partial<World> = {}
): ReadonlyArray<World> =>
  [50, 200].flatMap((conversions) =>
    [20, 100].map((count) => ({
      items: alike(count, conversions).map((one, n) => ({ ...one, ...change(one, n) })),
      delay: upToFiveDays,
      over: {},
      ...rest
    }))
  )

const exclusionStresses: ReadonlyArray<readonly [name: string, worlds: ReadonlyArray<World>]> = [
  ["equal terms", stressed(() => ({}))],
  [
    "rate falls from 12 to 3 percent, a third of the terms new",
    stressed(({ clicks }, n) => ({
      rate: fallingRate,
      clicks: (day) => (isNew(n) && day < startOfNew ? 0 : clicks(day))
    }))
  ],
  ["past outage of 20 days", stressed(() => ({}), { outage: { from: 70, to: 89 } })],
  [
    "past outage of 20 days, a third of the terms new since it began",
    stressed(({ clicks }, n) => ({ clicks: (day) => (isNew(n) && day < 70 ? 0 : clicks(day)) }), {
      outage: { from: 70, to: 89 }
    })
  ],
  [
    "mean lag of 20 days, a third of the terms new",
    stressed(({ clicks }, n) => ({ clicks: (day) => (isNew(n) && day < startOfNew ? 0 : clicks(day)) }), {
      delay: slow
    })
  ],
  [
    "the same, the lag known",
    stressed(({ clicks }, n) => ({ clicks: (day) => (isNew(n) && day < startOfNew ? 0 : clicks(day)) }), {
      delay: slow,
      lagDays: 60
    })
  ],
  [
    "brand and generic mixed",
    stressed(({ text }, n) => (n % 3 === 0 ? { text: `northwind ${text}`, rate: always(5 * rate) } : {}), {
      over: { brand: ["northwind"] }
    })
  ]
]

const money = { maxSpend: null, changeLimitPercent: 25, committed: { daily: 0, totals: 0 } }
const raisesBudget = ({ costs, month, view }: Shown): boolean => {
  const advice = budgetAdvice({
    currency: "USD",
    budget: view.budget,
    targetCpa: view.targetCpa,
    conversionsStopped: false,
    served: costs.map((cost_micros, ago) => ({ ago, cost_micros })),
    last30: month,
    evidence: view.evidence,
    rules: money
  })
  return advice?.summary.startsWith("Raise") === true
}

const onTarget = (conversions: number) => ({
  items: alike(1, conversions),
  over: { targetCpa: cpa, budget: Math.round((2 * conversions * cpa) / runs) }
})
const budgetSpent = (conversions: number) => ({
  items: alike(1, conversions),
  over: { budget: Math.max(1, Math.floor((0.8 * conversions * cpa) / runs)) }
})

export const healthyCampaigns: ReadonlyArray<Healthy> = [
  {
    name: "on target",
    rule: "tcpa",
    worlds: grid([15, 30, 60, 150], onTarget),
    isWrong: finds("tcpa")
  },
  {
    name: "on target, a known mean lag of 20 days or a past outage",
    rule: "tcpa",
    worlds: hard([30, 150], onTarget),
    isWrong: finds("tcpa")
  },
  {
    name: "equal keywords",
    rule: "hipo",
    worlds: grid([30, 100, 300], (conversions) => ({
      items: alike(20, conversions),
      over: { budget: Math.floor((0.9 * conversions * cpa) / runs) }
    })),
    isWrong: finds("hipo")
  },
  {
    name: "dear keywords at the reference CPA",
    rule: "high_cpc",
    worlds: grid([30, 100, 300], (conversions) => ({ items: dearKeywords(20, conversions), over: {} })),
    isWrong: finds("high_cpc")
  },
  {
    name: "equal CPA, budget spent",
    rule: "budget",
    worlds: grid([15, 30, 60, 150], budgetSpent),
    isWrong: raisesBudget
  },
  {
    name: "the same, a known mean lag of 20 days or a past outage",
    rule: "budget",
    worlds: hard([30, 150], budgetSpent),
    isWrong: raisesBudget
  },
  {
    name: "searches that convert by luck",
    rule: "new_keywords",
    worlds: grid([30, 100, 300], (conversions) => ({
      items: withLucky(100, conversions),
      over: { keywords: [] }
    })),
    isWrong: (shown) => textsOf("new_keywords", shown, "add_keyword").some((text) => text.startsWith("lucky"))
  },
  {
    name: "searches that convert by luck",
    rule: "optimized_keywords",
    worlds: grid([30, 100, 300], (conversions) => ({
      items: withLucky(100, conversions),
      over: { keywords: [] }
    })),
    isWrong: (shown) =>
      textsOf("optimized_keywords", shown, "add_keyword").some((text) => text.startsWith("lucky"))
  },
  ...exclusionStresses.map(([name, worlds]) => ({
    name,
    rule: "exclusions and pauses",
    worlds,
    isWrong: excludes
  }))
]

export interface MonthResult extends Pick<Healthy, "name" | "rule"> {
  /** The share of campaigns about which a run of the month was wrong: over all cells, and in the worst. */
  readonly wrong: number
  readonly worst: number
  /** The same of the month's first run alone. */
  readonly wrongOnce: number
  readonly cells: number
  /** In each cell. */
  readonly campaigns: number
}

/** Measures each kind of campaign; `some` names rules, if not all of them are wanted. */
export const measureMonths = (
  campaigns: number,
  seed: number,
  some: ReadonlyArray<string> = []
): ReadonlyArray<MonthResult> =>
  healthyCampaigns
    .filter(({ rule }) => some.length === 0 || some.includes(rule))
    .map(({ isWrong, name, rule, worlds }, n) => {
      const cells = worlds.map((world, place) => {
        const random = randomFrom(seed + n * 1000 + place)
        const sum = { month: 0, once: 0 }
        for (let one = 0; one < campaigns; one++) {
          let run = 0
          for (const shown of monthOf(random, world)) {
            run++
            if (!isWrong(shown, world)) continue
            sum.month += 1
            if (run === 1) sum.once += 1
            break
          }
        }
        return { month: sum.month / campaigns, once: sum.once / campaigns }
      })
      return {
        name,
        rule,
        wrong: cells.reduce((sum, { month }) => sum + month, 0) / cells.length,
        worst: Math.max(...cells.map(({ month }) => month)),
        wrongOnce: cells.reduce((sum, { once }) => sum + once, 0) / cells.length,
        cells: cells.length,
        campaigns
      }
    })

const percent = (share: number) => `${(share * 100).toFixed(1)}%`

/** Formats the table of a page. */
export const formatMonths = (results: ReadonlyArray<MonthResult>): string =>
  [
    "| Rule | Campaigns | Wrong in a month of daily runs | Worst cell | Wrong in one run |",
    "| --- | --- | --- | --- | --- |",
    ...results.map(
      ({ name, rule, worst, wrong, wrongOnce }) =>
        `| ${rule} | ${name} | ${percent(wrong)} | ${percent(worst)} | ${percent(wrongOnce)} |`
    )
  ].join("\n")
