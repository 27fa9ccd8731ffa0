import type { Document, Section } from "../../document/document.ts"
import { formatDateRange } from "../../document/figures.ts"
import { figure, quoted, spendTable, type TermRow, termTable } from "../../document/tables.ts"
import {
  formatNumber,
  joinSentences,
  type MoneyFormat,
  moneyFormatter,
  pluralize,
  quoteInline
} from "../../markdown.ts"
import type { IntelligenceFacts } from "../facts/intelligence.ts"
import type { ThemeFact } from "../facts/terms.ts"
import { aboutSection, leftOutNote, noFiguresSection, subtitleSection } from "./frame.ts"

const opening = (
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

const termSection = (
  heading: string,
  prose: string,
  terms: ReadonlyArray<TermRow>,
  money: MoneyFormat
): ReadonlyArray<Section> => (terms.length === 0 ? [] : [{ heading, prose, body: termTable(terms, money) }])

/** The intelligence report: themes, rising, falling and new searches, and conversions without a keyword. */
export const intelligenceReport = (facts: IntelligenceFacts): Document => {
  const money = moneyFormatter(facts.currency)
  const title = `What people searched for: ${formatDateRange(facts.period)}`
  const subtitle = subtitleSection(facts, `${facts.weeks} full weeks`)
  const about = aboutSection(facts, {
    sources:
      "the search terms that the ad platform reports. A theme is a word that searches share; a search with several of these words counts in each.",
    unknown: [
      ...leftOutNote(facts),
      "rare searches, which the ad platform does not report. So these cost less than the campaigns did."
    ]
  })
  if (facts.terms_seen === 0) {
    const none =
      facts.days_with_data === 0
        ? noFiguresSection(facts, "period")
        : { prose: "The ad platform reported no search terms for this period." }
    return { title, sections: [subtitle, none, about] }
  }
  return {
    title,
    sections: [
      subtitle,
      {
        about: "the opening of a report on what people searched for",
        prose: opening(facts, money),
        facts: { all: facts.all, themes: facts.themes }
      },
      {
        heading: "Themes",
        about: "which themes in searches pay and which do not",
        prose: themeProse(facts.themes, money),
        facts: { themes: facts.themes },
        body: spendTable<ThemeFact>(
          quoted("Word", ({ theme }) => theme),
          facts.themes,
          money,
          { bar: [figure("Searches", ({ terms }) => terms)] }
        )
      },
      ...termSection(
        "Searches that convert without a keyword",
        "These searches brought conversions although none of your keywords is the search itself. Each could be a keyword of its own, with its own bid.",
        facts.uncovered,
        money
      ),
      ...termSection("Rising", "Searches that cost more than before.", facts.rising, money),
      ...termSection(
        "Falling",
        "Searches that cost less than before, or no longer occur.",
        facts.falling,
        money
      ),
      ...termSection(
        "New",
        "The most expensive searches that did not occur in the weeks before.",
        facts.fresh,
        money
      ),
      about
    ]
  }
}
