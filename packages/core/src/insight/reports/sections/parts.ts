import { longDay, type Money, number, shortDay } from "../../markdown/amounts.ts"
import { bar, sparkline } from "../../markdown/charts.ts"
import { type Column, table, unknown } from "../../markdown/table.ts"
import { blocks, counted, listed, plain } from "../../markdown/text.ts"
import type { Section } from "../document.ts"
import type { CampaignFact, TermFact } from "../facts/parts.ts"
import type { Compared, Head, Told } from "../facts/told.ts"

/* What sections of more than one type of report are made of. */

export const orUnknown = <A>(value: A | null, tell: (value: A) => string): string =>
  value === null ? unknown : tell(value)

/** A change as it is read: what stayed the same has no sign. */
export const change = (told: string | null): string =>
  orUnknown(told, (text) => text.replace(/^[+-]0%$/, "0%"))
export const signed = (amount: number, tell: (amount: number) => string): string =>
  amount > 0 ? `+${tell(amount)}` : tell(amount)

/** "rose 12.5%", "fell 3%", "stayed as it was"; null where nothing can be compared. */
export const moved = (told: string | null): string | null => {
  if (told === null) return null
  const size = told.slice(1)
  if (size === "0%") return "stayed as it was"
  return told.startsWith("-") ? `fell ${size}` : `rose ${size}`
}

export const datesOf = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  `${shortDay(from)}${from.slice(0, 4) === to.slice(0, 4) ? "" : ` ${from.slice(0, 4)}`} to ${shortDay(to)} ${to.slice(0, 4)}`

/** The line below the title. */
export const underTitle = ({ before, currency, organization }: Head, what: string): string =>
  `_${plain(organization)} · ${what}, beside ${datesOf(before)} · amounts in ${currency}_`

interface Line {
  readonly what: string
  readonly tell: (told: Told) => string
  readonly change: (all: Compared) => string | null
}

const lines = (money: Money): ReadonlyArray<Line> => [
  { what: "Spend", tell: ({ spend }) => money(spend), change: ({ change }) => change.spend },
  {
    what: "Conversions",
    tell: ({ conversions }) => number(conversions),
    change: ({ change }) => change.conversions
  },
  {
    what: "Cost per conversion",
    tell: ({ cpa }) => orUnknown(cpa, money),
    change: ({ change }) => change.cpa
  },
  { what: "Clicks", tell: ({ clicks }) => number(clicks), change: ({ change }) => change.clicks },
  { what: "Cost per click", tell: ({ cpc }) => orUnknown(cpc, money), change: ({ change }) => change.cpc },
  { what: "Conversions per click", tell: ({ rate }) => rate ?? unknown, change: ({ change }) => change.rate },
  {
    what: "Impressions",
    tell: ({ impressions }) => number(impressions),
    change: ({ change }) => change.impressions
  },
  {
    what: "Return on spend",
    tell: ({ roas }) => orUnknown(roas, (value) => `${number(value)}×`),
    change: () => null
  }
]

/** The figures that everything else is about, beside those before. */
export const comparison = (all: Compared, money: Money, now: string, before: string): string =>
  table<Line>(
    [
      { title: "", cell: ({ what }) => what },
      { title: now, figures: true, cell: ({ tell }) => tell(all.now) },
      {
        title: before,
        figures: true,
        sparse: true,
        cell: ({ tell }) => (all.before.impressions === 0 ? unknown : tell(all.before))
      },
      { title: "Change", figures: true, sparse: true, cell: (line) => change(line.change(all)) }
    ],
    lines(money).filter(({ tell }) => tell(all.now) !== unknown || tell(all.before) !== unknown)
  )

