import { type CampaignCriterion, makeBlocker } from "../../../campaigns/index.ts"
import type { Platform } from "../../../platform/index.ts"
import { totalBy } from "../../amounts.ts"
import { percentText } from "../../document/figures.ts"
import type { ReportSource } from "../../reports/read/source.ts"
import { enabledKeywords, type StrategyFacts } from "../facts.ts"
import { mentions, significantWords } from "./words.ts"

/** A search, and the campaigns that cover it. */
export interface SearchIdea extends Platform.KeywordIdea {
  /** Live campaigns that bid on it. */
  readonly reachedBy: ReadonlyArray<string>
  /** Campaigns that would bid on it once they are live. */
  readonly waitingIn: ReadonlyArray<string>
}

/** Searches about one product of the business. */
export interface DemandTheme {
  /** Null for searches that match no product of the profile. */
  readonly product: string | null
  readonly ideas: number
  readonly searches: number
  readonly unreached: number
  readonly lowBid: number | null
  readonly highBid: number | null
  readonly reachedBy: ReadonlyArray<string>
  readonly waitingIn: ReadonlyArray<string>
}

export interface DemandView {
  readonly ideas: number
  readonly searches: number
  readonly reached: number
  readonly shareReached: string | null
  readonly places: number
  readonly themes: ReadonlyArray<DemandTheme>
  /** Searches that no live campaign covers, most frequent first. */
  readonly gaps: ReadonlyArray<SearchIdea>
}

const maxGaps = 10

const totalSearches = (ideas: ReadonlyArray<SearchIdea>): number =>
  totalBy(ideas, ({ monthlySearches }) => monthlySearches)

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].sort()

const themeOf = (
  product: string | null,
  ideas: ReadonlyArray<SearchIdea>,
  notLiveSlugs: ReadonlyArray<string>
): DemandTheme => {
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
const campaignMatchers = ({ campaigns, keywords, negatives }: ReportSource) => {
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
export const analyseDemand = (facts: StrategyFacts): DemandView | null => {
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
    gaps: ideas
      .filter(
        ({ reachedBy, text }) => reachedBy.length === 0 && !isExcluded(text) && !rivals.some(mentions(text))
      )
      .toSorted((a, b) => b.monthlySearches - a.monthlySearches || a.text.localeCompare(b.text))
      .slice(0, maxGaps)
  }
}
