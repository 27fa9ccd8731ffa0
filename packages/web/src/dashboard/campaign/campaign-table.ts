import {
  type CampaignFiguresPage,
  type CampaignFiguresRow,
  type CampaignSort,
  seenBudget,
  seenState
} from "@adwarden/core"
import { channelNames, pagePaths } from "@adwarden/core/contract"
import { inNumbers, sparkline } from "../../charts/index.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, type Column, count, money, shortDay, table } from "../../parts/index.ts"
import { stateBadges, stateHint } from "./campaign-page.ts"
import { channelMark } from "./channel.ts"

/** The number of days in a row's sparkline. */
export const recentDays = 28

const waitingBadge = (number: number): Html | null =>
  number === 0 ? null : html` ${badge("wait", `${number} waiting`)}`

interface CampaignTable {
  readonly org: string
  readonly currency: string
  /** The name of the ad platform. */
  readonly adPlatform: string
  /** The link that sorts by a column; absent where the order is fixed. */
  readonly sort?: (by: CampaignSort) => NonNullable<Column<CampaignFiguresRow>["sort"]>
  readonly showTotals?: boolean
}

const signed = (change: string | null): string => change?.replace("-", "−") ?? "–"

/** Campaigns with their budget, and the figures of a period against the one before. */
export const campaignTable = (
  labelledBy: string,
  { rows, shown, totals }: CampaignFiguresPage,
  { adPlatform, currency, org, showTotals = false, sort }: CampaignTable
): Html => {
  const amount = (value: number) => money(value, currency)
  const notRead = html`<span class="soft">not read yet</span>`
  /** A draft has no figures yet, and nothing has any before the first days are read. */
  const ifKnown = (cell: (row: CampaignFiguresRow) => string) => (row: CampaignFiguresRow) =>
    row.state === "draft" && row.cost === 0 ? "–" : shown.hasData ? cell(row) : notRead
  const second = (line: string | null) => (line === null ? null : html`<div class="small">${line}</div>`)
  const endOf = ({ ends_on, has_ended }: CampaignFiguresRow) =>
    ends_on === null ? null : `${has_ended ? "ended" : "ends"} ${shortDay(ends_on)}`
  const stateCell = (row: CampaignFiguresRow) =>
    html`${stateBadges(row, row.in_conflict, adPlatform)}${second(stateHint(row))}${second(endOf(row))}`
  const budgetCell = (row: CampaignFiguresRow) => {
    if (row.budget_total !== null)
      return html`${amount(row.budget_left ?? 0)} left${second(`total ${amount(row.budget_total)}`)}`
    const seen = seenBudget(row)
    const none = row.state === "draft" ? "none yet" : "none"
    const shown = (budget: number) => (budget === 0 ? none : amount(budget))
    return html`${shown(seen)}${second(row.shares_budget ? "shared" : null)}${
      seen === row.budget
        ? null
        : html`<div class="small"><span class="warn">${shown(row.budget)} here</span></div>`
    }`
  }
  const figure = { figure: true } as const
  const sorted = (by: CampaignSort) => (sort === undefined ? {} : { sort: sort(by) })
  const total = (content: string | Html | null) => (showTotals ? { total: content } : {})
  const { budget_left: left, live, total_budgets: totalBudgets } = totals
  const secondTotal = (content: string | Html) =>
    showTotals && totalBudgets > 0 ? { secondTotal: content } : {}
  const columns: ReadonlyArray<Column<CampaignFiguresRow>> = [
    {
      title: "Campaign",
      ...sorted("name"),
      ...total(`${count(totals.rows, "campaign")}, ${live.toLocaleString("en-US")} live`),
      ...secondTotal(html`<span class="small">and ${count(totalBudgets, "total budget")}</span>`),
      cell: (row) =>
        html`<a href="${pagePaths.campaign(org, row.slug)}">${row.name}</a>${waitingBadge(row.pending)}<span class="phone"><span class="small">${channelNames[row.channel]}</span>${stateCell(row)}</span>`
    },
    { title: "Channel", rank: 2, nowrap: true, cell: ({ ai_max, channel }) => channelMark(channel, ai_max) },
    { title: "State", rank: 2, ...sorted("state"), cell: stateCell },
    {
      title: "Budget a day",
      ...figure,
      ...sorted("budget"),
      ...total(html`${amount(totals.budget)}<span class="p2"> a day</span>`),
      ...secondTotal(`${amount(left)} left`),
      cell: budgetCell
    },
    {
      title: "Cost",
      ...figure,
      ...sorted("cost"),
      ...total(shown.hasData ? amount(totals.cost) : ""),
      cell: ifKnown(({ cost }) => amount(cost))
    },
    {
      title: "Change",
      rank: 3,
      ...figure,
      ...sorted("change"),
      ...total(signed(totals.change)),
      cell: ({ change }) => signed(change)
    },
    {
      title: "Conv.",
      rank: 2,
      ...figure,
      ...sorted("conversions"),
      ...total(shown.hasData ? inNumbers.exact(totals.conversions) : ""),
      cell: ifKnown(({ conversions }) => inNumbers.exact(conversions))
    },
    {
      title: "CPA",
      rank: 3,
      ...figure,
      ...sorted("cpa"),
      ...total(totals.cpa === null ? "–" : amount(totals.cpa)),
      cell: ({ cost, cpa }) => (cpa === null ? (cost > 0 ? "none" : "–") : amount(cpa))
    },
    {
      title: `Cost, ${recentDays} days`,
      rank: 3,
      cell: (row) => {
        const state = seenState(row)
        return state === "draft" || !shown.hasData ? null : sparkline(row.recent, { runs: state === "live" })
      }
    }
  ]
  return table({
    labelledBy,
    columns,
    rows,
    dense: true,
    off: (row) => seenState(row) === "paused" || seenState(row) === "draft"
  })
}
