import type { OutsideChange, Timeline } from "@adwarden/core"
import { type Output, pagePaths, plusDays } from "@adwarden/core/contract"
import { costAndConversions, type Mark, shortDay, timeChart } from "../../charts/index.ts"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { card, segments } from "../../parts/index.ts"
import { withValues } from "./query.ts"

const ranges = [7, 28, 90] as const
const usualRange = 28

/** The days that the address asks for, up to today. */
export const rangeOf = ({ query }: BrowserRequest): { readonly from: string; readonly to: string } => {
  const days = ranges.find((one) => String(one) === query.get("days")) ?? usualRange
  const to = new Date().toISOString().slice(0, 10)
  return { from: plusDays(to, 1 - days), to }
}

/** The choice of the days that the chart shows. */
export const rangeLinks = (request: BrowserRequest): Html =>
  segments(
    "Days of the chart",
    ranges.map((days) => ({
      label: `${days} days`,
      href: withValues(request, { days: days === usualRange ? null : String(days) }),
      current: String(days) === (request.query.get("days") ?? String(usualRange))
    }))
  )

const titleOf = ({ campaign }: Pick<OutsideChange, "campaign">, what: string): string =>
  campaign === null ? what : `${campaign.name}: ${what}`

/** Who made a change outside, as far as the platform says. */
const outsider = ({ by }: OutsideChange): string => by ?? "not named by the ad platform"

const marksOf = ({ changes, outside }: Timeline, org: string): ReadonlyArray<Mark> => [
  ...changes.map((change) => ({
    date: change.at.slice(0, 10),
    title: titleOf(change, change.detail),
    href: pagePaths.action(org, change.id),
    by: "made here"
  })),
  ...outside.map((change) => ({
    date: change.at.slice(0, 10),
    title: titleOf(change, change.what),
    href: "#outside",
    by: outsider(change),
    outside: true
  }))
]

/** Cost and conversions of each day, with the changes on the same axis. Days without data yet have no figure. */
export const timelineCard = (
  { by_day: rows = [], data_from: from, data_until: until }: Output<"performance.get">,
  timeline: Timeline,
  { currency, org }: { readonly currency: string; readonly org: string }
): Html => {
  const dates = rows.map(({ date }) => date)
  const known = (date: string, value: number) =>
    from !== null && until !== null && from <= date && date <= until ? value : null
  const [first = "", last = ""] = [dates[0], dates.at(-1)]
  return card({
    id: "timeline",
    title: "Changes beside cost and conversions",
    note: html`${shortDay(first)} – ${shortDay(last)}, days of the ad account`,
    body: timeChart({
      id: "changes-chart",
      title: `Cost and conversions a day with changes, ${shortDay(first)} to ${shortDay(last)}`,
      dates,
      panels: costAndConversions({
        currency,
        each: "day",
        cost: rows.map(({ date, spend }) => known(date, spend)),
        conversions: rows.map(({ conversions, date }) => known(date, conversions))
      }),
      marks: marksOf(timeline, org)
    })
  })
}
