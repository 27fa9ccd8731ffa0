import type { Document, Section } from "../../document/document.ts"
import { describeTotals, formatDateRange } from "../../document/figures.ts"
import {
  amount,
  comparison,
  figure,
  optional,
  plain,
  quoted,
  spendTable,
  titledTable,
  trendChart
} from "../../document/tables.ts"
import {
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  joinBlocks,
  joinSentences,
  type MoneyFormat,
  moneyFormatter,
  pluralize,
  quoteInline,
  strong,
  table
} from "../../markdown.ts"
import { describeSaving, lowerBoundReason, savingMeaning } from "../../savings/sentences.ts"
import type { OptionFact } from "../facts/options.ts"
import type { AppliedFact } from "../facts/recommended.ts"
import { type AccuracyFact, otherParts, type PartFact, type StrategicFacts } from "../facts/strategic.ts"
import type { ThemeFact } from "../facts/terms.ts"
import { aboutSection, comparedPeriodLabel, noFiguresSection, subtitleSection } from "./frame.ts"
import { explainChanges, trackingAlarm } from "./why.ts"

/** Describes an option with its figures and their basis: its title and text. */
const optionText = (option: OptionFact, money: MoneyFormat): readonly [title: string, text: string] => {
  switch (option.option) {
    case "stop_waste":
      return [
        "Stop the known waste",
        `${pluralize(option.recommendations, "recommendation")} with an estimate ${option.recommendations === 1 ? "is" : "are"} open. ${describeSaving(option.recommendations, money(option.saving_month), option.saving_at_least)}${option.share === null ? "" : ` That is ${option.share} of an average 30 days of the quarter.`} ${savingMeaning(option.saving_conversions)} Each of them can be undone.`
      ]
    case "move_money":
      return [
        `Move money from ${escapeMarkdown(option.from)} to ${escapeMarkdown(option.to)}`,
        `A conversion cost ${money(option.from_cpa)} in ${strong(option.from)} and ${money(option.to_cpa)} in ${strong(option.to)}. ${option.part} of the first campaign's spend (${money(option.amount)}) bought ${formatNumber(option.conversions_there)} conversions there. At the other's price it buys ${formatNumber(option.conversions_here)}: ${formatNumber(option.gain)} more for the same money. The price may rise as more is bought, so move it in steps.`
      ]
    case "grow_winner":
      return [
        `Raise the budget of ${escapeMarkdown(option.campaign)}`,
        `It spent its budget on ${option.spent_out} of ${pluralize(option.days, "day")}, at ${money(option.cpa)} a conversion. From ${money(option.budget)} to ${money(option.raised)} a day costs up to ${money(option.cost_month)} more a month and brings about ${formatNumber(option.conversions_month)} conversions, if the next ones cost the same.`
      ]
    case "stay":
      return [
        "Change nothing",
        `The next quarter then costs about ${money(option.spend)} and brings about ${pluralize(option.conversions, "conversion")}${option.cpa === null ? "" : ` at ${money(option.cpa)} each`}, if the season is the same.`
      ]
  }
}

const typeNames: Readonly<Record<string, string>> = {
  prospecting: "Prospecting",
  brand: "Brand",
  hipo: "High potential",
  location: "Location",
  icp: "Customer profile",
  competitor: "Competitor",
  external: "Imported",
  removed: "Removed campaigns",
  [otherParts]: "Others"
}
const typeName = ({ part }: PartFact): string => typeNames[part] ?? escapeMarkdown(part)
const placeName = ({ part }: PartFact): string =>
  part === "" ? "Not set" : part === otherParts ? "Other places" : escapeMarkdown(part)

const spendProse = ({ by_type, themes }: StrategicFacts, money: MoneyFormat): string => {
  const [first] = by_type
  const [theme] = themes
  const priced = by_type.flatMap((part) => (part.now.cpa === null ? [] : [{ part, cpa: part.now.cpa }]))
  const [cheapest] = priced.toSorted((a, b) => a.cpa - b.cpa)
  return joinSentences(
    first === undefined
      ? null
      : `Most was spent in **${typeName(first)}** campaigns: ${money(first.now.spend)}${first.share === null ? "" : `, ${first.share} of the total`}.`,
    cheapest === undefined || priced.length < 2
      ? null
      : `Conversions were cheapest in **${typeName(cheapest.part)}** campaigns, at ${money(cheapest.cpa)} each.`,
    theme === undefined || theme.share === null
      ? null
      : `Searches with ${quoteInline(theme.theme)} took ${theme.share} of the cost of all searches.`
  )
}

