import type { OutsideChange, PeriodFigures, Timeline } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { costAndConversions, legend, type Mark, timeChart } from "../../charts/index.ts"
import type { Html } from "../../kit/html.ts"
import { card } from "../../parts/index.ts"
import { periodText } from "../period.ts"

const titleOf = ({ campaign }: Pick<OutsideChange, "campaign">, what: string): string =>
  campaign === null ? what : `${campaign.name}: ${what}`

/** Who made a change outside, as far as the platform says. */
const outsider = ({ by }: OutsideChange): string => by ?? "not named by the ad platform"

const marksOf = ({ changes, outside }: Timeline, org: string): ReadonlyArray<Mark> => [
  ...changes.map((change) => ({
    date: change.date,
    title: titleOf(change, change.detail),
    href: pagePaths.action(org, change.id),
    by: "made here"
  })),
  ...outside.map((change) => ({
    date: change.date,
    title: titleOf(change, change.what),
    href: "#outside",
    by: outsider(change),
    outside: true
  }))
]

/** Cost and conversions of each day, with the changes on the same axis. Days without data yet have no figure. */
export const timelineCard = (
  { days, daysBefore, period, previous }: PeriodFigures,
  timeline: Timeline,
  { currency, org }: { readonly currency: string; readonly org: string }
): Html =>
  card({
    id: "timeline",
    title: "Changes beside cost and conversions",
    note: legend("this period", ...(previous === null ? [] : [periodText(previous)])),
    body: timeChart({
      id: "changes-chart",
      title: `Cost and conversions a day with changes, ${periodText(period)}`,
      dates: days.map(({ date }) => date),
      panels: costAndConversions({
        currency,
        each: "day",
        cost: days.map(({ spend }) => spend),
        costBefore: daysBefore.map(({ spend }) => spend),
        conversions: days.map(({ conversions }) => conversions)
      }),
      marks: marksOf(timeline, org)
    })
  })
