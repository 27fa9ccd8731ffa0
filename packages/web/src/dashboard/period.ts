import type { ChartChange, PeriodFigures, ShownPeriod } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { costAndConversions, inNumbers, legend, type Mark, timeChart } from "../charts/index.ts"
import { type Html, html } from "../kit/html.ts"
import { addressWith } from "../kit/local-path.ts"
import type { BrowserRequest } from "../kit/page.ts"
import { type Range, rangeLengths } from "../kit/range.ts"
import { banner, card, dayText, type Figure, hidden, icon, money, segments } from "../parts/index.ts"

/** The same address with other values. Every change starts at the first page. */
export const firstPageWith = (
  request: BrowserRequest,
  changes: Readonly<Record<string, string | null>>
): string => addressWith(request, { page: null, ...changes })

const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC"
})

/** `2 – 29 Nov 2026`. */
export const periodText = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  dayFormat.formatRange(new Date(from), new Date(to))

/** `2 – 8 Nov 2026, compared with 26 Oct – 1 Nov 2026`, or why nothing is compared. */
export const comparedText = ({ dataBegins, period, previous }: ShownPeriod): string => {
  if (previous !== null) return `${periodText(period)}, compared with ${periodText(previous)}`
  return dataBegins === null
    ? periodText(period)
    : `${periodText(period)}, not compared: the data begins on ${dayText(dataBegins)}, and the days before have no figures`
}

/** States why the range of the address cannot be shown, or has no figures. */
export const rangeBanner = ({ problem }: Range, shown: ShownPeriod | null): Html | null => {
  const text = problem ?? shown?.note ?? null
  return text === null ? null : banner("bad", text)
}

/** Where a list stands and what is picked in it: other days begin anew. */
const placeInList = ["page", "cursor", "row", "pick"]

/** Chooses the days of this page and of those opened after it. The choice is part of the address. */
export const rangePicker = (
  request: BrowserRequest,
  { length }: Range,
  period: { readonly from: string; readonly to: string } | null
): Html => {
  const others = [...request.query].filter(([name]) => !["days", "from", "to", ...placeInList].includes(name))
  return html`${segments(
    "Period",
    rangeLengths.map((each) => ({
      label: `${each} days`,
      href: addressWith(request, {
        ...Object.fromEntries(placeInList.map((name) => [name, null])),
        days: String(each),
        from: null,
        to: null
      }),
      current: each === length
    }))
  )}<details class="menu right range"><summary class="button quiet tiny">${period === null ? "Other days" : periodText(period)}${icon("down")}</summary><form class="panel stack" method="get">${hidden(Object.fromEntries(others))}<div><label for="from">First day</label><input id="from" name="from" type="date" value="${period?.from ?? ""}" required /></div><div><label for="to">Last day</label><input id="to" name="to" type="date" value="${period?.to ?? ""}" required /></div><button class="tiny">Show these days</button></form></details>`
}

/** A difference between two periods: green and red by meaning, never by direction. */
const delta = (
  change: string | null,
  meaning: "more is better" | "less is better" | "neither"
): Html | null => {
  if (change === null) return null
  const rises = change.startsWith("+")
  const tone =
    meaning === "neither" || /^.0%$/.test(change)
      ? ""
      : rises === (meaning === "more is better")
        ? "good"
        : "bad"
  return html`<span class="delta ${tone}">${change.replace("-", "−")}</span>`
}

const comparison = (change: Html | null, was: string | null): Html =>
  change === null || was === null
    ? html`${was === null ? "nothing to compare with" : `from ${was}`}`
    : html`${change} from ${was}`

/** Cost, conversions, cost per conversion and click-through rate, each with the period before. */
export const periodFiguresOf = (
  { before, change, now }: PeriodFigures,
  currency: string
): ReadonlyArray<Figure> => {
  const amount = (value: number) => money(value, currency)
  const share = (value: number) => `${(value * 100).toFixed(1)}%`
  const points =
    before === null || before.impressions === 0 || now.impressions === 0
      ? null
      : Math.round((now.ctr - before.ctr) * 1000) / 10
  return [
    {
      label: "Cost",
      value: amount(now.spend),
      note: comparison(delta(change.spend, "neither"), before && amount(before.spend))
    },
    {
      label: "Conversions",
      value: inNumbers.exact(now.conversions),
      note: comparison(
        delta(change.conversions, "more is better"),
        before && inNumbers.exact(before.conversions)
      )
    },
    {
      label: "Cost per conversion",
      value: now.conversions === 0 ? null : amount(now.cpa),
      note: comparison(
        delta(change.cpa, "less is better"),
        before === null || before.conversions === 0 ? null : amount(before.cpa)
      )
    },
    {
      label: "Click-through rate",
      value: now.impressions === 0 ? null : share(now.ctr),
      note:
        points === null
          ? "clicks ÷ impressions"
          : html`<span class="delta ${points === 0 ? "" : points > 0 ? "good" : "bad"}">${points < 0 ? "−" : "+"}${Math.abs(points)} pt</span> from ${share(before!.ctr)}`
    }
  ]
}

/** The changes of a period as marks. On a page of one campaign, its name is left out. */
const marksOf = (
  changes: ReadonlyArray<ChartChange>,
  org: string,
  namesCampaign: boolean
): ReadonlyArray<Mark> =>
  changes.map(({ by, campaign, date, outside, what }) => ({
    date,
    href: pagePaths.organization(org, "activity"),
    title: namesCampaign && campaign !== null ? html`<bdi>${campaign.name}</bdi>: ${what}` : what,
    by: html`<bdi>${by ?? (outside ? "outside" : "the service")}</bdi>`,
    outside
  }))

interface PeriodChart {
  readonly figures: PeriodFigures
  readonly changes: ReadonlyArray<ChartChange>
  readonly org: string
  readonly currency: string
  /** Whether the chart is about one campaign. */
  readonly ofCampaign?: boolean
}

/** Cost and conversions of each day, with the period before and the changes. */
export const periodChartCard = ({
  changes,
  currency,
  figures,
  ofCampaign = false,
  org
}: PeriodChart): Html => {
  const { days, daysBefore, period, previous } = figures
  const marks = marksOf(changes, org, !ofCampaign)
  return card({
    id: "chart",
    title: "Cost and conversions",
    note: legend("this period", ...(previous === null ? [] : [periodText(previous)])),
    body: timeChart({
      id: "chart-drawing",
      title: `Cost and conversions a day, ${periodText(period)}, with changes`,
      dates: days.map(({ date }) => date),
      panels: costAndConversions({
        currency,
        each: "day",
        cost: days.map(({ spend }) => spend),
        costBefore: daysBefore.map(({ spend }) => spend),
        conversions: days.map(({ conversions }) => conversions)
      }),
      marks
    })
  })
}
