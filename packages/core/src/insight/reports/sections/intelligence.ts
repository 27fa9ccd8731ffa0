import { formatNumber, type MoneyFormat, moneyFormatter } from "../../markdown/format.ts"
import { escapeMarkdown, joinSentences, pluralize, quoteInline } from "../../markdown/text.ts"
import type { ReportDocument, Section } from "../document.ts"
import type { IntelligenceFacts } from "../facts/intelligence.ts"
import type { TermFact, ThemeFact } from "../facts/terms.ts"
import {
  aboutSection,
  fixedParagraph,
  formatDateRange,
  leftOutNote,
  noFiguresSection,
  reportSubtitle
} from "./frame.ts"
import { spendTable, termTable } from "./tables.ts"

const opening = (
  { all, fresh_total, terms_seen, themes, uncovered_total }: IntelligenceFacts,
  money: MoneyFormat
): string => {
  const [first] = themes
  const theme =
    first === undefined
      ? ""
      : ` The largest theme is ${quoteInline(first.theme)}: ${pluralize(first.terms, "search", "searches")} with that word cost ${money(first.now.spend)}${first.share === null ? "" : `, ${first.share} of what all searches cost`}.`
  const uncovered =
    uncovered_total === 0
      ? ""
      : ` ${pluralize(uncovered_total, "search", "searches")} converted though no keyword is for ${uncovered_total === 1 ? "it" : "them"}.`
  return `People saw your ads on ${pluralize(terms_seen, "different search", "different searches")}, which cost ${money(all.now.spend)} and brought ${pluralize(all.now.conversions, "conversion")}; ${fresh_total === 0 ? "none of them is" : `${formatNumber(fresh_total)} of them ${fresh_total === 1 ? "is" : "are"}`} new.${theme}${uncovered}`
}

const themeTable = (themes: ReadonlyArray<ThemeFact>, money: MoneyFormat): string =>
  spendTable<ThemeFact>({ title: "Word", cell: ({ theme }) => escapeMarkdown(theme) }, themes, money, {
    bar: [{ title: "Searches", numeric: true, cell: ({ terms }) => formatNumber(terms) }]
  })

const themeProse = (themes: ReadonlyArray<ThemeFact>, money: MoneyFormat): string => {
  if (themes.length === 0) return "No word is shared by enough searches to call it a theme."
  const priced = themes.flatMap(({ brand, now, theme }) =>
    brand || now.cpa === null ? [] : [{ theme, cpa: now.cpa }]
  )
  const withoutConversions = themes.filter(({ now }) => now.conversions === 0)
  const cheapest = priced.toSorted((a, b) => a.cpa - b.cpa)[0]
  const [firstIdle] = withoutConversions
  return joinSentences(
    cheapest === undefined
      ? "None of these themes brought a conversion, apart from the brand's own name."
      : `Apart from the brand's own name, conversions are cheapest where people search for ${quoteInline(cheapest.theme)}: ${money(cheapest.cpa)} each.`,
    firstIdle === undefined
      ? ""
      : `Searches with ${quoteInline(firstIdle.theme)} cost ${money(firstIdle.now.spend)} and brought none.`
  )
}

const termSection = (
  heading: string,
  prose: string,
  terms: ReadonlyArray<TermFact>,
  money: MoneyFormat
): ReadonlyArray<Section> =>
  terms.length === 0 ? [] : [{ heading, prose, facts: { terms }, body: termTable(terms, money) }]

/** The intelligence report: themes, rising, falling and new searches, and conversions without a keyword. */
export const intelligenceReport = (facts: IntelligenceFacts): ReportDocument => {
  const money = moneyFormatter(facts.currency)
  const title = `What people searched for: ${formatDateRange(facts.period)}`
  const subtitle = fixedParagraph(reportSubtitle(facts, `${facts.weeks} full weeks`))
  const sources = aboutSection(facts, [
    ...leftOutNote(facts),
    "From the search terms that the ad platform reports. It keeps rare ones to itself, so these cost less than the campaigns did.",
    "A theme is a word that searches share. A search with several of these words counts in each."
  ])
  if (facts.terms_seen === 0) {
    const prose =
      facts.days_with_data === 0
        ? noFiguresSection(facts, "period")
        : fixedParagraph("The ad platform reported no search terms for this period.")
    return { title, sections: [subtitle, prose, sources] }
  }
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a report on what people searched for",
        prose: opening(facts, money),
        facts: { all: facts.all, themes: facts.themes },
        body: ""
      },
      {
        heading: "Themes",
        about: "which themes in searches pay and which do not",
        prose: themeProse(facts.themes, money),
        facts: { themes: facts.themes },
        body: themeTable(facts.themes, money)
      },
      ...termSection(
        "Converting, and no keyword covers it",
        "These searches brought conversions though none of your keywords is the search itself. Each could be a keyword of its own, with its own bid.",
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
        "Searches that were not seen in the weeks before; the dearest of them.",
        facts.fresh,
        money
      ),
      sources
    ]
  }
}
