import { formatNumber, formatPercent } from "../../markdown/format.ts"
import { bar, table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DemandView } from "../analyse/demand.ts"
import type { StrategyFormat } from "./format.ts"

const title = "## Demand and gaps"
const dash = "–"

const bidRange =
  ({ money }: StrategyFormat) =>
  (one: { readonly lowBid: number | null; readonly highBid: number | null }) =>
    one.lowBid === null || one.highBid === null ? dash : `${money(one.lowBid)} to ${money(one.highBid)}`

const campaignList = (slugs: ReadonlyArray<string>, { campaign }: StrategyFormat): string =>
  slugs.length === 0 ? dash : slugs.map(campaign).join(", ")

const themeTable = ({ themes }: DemandView, format: StrategyFormat): string => {
  const largest = Math.max(0, ...themes.map(({ searches }) => searches))
  return table(
    [
      {
        title: "What for",
        cell: ({ product }) => (product === null ? "other searches" : escapeMarkdown(product))
      },
      { title: "Searches a month", numeric: true, cell: ({ searches }) => formatNumber(searches) },
      { title: "", cell: ({ searches }) => bar(searches, largest) },
      { title: "Not bid on", numeric: true, cell: ({ unreached }) => formatNumber(unreached) },
      { title: "Answered by", cell: ({ reachedBy }) => campaignList(reachedBy, format) },
      { title: "Top-of-page bid", cell: bidRange(format) }
    ],
    themes
  )
}

const gapsTable = ({ gaps }: DemandView, format: StrategyFormat): string | null =>
  gaps.length === 0
    ? null
    : joinBlocks(
        "The most frequent searches that no live campaign bids on:",
        table(
          [
            { title: "Search", cell: ({ text }) => escapeMarkdown(text) },
            { title: "A month", numeric: true, cell: ({ monthlySearches }) => formatNumber(monthlySearches) },
            {
              title: "Competition",
              numeric: true,
              cell: ({ competition }) => (competition === null ? dash : `${competition} of 100`)
            },
            { title: "Top-of-page bid", cell: bidRange(format) },
            { title: "Waiting in", cell: ({ waitingIn }) => campaignList(waitingIn, format) }
          ],
          gaps
        )
      )

/** Describes searches, and those that no campaign covers. */
export const demandSection = ({ demand, facts, performance }: Strategy, format: StrategyFormat): string => {
  if (demand === null) {
    return joinBlocks(
      title,
      `What people search for is not known: ${facts.demand.available ? "" : escapeMarkdown(facts.demand.reason)}`
    )
  }
  if (demand.ideas === 0) {
    return joinBlocks(title, `${facts.platform} knows of no searches around what the business offers.`)
  }
  const { cpc } = performance.withoutBrand ?? performance.total
  const where = demand.places === 0 ? "" : ` in ${pluralize(demand.places, "target location")}`
  const price =
    cpc === null
      ? ""
      : ` A click costs ${format.money(cpc)} today${performance.withoutBrand === null ? "" : ", the brand's own left out"}: hold the bids below against that.`
  return joinBlocks(
    title,
    `${facts.platform} counts ${formatNumber(demand.searches)} searches a month${where} around what the business offers (${pluralize(demand.ideas, "different search", "different searches")}). Live campaigns bid on ${formatPercent(demand.shareReached)} of them.${price}`,
    themeTable(demand, format),
    gapsTable(demand, format)
  )
}
