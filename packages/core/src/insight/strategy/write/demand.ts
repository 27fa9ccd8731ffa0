import { bar, blocks, inline, table } from "../../markdown.ts"
import { count, counted, percent } from "../../telling.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { DemandView } from "../analyse/demand.ts"
import type { Voice } from "./voice.ts"

const dash = "–"

const bids = (low: number | null, high: number | null, { money }: Voice): string =>
  low === null || high === null ? dash : `${money(low)} to ${money(high)}`

const named = (slugs: ReadonlyArray<string>, { campaign }: Voice): string =>
  slugs.length === 0 ? dash : slugs.map(campaign).join(", ")

const themes = ({ themes }: DemandView, voice: Voice): string => {
  const largest = Math.max(0, ...themes.map(({ searches }) => searches))
  return table(
    [
      { title: "What for" },
      { title: "Searches a month", right: true },
      { title: "" },
      { title: "Not bid on", right: true },
      { title: "Answered by" },
      { title: "Top-of-page bid" }
    ],
    themes.map((one) => [
      one.product === null ? "other searches" : inline(one.product),
      count(one.searches),
      bar(one.searches, largest),
      count(one.unreached),
      named(one.reachedBy, voice),
      bids(one.lowBid, one.highBid, voice)
    ])
  )
}

const gaps = ({ gaps }: DemandView, voice: Voice): string | null =>
  gaps.length === 0
    ? null
    : blocks(
        "The most frequent searches that no live campaign bids on:",
        table(
          [
            { title: "Search" },
            { title: "A month", right: true },
            { title: "Competition", right: true },
            { title: "Top-of-page bid" },
            { title: "Waiting in" }
          ],
          gaps.map((one) => [
            inline(one.text),
            count(one.monthlySearches),
            one.competition === null ? dash : `${one.competition} of 100`,
            bids(one.lowBid, one.highBid, voice),
            named(one.waitingIn, voice)
          ])
        )
      )

/** What people search for, and which of it nobody here answers. */
export const demandSection = ({ demand, facts, standing }: Strategy, voice: Voice): string => {
  if (demand === null) {
    const why = facts.demand.asked ? "" : facts.demand.why
    return blocks("## Demand and gaps", `What people search for is not known: ${inline(why)}`)
  }
  if (demand.ideas === 0) {
    return blocks("## Demand and gaps", "Google Ads knows of no searches around what the business offers.")
  }
  const { cpc } = standing.total
  const where = demand.places === 0 ? "" : ` in ${counted(demand.places, "target location")}`
  return blocks(
    "## Demand and gaps",
    `Google Ads counts ${count(demand.searches)} searches a month${where} around what the business offers (${counted(demand.ideas, "different search", "different searches")}). Live campaigns bid on ${percent(demand.shareReached)} of them.${
      cpc === null ? "" : ` A click costs ${voice.money(cpc)} today, to hold the bids below against.`
    }`,
    themes(demand, voice),
    gaps(demand, voice)
  )
}
