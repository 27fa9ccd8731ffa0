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

/** Campaigns with their budget and the figures of the last seven days with data. */
export const campaignTable = (
  labelledBy: string,
  rows: ReadonlyArray<Row>,
  { currency, org }: { readonly org: string; readonly currency: string }
): Html => {
  const amount = (value: number) => money(value, currency)
  const columns: ReadonlyArray<Column<Row>> = [
    {
      title: "Campaign",
      cell: ({ name, slug }) => html`<a href="${pagePaths.campaign(org, slug)}">${name}</a>`
    },
    { title: "State", cell: ({ state }) => stateBadge(state) },
    { title: "Budget a day", figure: true, cell: ({ budget }) => (budget === 0 ? "none" : amount(budget)) },
    { title: "Cost, 7 days", figure: true, cell: ({ spend_7d }) => amount(spend_7d) },
    { title: "Conversions", figure: true, rank: 2, cell: ({ conversions_7d }) => conversions_7d },
    {
      title: "CPA",
      figure: true,
      rank: 2,
      cell: ({ conversions_7d, cpa_7d }) => (conversions_7d === 0 ? "–" : amount(cpa_7d))
    },
    { title: "Type", rank: 3, cell: ({ type }) => type }
  ]
  return table({ labelledBy, columns, rows })
}
