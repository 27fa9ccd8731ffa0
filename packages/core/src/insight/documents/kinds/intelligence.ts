import { type ComparedTerm, makeBlocker } from "../../../campaigns/index.ts"
import { normalizeWords } from "../../detect/view.ts"
import { formatNumber, joinSentences, type MoneyFormat, pluralize, quoteInline } from "../../markdown.ts"
import { type Section, unless } from "../document.ts"
import { compareTerms, formatDateRange } from "../figures.ts"
import { lastWeeks, searchWeeks } from "../periods.ts"
import {
  costIncrease,
  hadTraffic,
  largestBy,
  type ThemeFact,
  termFact,
  termTable,
  themesOf
} from "../sections/terms.ts"
import type { Source } from "../source.ts"
import { figure, quoted, spendTable } from "../tables.ts"
import { about, defineReport, reportHeader, subtitle, withoutFigures } from "./report.ts"

const limits = { themes: 12, terms: 8 } as const

/** Whether no keyword equals the search, and its own campaign does not exclude it. */
const isUncovered = ({ keywords, negatives }: Source) => {
  const known = new Set(keywords.map(({ text }) => normalizeWords(text)))
  const blockers = new Map(
    [...Map.groupBy(negatives, ({ campaign }) => campaign)].map(([campaign, some]) => [
      campaign,
      makeBlocker(some)
    ])
  )
  return ({ campaign, term }: ComparedTerm): boolean =>
    !known.has(normalizeWords(term)) && blockers.get(campaign)?.(term) !== true
}

const facts = (source: Source) => {
  const { terms } = source
  const largest = (list: ReadonlyArray<ComparedTerm>, measure: (term: ComparedTerm) => number) =>
    largestBy(list, limits.terms, measure).map(termFact(source))
  const now = terms.filter((term) => hadTraffic(term.now))
  const known = terms.filter(({ before }) => hadTraffic(before))
  const fresh = source.windows.before === null ? null : now.filter(({ before }) => !hadTraffic(before))
  const uncovered = terms.filter(({ now }) => now.conversions > 0).filter(isUncovered(source))
  return {
    type: "intelligence" as const,
    ...reportHeader(source),
    weeks: searchWeeks,
    terms_seen: now.length,
    terms_left_out: source.terms_total - terms.length,
    /** For the searches in this report, which are not the campaigns' total cost. */
    all: compareTerms(terms),
    themes: themesOf(source, limits.themes),
    rising: largest(
      known.filter((term) => hadTraffic(term.now)),
      costIncrease
    ),
    falling: largest(known, (term) => -costIncrease(term)),
    fresh: largest(fresh ?? [], ({ now }) => now.cost_micros),
    /** Null if nothing is compared, so that nothing is known to be new. */
    fresh_total: fresh === null ? null : fresh.length,
    /** Converting searches without a keyword in any campaign, and not excluded in their own. */
    uncovered: largest(uncovered, ({ now }) => now.conversions),
    uncovered_total: uncovered.length
  }
}
type IntelligenceFacts = ReturnType<typeof facts>

const openingProse = (
  { all, fresh_total, terms_seen, themes, uncovered_total }: IntelligenceFacts,
  money: MoneyFormat
): string => {
  const [first] = themes
  return joinSentences(
    `Your ads were shown for ${pluralize(terms_seen, "different search", "different searches")}, which cost ${money(all.now.spend)} and brought ${pluralize(all.now.conversions, "conversion")}.`,
    fresh_total === null
      ? null
      : fresh_total === 0
        ? "None of them is new."
        : `${formatNumber(fresh_total)} of them ${fresh_total === 1 ? "is" : "are"} new.`,
    first === undefined
      ? null
      : `The largest theme is ${quoteInline(first.theme)}: ${pluralize(first.terms, "search", "searches")} with that word cost ${money(first.now.spend)}${first.share === null ? "" : `, ${first.share} of the cost of all searches`}.`,
    uncovered_total === 0
      ? null
      : `${pluralize(uncovered_total, "search", "searches")} converted although no keyword covers ${uncovered_total === 1 ? "it" : "them"}.`
  )
}

const opening = (facts: IntelligenceFacts, money: MoneyFormat): Section => ({
  about: "the opening of a report on what people searched for",
  prose: openingProse(facts, money),
  facts: { all: facts.all, themes: facts.themes }
})

/** With fewer conversions, a cost per conversion is chance. */
const minConversions = 3

const themeProse = (themes: ReadonlyArray<ThemeFact>, money: MoneyFormat): string => {
  if (themes.length === 0) return "No word is shared by enough searches to form a theme."
  const [cheapest] = themes
    .flatMap(({ brand, now, theme }) =>
      brand || now.cpa === null || now.conversions < minConversions ? [] : [{ theme, cpa: now.cpa }]
    )
    .toSorted((a, b) => a.cpa - b.cpa)
  const idle = themes.find(({ now }) => now.conversions === 0)
  return joinSentences(
    cheapest === undefined
      ? null
      : `Apart from the brand's own name, conversions are cheapest in searches with ${quoteInline(cheapest.theme)}: ${money(cheapest.cpa)} each.`,
    idle === undefined
      ? null
      : `Searches with ${quoteInline(idle.theme)} cost ${money(idle.now.spend)} and brought none.`
  )
}

const themeSection = ({ themes }: IntelligenceFacts, money: MoneyFormat): Section => ({
  heading: "Themes",
  about: "which themes in searches pay and which do not",
  prose: themeProse(themes, money),
  facts: { themes },
  body: spendTable<ThemeFact>(
    quoted("Word", ({ theme }) => theme),
    themes,
    money,
    { name: [figure("Searches", ({ terms }) => terms)] }
  )
})

/** Lists the searches of one of the facts, if there are some. */
const searches =
  (listed: "uncovered" | "rising" | "falling" | "fresh", heading: string, prose: string) =>
  ({ [listed]: terms }: IntelligenceFacts, money: MoneyFormat): Section | null =>
    terms.length === 0 ? null : { heading, prose, body: termTable(terms, money) }

/** Explains why no search is listed; null if there are some. */
const withoutSearches = (facts: IntelligenceFacts): Section | null =>
  facts.terms_seen > 0
    ? null
    : (withoutFigures("period")(facts) ?? {
        prose: "The ad platform reported no search terms for this period."
      })

/** The intelligence report: themes, rising, falling and new searches, and conversions without a keyword. */
export const intelligence = defineReport({
  purpose: "What people searched for in the last four weeks, by theme, and what is missing.",
  lastPeriod: (today) => lastWeeks(searchWeeks, today),
  trendWeeks: 0,
  readsTerms: true,
  facts,
  title: ({ period }) => `What people searched for: ${formatDateRange(period)}`,
  sections: [
    subtitle(`${searchWeeks} full weeks`),
    unless(
      withoutSearches,
      opening,
      themeSection,
      searches(
        "uncovered",
        "Searches that convert without a keyword",
        "These searches brought conversions although none of your keywords is the search itself. Each could be a keyword of its own, with its own bid."
      ),
      searches("rising", "Rising", "Searches that cost more than before."),
      searches("falling", "Falling", "Searches that cost less than before, or no longer occur."),
      searches("fresh", "New", "The most expensive searches that did not occur in the weeks before.")
    ),
    about(
      "the search terms that the ad platform reports. A theme is a word that searches share; a search with several of these words counts in each.",
      "rare searches, which the ad platform does not report. So these cost less than the campaigns did."
    )
  ]
})
