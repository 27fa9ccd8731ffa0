import {
  type CampaignFiguresPage,
  type CampaignFiguresRow,
  type CampaignSort,
  seenBudget,
  seenState
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { inNumbers, sparkline } from "../../charts/index.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, type Column, count, money, table } from "../../parts/index.ts"
import { stateBadges, stateHint } from "./campaign-page.ts"

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
  { rows, totals }: CampaignFiguresPage,
  { adPlatform, currency, org, showTotals = false, sort }: CampaignTable
): Html => {
  const amount = (value: number) => money(value, currency)
  const share = (value: number | null) => (value === null ? "–" : `${(value * 100).toFixed(1)}%`)
  /** A draft has no figures yet. */
  const unlessDraft = (cell: (row: CampaignFiguresRow) => string) => (row: CampaignFiguresRow) =>
    row.state === "draft" && row.cost === 0 ? "–" : cell(row)
  const second = (line: string | null) => (line === null ? null : html`<div class="small">${line}</div>`)
  const stateCell = (row: CampaignFiguresRow) =>
    html`${stateBadges(row, row.in_conflict, adPlatform)}${second(stateHint(row))}`
  const budgetCell = (row: CampaignFiguresRow) => {
    const seen = seenBudget(row)
    const shown = (budget: number) => (budget === 0 ? "none" : amount(budget))
    return html`${shown(seen)}${second(seen === row.budget ? null : `${shown(row.budget)} here`)}`
  }
  const figure = { figure: true } as const
  const sorted = (by: CampaignSort) => (sort === undefined ? {} : { sort: sort(by) })
  const total = (content: string | Html | null) => (showTotals ? { total: content } : {})
  const columns: ReadonlyArray<Column<CampaignFiguresRow>> = [
    {
      title: "Campaign",
      ...sorted("name"),
      ...total(count(totals.rows, "campaign")),
      cell: (row) =>
        html`<a href="${pagePaths.campaign(org, row.slug)}">${row.name}</a>${waitingBadge(row.pending)}<span class="phone">${stateCell(row)}</span>`
    },
    { title: "State", rank: 2, ...sorted("state"), cell: stateCell },
    {
      title: "Budget a day",
      rank: 2,
      ...figure,
      ...sorted("budget"),
      ...total(amount(totals.budget)),
      cell: budgetCell
    },
    {
      title: "Cost",
      ...figure,
      ...sorted("cost"),
      ...total(amount(totals.cost)),
      cell: unlessDraft(({ cost }) => amount(cost))
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
      ...figure,
      ...sorted("conversions"),
      ...total(inNumbers.exact(totals.conversions)),
      cell: unlessDraft(({ conversions }) => inNumbers.exact(conversions))
    },
    {
      title: "CPA",
      ...figure,
      ...sorted("cpa"),
      ...total(totals.cpa === null ? "–" : amount(totals.cpa)),
      cell: ({ cpa }) => (cpa === null ? "–" : amount(cpa))
    },
    {
      title: "CTR",
      rank: 2,
      ...figure,
      ...sorted("ctr"),
      ...total(share(totals.ctr)),
      cell: ({ ctr }) => share(ctr)
    },
    {
      title: `Cost, ${recentDays} days`,
      rank: 3,
      cell: (row) => {
        const state = seenState(row)
        return state === "draft" ? null : sparkline(row.recent, { runs: state === "live" })
      }
    }
  ]
  return table({ labelledBy, columns, rows })
}
