import { type CampaignCriterion, makeBlocker } from "../../../campaigns/index.ts"
import type { Platform } from "../../../platform/index.ts"
import { totalBy } from "../../amounts.ts"
import { escapeMarkdown, formatNumber, joinBlocks, pluralize, table } from "../../markdown.ts"
import { mentions, significantWords } from "../../words.ts"
import type { Section } from "../document.ts"
import { percentText } from "../figures.ts"
import type { Source } from "../source.ts"
import { enabledKeywords, type StrategyFacts } from "../strategy-source.ts"
import { figure, orUnknown, plain, quoted, titledTable } from "../tables.ts"
import type { AccountPerformance, StrategyFormat } from "./account.ts"

const maxGaps = 10

/** A search, the live campaigns that bid on it, and those that would bid on it once they are live. */
export interface SearchIdea extends Platform.KeywordIdea {
  readonly reachedBy: ReadonlyArray<string>
  readonly waitingIn: ReadonlyArray<string>
}

const totalSearches = (ideas: ReadonlyArray<SearchIdea>): number =>
  totalBy(ideas, ({ monthlySearches }) => monthlySearches)

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].sort()

/** Returns the searches about one product of the business; null for those that match no product of the profile. */
const themeOf = (
  product: string | null,
  ideas: ReadonlyArray<SearchIdea>,
  notLiveSlugs: ReadonlyArray<string>
) => {
  const low = ideas.flatMap(({ lowBid }) => lowBid ?? [])
  const high = ideas.flatMap(({ highBid }) => highBid ?? [])
  return {
    product,
    ideas: ideas.length,
    searches: totalSearches(ideas),
    unreached: totalSearches(ideas.filter(({ reachedBy }) => reachedBy.length === 0)),
    lowBid: low.length === 0 ? null : Math.min(...low),
    highBid: high.length === 0 ? null : Math.max(...high),
    reachedBy: distinct(ideas.flatMap(({ reachedBy }) => reachedBy)),
    // A draft without keywords covers nothing yet, but its name shows its purpose.
    waitingIn: distinct([
      ...ideas.flatMap(({ waitingIn }) => waitingIn),
      ...(product === null ? [] : notLiveSlugs.filter((slug) => mentions(slug)(product)))
    ])
  }
}

type DemandTheme = ReturnType<typeof themeOf>

/** Returns the product that matches a search best; the first of equals. */
const productFor = (text: string, products: ReadonlyArray<string>): string | null => {
  const isMentioned = mentions(text)
  return (
    products
      .filter(isMentioned)
      .toSorted((a, b) => significantWords(b).length - significantWords(a).length)[0] ?? null
  )
}

/** Returns for each campaign whether its keywords and exclusions cover a search. */
const campaignMatchers = ({ campaigns, keywords, negatives }: Source) => {
  const matcherOf = (words: ReadonlyArray<CampaignCriterion>, slug: string) =>
    makeBlocker(words.filter(({ campaign }) => campaign === slug))
  return campaigns.map(({ slug, state }) => {
    const [bids, excludes] = [matcherOf(enabledKeywords(keywords), slug), matcherOf(negatives, slug)]
    return {
      slug,
      isLive: state === "live",
      matches: (search: string) => bids(search) && !excludes(search)
    }
  })
}

/** Compares searches with the campaigns' coverage. Null if the platform could not be queried. */
export const analyseDemand = (facts: StrategyFacts) => {
  if (!facts.demand.available) return null
  const campaigns = campaignMatchers(facts.source)
  // A search that a live campaign excludes is no gap.
  const isExcluded = makeBlocker(
    facts.source.negatives.filter(({ campaignState }) => campaignState === "live")
  )
  const rivals = facts.business?.competitors ?? []
  const ideas = facts.demand.ideas.map((idea): SearchIdea => {
    const matching = campaigns.filter(({ matches }) => matches(idea.text))
    return {
      ...idea,
      reachedBy: matching.filter(({ isLive }) => isLive).map(({ slug }) => slug),
      waitingIn: matching.filter(({ isLive }) => !isLive).map(({ slug }) => slug)
    }
  })
  const products = facts.business?.products ?? []
  const notLiveSlugs = facts.source.campaigns
    .filter(({ state }) => state === "paused" || state === "draft")
    .map(({ slug }) => slug)
  const groups = Map.groupBy(ideas, ({ text }) => productFor(text, products))
  const themes = [...groups].map(([product, group]) => themeOf(product, group, notLiveSlugs))
  const searches = totalSearches(ideas)
  const reached = totalSearches(ideas.filter(({ reachedBy }) => reachedBy.length > 0))
  return {
    ideas: ideas.length,
    searches,
    reached,
    shareReached: percentText(reached, searches),
    places: facts.demand.places,
    themes: themes.toSorted(
      (a, b) => Number(a.product === null) - Number(b.product === null) || b.searches - a.searches
    ),
    /** Searches that no live campaign covers, most frequent first. */
    gaps: ideas
      .filter(
        ({ reachedBy, text }) => reachedBy.length === 0 && !isExcluded(text) && !rivals.some(mentions(text))
      )
      .toSorted((a, b) => b.monthlySearches - a.monthlySearches || a.text.localeCompare(b.text))
      .slice(0, maxGaps)
  }
}

export type Demand = ReturnType<typeof analyseDemand>

interface DemandFacts {
  readonly demand: Demand
  readonly facts: Pick<StrategyFacts, "demand" | "platform">
  readonly performance: AccountPerformance
}

const heading = "Demand and gaps"

/** Describes searches, and those that no campaign covers. */
export const demandSection = (
  { demand, facts, performance }: DemandFacts,
  format: StrategyFormat
): Section => {
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