/** Campaigns with what they spent and brought, and how both moved. */
export const campaignTable = (campaigns: ReadonlyArray<CampaignFact>, money: Money): string => {
  const most = Math.max(...campaigns.map(({ now }) => now.spend), 0)
  return table<CampaignFact>(
    [
      { title: "Campaign", cell: ({ name, state }) => plain(name) + (state === "live" ? "" : ` (${state})`) },
      { title: "", cell: ({ now }) => bar(now.spend, most) },
      { title: "Spend", figures: true, cell: ({ now }) => money(now.spend) },
      { title: "Change", figures: true, sparse: true, cell: ({ change: by }) => change(by.spend) },
      { title: "Conversions", figures: true, cell: ({ now }) => number(now.conversions) },
      {
        title: "Before",
        figures: true,
        sparse: true,
        cell: ({ before }) => (before.impressions === 0 ? unknown : number(before.conversions))
      },
      { title: "Cost per conversion", figures: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    campaigns
  )
}

const termColumns = (money: Money): ReadonlyArray<Column<TermFact>> => [
  { title: "Search term", cell: ({ term }) => plain(term) },
  { title: "Campaign", cell: ({ campaign }) => plain(campaign) },
  { title: "Spend", figures: true, cell: ({ spend }) => money(spend) },
  { title: "Change", figures: true, cell: ({ more }) => signed(more, money) },
  { title: "Clicks", figures: true, cell: ({ clicks }) => number(clicks) },
  { title: "Conversions", figures: true, cell: ({ conversions }) => number(conversions) }
]
export const termTable = (terms: ReadonlyArray<TermFact>, money: Money): string =>
  table(termColumns(money), terms)

/** What the period came to, in a sentence or two. */
export const cameTo = (all: Compared, money: Money, beside: string): string => {
  const { change: by, now } = all
  const brought =
    now.cpa === null
      ? "and nothing converted"
      : `for ${counted(now.conversions, "conversion")} at ${money(now.cpa)} each`
  const compared = [
    ["spend", moved(by.spend)],
    ["conversions", moved(by.conversions)],
    ["the cost of a conversion", moved(by.cpa)]
  ].flatMap(([what, how]) => (how === null ? [] : [`${what} ${how}`]))
  const against = compared.length === 0 ? "" : ` Against ${beside}, ${listed(compared)}.`
  return `You spent **${money(now.spend)}** ${brought}.${against}`
}

interface Measured {
  readonly now: Told
  readonly change: Compared["change"]
  readonly share: string | null
}

/** Parts of a whole with their shares, what they cost and what they returned. */
export const shareTable = <Row extends Measured>(
  title: string,
  name: (row: Row) => string,
  rows: ReadonlyArray<Row>,
  money: Money
): string => {
  const most = Math.max(...rows.map(({ now }) => now.spend), 0)
  return table<Row>(
    [
      { title, cell: name },
      { title: "", cell: ({ now }) => bar(now.spend, most) },
      { title: "Spend", figures: true, cell: ({ now }) => money(now.spend) },
      { title: "Share", figures: true, cell: ({ share }) => share ?? unknown },
      { title: "Change", figures: true, sparse: true, cell: (row) => change(row.change.spend) },
      { title: "Conversions", figures: true, cell: ({ now }) => number(now.conversions) },
      { title: "Cost per conversion", figures: true, cell: ({ now }) => orUnknown(now.cpa, money) }
    ],
    rows
  )
}

/** A line of small bars for each measure, with its lowest and its highest. */
export const trendOf = (
  title: string,
  weeks: ReadonlyArray<{ readonly spend: number; readonly conversions: number }>,
  money: Money
): string => {
  const row = (what: string, values: ReadonlyArray<number>, tell: (value: number) => string) =>
    `${what.padEnd(12)} ${sparkline(values)}  ${tell(Math.min(...values))} to ${tell(Math.max(...values))} a week`
  return blocks(
    title,
    [
      "```text",
      row(
        "Spend",
        weeks.map(({ spend }) => spend),
        money
      ),
      row(
        "Conversions",
        weeks.map(({ conversions }) => conversions),
        number
      ),
      "```"
    ].join("\n")
  )
}

/** A paragraph that no model shall touch: titles, and what is told where there is nothing to tell. */
export const fixed = (prose: string): Section => ({ heading: null, prose, facts: {}, body: "" })

/** Where nothing was counted there is nothing to say, and a reader wants to know why. */
export const noFigures = ({ latest }: Head, what: string): Section =>
  fixed(
    `No figures were counted in this ${what}: nothing was shown, or nothing has been read from the ad platform yet. ` +
      (latest === null
        ? "There are no figures at all so far. "
        : `The latest day with figures is ${longDay(latest)}. `) +
      "If campaigns ran, look at the connection to the ad account first, then have this report made again: it takes the place of this one."
  )

export const aboutSection = (facts: Head, more: ReadonlyArray<string>): Section => ({
  heading: "About this report",
  prose: "",
  facts: {},
  body: about(facts, more)
})

/** Where the figures come from, and what they cannot tell. */
const about = (facts: Head, more: ReadonlyArray<string>): string => {
  const { days, days_with_data, days_with_data_before, latest, period } = facts
  const late =
    latest !== null && latest < period.to
      ? [`The latest day with figures is ${longDay(latest)}: what came after it is not in here yet.`]
      : []
  const gaps =
    days_with_data < days && late.length === 0
      ? [
          `Figures are there for ${days_with_data} of ${counted(days, "day")}; on the others nothing was counted.`
        ]
      : []
  const before =
    days_with_data_before === 0
      ? ["There are no figures for the time before, so nothing is compared with it."]
      : []
  const late_conversions =
    "The ad platform reports some conversions days after their click: the latest days may still gain some."
  return [...late, ...gaps, ...before, late_conversions, ...more].map((line) => `- ${line}`).join("\n")
}
