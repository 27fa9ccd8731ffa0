import { blocking } from "../../../campaigns/index.ts"
import type { Platform } from "../../../platform/index.ts"
import { shareOf } from "../../amounts.ts"
import type { StrategyFacts } from "../facts.ts"
import { isAbout, tellingWords } from "./words.ts"

/** A search that people make, and which campaigns answer it. */
export interface Idea extends Platform.KeywordIdea {
  /** Live campaigns that bid on it. */
  readonly reachedBy: ReadonlyArray<string>
  /** Campaigns that would, once they are live. */
  readonly waitingIn: ReadonlyArray<string>
}

/** What is searched around one thing that the business offers. */
export interface Theme {
  /** Null for searches that belong to nothing that the profile names. */
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
  readonly shareReached: number
  readonly places: number
  readonly themes: ReadonlyArray<Theme>
  /** Searches that no live campaign answers, the most frequent first. */
  readonly gaps: ReadonlyArray<Idea>
}

const shownGaps = 10

const total = (ideas: ReadonlyArray<Idea>): number =>
  ideas.reduce((sum, { monthlySearches }) => sum + monthlySearches, 0)

const distinct = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(texts)].sort()

const known = (bids: ReadonlyArray<number | null>): ReadonlyArray<number> =>
  bids.filter((bid) => bid !== null)

const themeOf = (
  product: string | null,
  ideas: ReadonlyArray<Idea>,
  resting: ReadonlyArray<string>
): Theme => {
  const [low, high] = [known(ideas.map(({ lowBid }) => lowBid)), known(ideas.map(({ highBid }) => highBid))]
  return {
    product,
    ideas: ideas.length,
    searches: total(ideas),
    unreached: total(ideas.filter(({ reachedBy }) => reachedBy.length === 0)),
    lowBid: low.length === 0 ? null : Math.min(...low),
    highBid: high.length === 0 ? null : Math.max(...high),
    reachedBy: distinct(ideas.flatMap(({ reachedBy }) => reachedBy)),
    // A draft without keywords answers nothing yet, but its name says what it is for.
    waitingIn: distinct([
      ...ideas.flatMap(({ waitingIn }) => waitingIn),
      ...(product === null ? [] : resting.filter((slug) => isAbout(slug)(product)))
    ])
  }
}

/** The product that says the most of a search; the first of those that say as much. */
const productFor = (text: string, products: ReadonlyArray<string>): string | null => {
  const about = isAbout(text)
  return products.filter(about).toSorted((a, b) => tellingWords(b).length - tellingWords(a).length)[0] ?? null
}

/** For each campaign, whether it answers a search with what it bids on and keeps out. */
const answering = ({ campaigns, keywords, negatives }: StrategyFacts) => {
  const of = (words: StrategyFacts["keywords"], slug: string) =>
    blocking(words.filter(({ campaign }) => campaign === slug))
  return campaigns
    .map(({ slug, state }) => ({ slug, state, bids: of(keywords, slug), keepsOut: of(negatives, slug) }))
    .map(({ bids, keepsOut, slug, state }) => ({
      slug,
      isLive: state === "live",
      answers: (search: string) => bids(search) && !keepsOut(search)
    }))
}

/** Searches that somebody decided to keep out of every live campaign are no gap. */
const keptOutEverywhere = ({ negatives }: StrategyFacts): ((search: string) => boolean) => blocking(negatives)

/** What people search for beside what the campaigns answer. Null where the platform could not be asked. */
export const demandOf = (facts: StrategyFacts): DemandView | null => {
  if (!facts.demand.asked) return null
  const campaigns = answering(facts)
  const isKeptOut = keptOutEverywhere(facts)
  const rivals = facts.business?.competitors ?? []
  const ideas = facts.demand.ideas.map((idea): Idea => {
    const answered = campaigns.filter(({ answers }) => answers(idea.text))
    return {
      ...idea,
      reachedBy: answered.filter(({ isLive }) => isLive).map(({ slug }) => slug),
      waitingIn: answered.filter(({ isLive }) => !isLive).map(({ slug }) => slug)
    }
  })
  const products = facts.business?.products ?? []
  const resting = facts.campaigns
    .filter(({ state }) => state === "paused" || state === "draft")
    .map(({ slug }) => slug)
  const groups = Map.groupBy(ideas, ({ text }) => productFor(text, products))
  const themes = [...groups].map(([product, group]) => themeOf(product, group, resting))
  const searches = total(ideas)
  const reached = total(ideas.filter(({ reachedBy }) => reachedBy.length > 0))
  return {
    ideas: ideas.length,
    searches,
    reached,
    shareReached: shareOf(reached, searches),
    places: facts.demand.places,
    themes: themes.toSorted(
      (a, b) => Number(a.product === null) - Number(b.product === null) || b.searches - a.searches
    ),
    gaps: ideas
      .filter(
        ({ reachedBy, text }) => reachedBy.length === 0 && !isKeptOut(text) && !rivals.some(isAbout(text))
      )
      .toSorted((a, b) => b.monthlySearches - a.monthlySearches || a.text.localeCompare(b.text))
      .slice(0, shownGaps)
  }
}