const spendSection = (facts: StrategicFacts, money: MoneyFormat): Section => {
  const shares = <Row extends PartFact | ThemeFact>(
    heading: string,
    title: string,
    cell: (row: Row) => string,
    rows: ReadonlyArray<Row>
  ) =>
    titledTable(
      `**${heading}**`,
      spendTable<Row>(plain(title, cell), rows, money, { spend: [figure("Share", ({ share }) => share)] })
    )
  return {
    heading: "Where the money went, and what it returned",
    about: "where a quarter's money went by type of campaign, place and theme, and what it returned",
    prose: spendProse(facts, money),
    facts: { by_type: facts.by_type, by_place: facts.by_place, themes: facts.themes },
    body: joinBlocks(
      shares("By type of campaign", "Type", typeName, facts.by_type),
      shares("By place in which campaigns are shown", "Place", placeName, facts.by_place),
      shares<ThemeFact>(
        "By theme in searches (a search counts with each of its words)",
        "Word",
        ({ theme }) => escapeMarkdown(theme),
        facts.themes
      )
    )
  }
}

const triedProse = (
  { at_least, changes, estimated, measured, realised, total, undone }: StrategicFacts["tried"],
  money: MoneyFormat
): string => {
  if (total === 0)
    return changes === 0
      ? "Nothing was changed through Adwarden in this quarter."
      : `${pluralize(changes, "change")} ${changes === 1 ? "was" : "were"} made, none of them from a recommendation.`
  return joinSentences(
    `${pluralize(total, "recommendation")} ${total === 1 ? "was" : "were"} applied${undone === 0 ? "" : `, ${formatNumber(undone)} of them undone again`}.`,
    measured === 0
      ? "Their results are not known yet: savings are measured 14 and 30 days later."
      : joinSentences(
          `The result of ${formatNumber(measured)} is known: ${at_least ? "at least " : ""}${money(realised)} a month saved, of an estimated ${money(estimated)}.`,
          at_least ? lowerBoundReason : null
        )
  )
}

const triedSection = ({ accuracy, tried }: StrategicFacts, money: MoneyFormat): Section => ({
  heading: "What was tried, and the results",
  about: "what was tried in the quarter and what it saved",
  prose: triedProse(tried, money),
  facts: { tried, accuracy },
  body: joinBlocks(
    table<AppliedFact>(
      [
        plain("Applied", ({ day }) => formatShortDay(day)),
        plain("What", ({ summary, undone }) =>
          undone ? `~~${escapeMarkdown(summary)}~~ (undone)` : escapeMarkdown(summary)
        ),
        quoted("Campaign", ({ campaign }) => campaign),
        amount("Estimated a month", money, ({ saving }) => saving),
        amount("After 14 days", money, ({ realised_14d }) => realised_14d),
        amount("After 30 days", money, ({ realised_30d }) => realised_30d)
      ],
      tried.list
    ),
    tried.left_out === 0 ? null : `And ${formatNumber(tried.left_out)} more.`,
    titledTable(
      "**Estimates and results of all applied recommendations so far**",
      table<AccuracyFact>(
        [
          plain("Kind", ({ label }) => label),
          figure("Measured", ({ measured }) => measured),
          amount("Estimated a month", money, ({ estimated }) => estimated),
          amount("Realised a month", money, ({ realised }) => realised),
          figure("Share", ({ share }) => share),
          optional(plain("", ({ unreliable }) => (unreliable ? "unreliable estimates" : "")))
        ],
        accuracy
      )
    )
  )
})

const optionsSection = ({ options, options_wanted }: StrategicFacts, money: MoneyFormat): Section => ({
  heading: "Options for the next quarter",
  prose:
    options.length < options_wanted
      ? "The figures support no further option; anything else would be a guess."
      : null,
  body: joinBlocks(
    ...options.map(({ fact, number }) => {
      const [title, text] = optionText(fact, money)
      return `### ${number}. ${title}\n\n${text}`
    })
  )
})

/** The strategic report of a quarter: spend, results, applied recommendations and options. */
export const strategicReport = (facts: StrategicFacts): Document => {
  const money = moneyFormatter(facts.currency)
  const { all, causes } = facts
  const label = comparedPeriodLabel(facts)
  const hasFigures = facts.days_with_data > 0
  const opening: Section = hasFigures
    ? {
        about: "the opening of a quarterly report: what was spent, what it brought, how both moved, and why",
        prose: joinSentences(
          trackingAlarm(causes),
          describeTotals(all, money, `the ${label}`),
          explainChanges(all, [], causes, money)
        ),
        facts: { all, causes },
        body: joinBlocks(
          comparison(all, money, "This quarter", label),
          trendChart("Week by week:", facts.weeks, money)
        )
      }
    : noFiguresSection(facts, "quarter")
  return {
    title: `The quarter: ${formatDateRange(facts.period)}`,
    sections: [
      subtitleSection(facts, "a calendar quarter"),
      opening,
      ...(hasFigures ? [spendSection(facts, money)] : []),
      triedSection(facts, money),
      ...(hasFigures ? [optionsSection(facts, money)] : []),
      aboutSection(facts, {
        sources:
          "the ad account's figures and change history as of the last sync, Adwarden's recommendations and its activity log.",
        unknown: [
          "past types and places: campaigns count with those of today. The cost of a single place within a campaign is not known.",
          "the future: options are calculated from the last quarter. Prices, seasons and competitors change."
        ]
      })
    ]
  }
}
