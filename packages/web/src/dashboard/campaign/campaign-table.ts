import type { ReviewedWrite } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { pagePaths } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { badge, type Column, money, table } from "../../parts/index.ts"

type Row = Output<"campaigns.list">["campaigns"][number]

/** The state of a campaign. */
export const stateBadge = (state: Row["state"]): Html => {
  if (state === "error") return badge("fail", "Error")
  return badge(state, state === "live" ? "Live" : state === "paused" ? "Paused" : "Draft")
}

const waitingBadge = (number: number): Html | null =>
  number === 0 ? null : html` ${badge("wait", `${number} waiting`)}`

/** How many changes of each campaign wait for approval, by its slug. */
export const waitingOf = (pending: ReadonlyArray<ReviewedWrite>): ReadonlyMap<string, number> =>
  new Map(
    [...Map.groupBy(pending, ({ campaign }) => campaign?.slug ?? "")].map(([slug, writes]) => [
      slug,
      writes.length
    ])
  )

/** Campaigns with their budget and the figures of the last seven days with data. */
export const campaignTable = (
  labelledBy: string,
  rows: ReadonlyArray<Row>,
  {
    currency,
    org,
    pending = new Map()
  }: {
    readonly org: string
    readonly currency: string
    /** How many changes of a campaign wait, by its slug. */
    readonly pending?: ReadonlyMap<string, number>
  }
): Html => {
  const amount = (value: number) => money(value, currency)
  const columns: ReadonlyArray<Column<Row>> = [
    {
      title: "Campaign",
      cell: ({ name, slug, state }) =>
        html`<a href="${pagePaths.campaign(org, slug)}">${name}</a>${waitingBadge(pending.get(slug) ?? 0)}<span class="phone">${stateBadge(state)}</span>`
    },
    { title: "State", rank: 2, cell: ({ state }) => stateBadge(state) },
    { title: "Budget a day", figure: true, cell: ({ budget }) => (budget === 0 ? "none" : amount(budget)) },
    { title: "Cost, 7 days", figure: true, cell: ({ spend_7d }) => amount(spend_7d) },
    { title: "Conversions", figure: true, rank: 2, cell: ({ conversions_7d }) => conversions_7d },
    {
      title: "CPA",
      figure: true,
      rank: 2,
      cell: ({ conversions_7d, cpa_7d }) => (conversions_7d === 0 ? "–" : amount(cpa_7d))
    }
  ]
  return table({ labelledBy, columns, rows })
}
