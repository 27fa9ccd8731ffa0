import type { ChartChange, PeriodFigures } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { inMoney, inNumbers, legend, type Mark, timeChart } from "../charts/index.ts"
import { type Html, html } from "../kit/html.ts"
import { card, type Figure, money } from "../parts/index.ts"
import { periodText } from "./range.ts"

/** A difference between two periods: green and red by meaning, never by direction. */
export const delta = (
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
      panels: [
        {
          name: "Cost",
          title: "Cost a day",
          kind: "line",
          unit: inMoney(currency),
          values: days.map(({ spend }) => spend),
          before: daysBefore.map(({ spend }) => spend)
        },
        {
          name: "Conversions",
          title: "Conversions a day",
          kind: "bars",
          unit: inNumbers,
          values: days.map(({ conversions }) => conversions)
        }
      ],
      marks
    })
  })
}
