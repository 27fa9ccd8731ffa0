import type { CampaignFiguresPage, CampaignFiguresRow, CampaignSort } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { inNumbers, sparkline } from "../../charts/index.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, type Column, count, money, table } from "../../parts/index.ts"

type State = Output<"campaigns.list">["campaigns"][number]["state"]

/** The state of a campaign. */
export const stateBadge = (state: State): Html => {
  if (state === "error") return badge("fail", "Error")
  return badge(state, state === "live" ? "Live" : state === "paused" ? "Paused" : "Draft")
}

/** The number of days in a row's sparkline. */
export const recentDays = 28

const waitingBadge = (number: number): Html | null =>
  number === 0 ? null : html` ${badge("wait", `${number} waiting`)}`

interface CampaignTable {
  readonly org: string
  readonly currency: string
  /** The link that sorts by a column; absent where the order is fixed. */
  readonly sort?: (by: CampaignSort) => NonNullable<Column<CampaignFiguresRow>["sort"]>
  readonly showTotals?: boolean
}

const signed = (change: string | null): string => change?.replace("-", "−") ?? "–"

/** Campaigns with their budget, and the figures of a period against the one before. */
export const campaignTable = (
  labelledBy: string,
  { rows, totals }: CampaignFiguresPage,
  { currency, org, showTotals = false, sort }: CampaignTable
): Html => {
  const amount = (value: number) => money(value, currency)
  const share = (value: number | null) => (value === null ? "–" : `${(value * 100).toFixed(1)}%`)
  /** A draft has no figures yet. */
  const unlessDraft = (cell: (row: CampaignFiguresRow) => string) => (row: CampaignFiguresRow) =>
    row.state === "draft" && row.cost === 0 ? "–" : cell(row)
  const figure = { figure: true } as const
  const sorted = (by: CampaignSort) => (sort === undefined ? {} : { sort: sort(by) })
  const total = (content: string | Html | null) => (showTotals ? { total: content } : {})
  const columns: ReadonlyArray<Column<CampaignFiguresRow>> = [
    {
      title: "Campaign",
      ...sorted("name"),
      ...total(count(totals.rows, "campaign")),
      cell: ({ name, pending, slug, state }) =>
        html`<a href="${pagePaths.campaign(org, slug)}">${name}</a>${waitingBadge(pending)}<span class="phone">${stateBadge(state)}</span>`
    },
    { title: "State", rank: 2, ...sorted("state"), cell: ({ state }) => stateBadge(state) },
    {
      title: "Budget a day",
      rank: 2,
      ...figure,
      ...sorted("budget"),
      ...total(amount(totals.budget)),
      cell: ({ budget }) => (budget === 0 ? "none" : amount(budget))
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
      cell: ({ recent, state }) => (state === "draft" ? null : sparkline(recent, { runs: state === "live" }))
    }
  ]
  return table({ labelledBy, columns, rows })
}
