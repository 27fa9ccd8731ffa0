import type { Section } from "../../document/document.ts"
import { bars, figure, orUnknown, plain, quoted, titledTable } from "../../document/tables.ts"
import { escapeMarkdown, formatNumber, joinBlocks, pluralize, table } from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DemandTheme, SearchIdea } from "../analyse/demand.ts"
import type { StrategyFormat } from "./format.ts"

const heading = "Demand and gaps"

/** Describes searches, and those that no campaign covers. */
export const demandSection = ({ demand, facts, performance }: Strategy, format: StrategyFormat): Section => {
  if (demand === null) {
    const reason = facts.demand.available ? "" : escapeMarkdown(facts.demand.reason)
    return { heading, body: `What people search for is not known: ${reason}` }
  }
  if (demand.ideas === 0)
    return { heading, body: `${facts.platform} knows of no searches for what the business offers.` }
  const { money, name } = format
  const bids = ({ highBid, lowBid }: { readonly lowBid: number | null; readonly highBid: number | null }) =>
    lowBid === null || highBid === null ? null : `${money(lowBid)} to ${money(highBid)}`
  const names = (slugs: ReadonlyArray<string>) => slugs.map(name).join(", ") || "–"
  const { cpc } = performance.withoutBrand ?? performance.all.now
  const where = demand.places === 0 ? "" : ` in ${pluralize(demand.places, "target location")}`
  const price =
    cpc === null
      ? ""
      : ` For comparison with the bids below: a click costs ${money(cpc)} today${performance.withoutBrand === null ? "" : ", without the brand's own campaigns"}.`
  return {
    heading,
    body: joinBlocks(
      `${facts.platform} counts ${formatNumber(demand.searches)} searches a month${where} for what the business offers (${pluralize(demand.ideas, "different search", "different searches")}). Live campaigns bid on ${orUnknown(demand.shareReached, String)} of them.${price}`,
      table<DemandTheme>(
        [
          quoted("Product", ({ product }) => product ?? "other searches"),
          figure("Searches a month", ({ searches }) => searches),
          bars(demand.themes, ({ searches }) => searches),
          figure("Without a bid", ({ unreached }) => unreached),
          quoted("Covered by", ({ reachedBy }) => names(reachedBy)),
          plain("Top-of-page bid", bids)
        ],
        demand.themes
      ),
      titledTable(
        "The most frequent searches that no live campaign bids on:",
        table<SearchIdea>(
          [
            quoted("Search", ({ text }) => text),
            figure("A month", ({ monthlySearches }) => monthlySearches),
            figure("Competition", ({ competition }) => orUnknown(competition, (value) => `${value} of 100`)),
            plain("Top-of-page bid", bids),
            quoted("Prepared in", ({ waitingIn }) => names(waitingIn))
          ],
          demand.gaps
        )
      )
    )
  }
}
