import { number, percent } from "../../markdown/amounts.ts"
import { bar } from "../../markdown/charts.ts"
import { table } from "../../markdown/table.ts"
import { blocks, counted, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DemandView } from "../analyse/demand.ts"
import type { Voice } from "./voice.ts"

const title = "## Demand and gaps"
const dash = "–"

const bids =
  ({ money }: Voice) =>
  (one: { readonly lowBid: number | null; readonly highBid: number | null }) =>
    one.lowBid === null || one.highBid === null ? dash : `${money(one.lowBid)} to ${money(one.highBid)}`

const named = (slugs: ReadonlyArray<string>, { campaign }: Voice): string =>
  slugs.length === 0 ? dash : slugs.map(campaign).join(", ")

const byTheme = ({ themes }: DemandView, voice: Voice): string => {
  const largest = Math.max(0, ...themes.map(({ searches }) => searches))
  return table(
    [
      { title: "What for", cell: ({ product }) => (product === null ? "other searches" : plain(product)) },
      { title: "Searches a month", figures: true, cell: ({ searches }) => number(searches) },
      { title: "", cell: ({ searches }) => bar(searches, largest) },
      { title: "Not bid on", figures: true, cell: ({ unreached }) => number(unreached) },
      { title: "Answered by", cell: ({ reachedBy }) => named(reachedBy, voice) },
      { title: "Top-of-page bid", cell: bids(voice) }
    ],
    themes
  )
}

const unanswered = ({ gaps }: DemandView, voice: Voice): string | null =>
  gaps.length === 0
    ? null
    : blocks(
        "The most frequent searches that no live campaign bids on:",
        table(
          [
            { title: "Search", cell: ({ text }) => plain(text) },
            { title: "A month", figures: true, cell: ({ monthlySearches }) => number(monthlySearches) },
            {
              title: "Competition",
              figures: true,
              cell: ({ competition }) => (competition === null ? dash : `${competition} of 100`)
            },
            { title: "Top-of-page bid", cell: bids(voice) },
            { title: "Waiting in", cell: ({ waitingIn }) => named(waitingIn, voice) }
          ],
          gaps
        )
      )

/** What people search for, and which of it nobody here answers. */
export const demandSection = ({ demand, facts, standing }: Strategy, voice: Voice): string => {
  if (demand === null) {
    return blocks(
      title,
      `What people search for is not known: ${facts.demand.asked ? "" : plain(facts.demand.why)}`
    )
  }
  if (demand.ideas === 0) {
    return blocks(title, "Google Ads knows of no searches around what the business offers.")
  }
  const { cpc } = standing.withoutBrand ?? standing.total
  const where = demand.places === 0 ? "" : ` in ${counted(demand.places, "target location")}`
  const price =
    cpc === null
      ? ""
      : ` A click costs ${voice.money(cpc)} today${standing.withoutBrand === null ? "" : ", the brand's own left out"}: hold the bids below against that.`
  return blocks(
    title,
    `Google Ads counts ${number(demand.searches)} searches a month${where} around what the business offers (${counted(demand.ideas, "different search", "different searches")}). Live campaigns bid on ${percent(demand.shareReached)} of them.${price}`,
    byTheme(demand, voice),
    unanswered(demand, voice)
  )
}
