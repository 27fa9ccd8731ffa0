import { formatNumber, formatShortDay, type MoneyFormat, moneyFormatter } from "../../markdown/format.ts"
import { table } from "../../markdown/table.ts"
import { escapeMarkdown, joinBlocks, joinSentences, pluralize, quoteInline } from "../../markdown/text.ts"
import type { ReportDocument, Section } from "../document.ts"
import type { OptionFact } from "../facts/options.ts"
import type { PartFact, StrategicFacts } from "../facts/strategic.ts"
import type { ThemeFact } from "../facts/terms.ts"
import {
  aboutSection,
  comparedPeriodLabel,
  describeTotals,
  fixedParagraph,
  formatDateRange,
  noFiguresSection,
  orUnknown,
  reportSubtitle
} from "./frame.ts"
import { comparison, spendTable, trendChart } from "./tables.ts"

/** Describes an option with its figures and their basis. */
const optionText = (
  option: OptionFact,
  money: MoneyFormat
): { readonly title: string; readonly text: string } => {
  switch (option.option) {
    case "stop_waste":
      return {
        title: "Stop the waste that is known",
        text:
          `${pluralize(option.recommendations, "recommendation")} with an estimate ${option.recommendations === 1 ? "waits" : "wait"} to be decided. Together they would have saved ${money(option.saving_month)} of the last 30 days, each keyword and search counted once` +
          `${option.share === null ? "" : `: ${option.share} of what as many days of the quarter cost on average`}. It is cost that bought nothing; a campaign limited by its budget will spend it elsewhere. Every one of them can be undone.`
      }
    case "move_money":
      return {
        title: `Move money from ${escapeMarkdown(option.from)} to ${escapeMarkdown(option.to)}`,
        text: `A conversion cost ${money(option.from_cpa)} in **${escapeMarkdown(option.from)}** and ${money(option.to_cpa)} in **${escapeMarkdown(option.to)}**. The ${option.part} of the first one's spend that would move (${money(option.amount)}) bought ${formatNumber(option.conversions_there)} conversions there; at the other's price it buys ${formatNumber(option.conversions_here)}, which is ${formatNumber(option.gain)} more for the same money. The price may rise as more is bought: move it in steps.`
      }
    case "grow_winner":
      return {
        title: `Give ${escapeMarkdown(option.campaign)} more`,
        text: `It spent its budget on ${option.spent_out} of ${pluralize(option.days, "day")}, at ${money(option.cpa)} a conversion. From ${money(option.budget)} to ${money(option.raised)} a day costs up to ${money(option.cost_month)} more a month and brings about ${formatNumber(option.conversions_month)} conversions, if the next ones cost what the last ones did.`
      }
    case "stay":
      return {
        title: "Go on as it is",
        text: `The next quarter then costs about ${money(option.spend)} and brings about ${pluralize(option.conversions, "conversion")}${option.cpa === null ? "" : ` at ${orUnknown(option.cpa, money)} each`}, as far as the season is the same.`
      }
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
  removed: "No longer there"
}
const typeName = ({ part }: PartFact): string => typeNames[part] ?? escapeMarkdown(part)
const placeName = ({ part }: PartFact): string => (part === "" ? "not set here" : escapeMarkdown(part))

const spendProse = ({ by_type, themes }: StrategicFacts, money: MoneyFormat): string => {
  const [first] = by_type
  if (first === undefined) return ""
  const priced = by_type.filter(({ now }) => now.cpa !== null)
  const [cheapest] = priced.toSorted((a, b) => a.now.cpa! - b.now.cpa!)
  const [theme] = themes
  return joinSentences(
    `Most went to **${typeName(first)}** campaigns: ${money(first.now.spend)}${first.share === null ? "" : `, ${first.share} of all`}.`,
    cheapest === undefined || priced.length < 2
      ? ""
      : `Conversions were cheapest in **${typeName(cheapest)}** campaigns, at ${money(cheapest.now.cpa!)} each.`,
    theme === undefined || theme.share === null
      ? ""
      : `Of what searches cost, ${theme.share} went to those with ${quoteInline(theme.theme)}.`
  )
}

const shareTable = <Row extends PartFact | ThemeFact>(
  title: string,
  cell: (row: Row) => string,
  rows: ReadonlyArray<Row>,
  money: MoneyFormat
): string =>
  spendTable<Row>({ title, cell }, rows, money, {
    spend: [{ title: "Share", numeric: true, cell: ({ share }) => orUnknown(share, String) }]
  })

const spendSection = (facts: StrategicFacts, money: MoneyFormat): Section => ({
  heading: "Where the money went, and what it returned",
  about: "where a quarter's money went by type of campaign, place and theme, and what it returned",
  prose: spendProse(facts, money),
  facts: { by_type: facts.by_type, by_place: facts.by_place, themes: facts.themes },
  body: joinBlocks(
    "**By type of campaign**",
    shareTable("Type", typeName, facts.by_type, money),
    "**By place that campaigns are shown in**",
    shareTable("Place", placeName, facts.by_place, money),
    facts.themes.length === 0 ? null : "**By theme in searches**",
    shareTable<ThemeFact>("Word", ({ theme }) => escapeMarkdown(theme), facts.themes, money)
  )
})

const appliedProse = (
  { changes, estimated, measured, realised, total, undone }: StrategicFacts["tried"],
  money: MoneyFormat
): string => {
  if (total === 0) {
    return changes === 0
      ? "Nothing was changed through Adwarden in this quarter."
      : `${pluralize(changes, "change")} ${changes === 1 ? "was" : "were"} made, none of them from a recommendation.`
  }
  const outcome =
    measured === 0
      ? "It is too early to say what came of them: savings are measured 14 and 30 days after."
      : `For ${formatNumber(measured)} of them the outcome is known: ${money(realised)} a month saved, where ${money(estimated)} was estimated.`
  return `${pluralize(total, "recommendation")} ${total === 1 ? "was" : "were"} applied${undone === 0 ? "" : `, ${formatNumber(undone)} of them undone again`}. ${outcome}`
}

type Applied = StrategicFacts["tried"]["list"][number]
const appliedSection = ({ tried }: StrategicFacts, money: MoneyFormat): Section => ({
  heading: "What was tried, and what came of it",
  about: "what was tried in the quarter and what it saved",
  prose: appliedProse(tried, money),
  facts: tried,
  body: joinBlocks(
    table<Applied>(
      [
        { title: "Applied", cell: ({ day }) => formatShortDay(day) },
        {
          title: "What",
          cell: ({ summary, undone }) =>
            undone ? `~~${escapeMarkdown(summary)}~~ (undone)` : escapeMarkdown(summary)
        },
        { title: "Campaign", cell: ({ campaign }) => escapeMarkdown(campaign) },
        { title: "Estimated a month", numeric: true, cell: ({ saving }) => orUnknown(saving, money) },
        { title: "After 14 days", numeric: true, cell: ({ realised_14d }) => orUnknown(realised_14d, money) },
        { title: "After 30 days", numeric: true, cell: ({ realised_30d }) => orUnknown(realised_30d, money) }
      ],
      tried.list
    ),
    tried.left_out === 0 ? null : `And ${formatNumber(tried.left_out)} more.`
  )
})

const optionsSection = ({ options, options_wanted }: StrategicFacts, money: MoneyFormat): Section => ({
  heading: "Options for the next quarter",
  prose:
    options.length < options_wanted
      ? "The figures support no further option; anything else would be a guess."
      : "",
  facts: options,
  body: joinBlocks(
    ...options.map(({ fact, number: n }) => {
      const { text, title } = optionText(fact, money)
      return `### ${n}. ${title}\n\n${text}`
    })
  )
})

/** The strategic report of a quarter: spend, results, applied recommendations and options. */
export const strategicReport = (facts: StrategicFacts): ReportDocument => {
  const money = moneyFormatter(facts.currency)
  const title = `The quarter: ${formatDateRange(facts.period)}`
  const subtitle = fixedParagraph(reportSubtitle(facts, "a calendar quarter"))
  if (facts.days_with_data === 0) {
    return { title, sections: [subtitle, noFiguresSection(facts, "quarter"), appliedSection(facts, money)] }
  }
  return {
    title,
    sections: [
      subtitle,
      {
        heading: null,
        about: "the opening of a quarterly report: what was spent, what it brought, how both moved",
        prose: describeTotals(facts.all, money, `the ${comparedPeriodLabel(facts)}`),
        facts: { all: facts.all },
        body: joinBlocks(
          comparison(facts.all, money, "This quarter", comparedPeriodLabel(facts)),
          trendChart("Week by week:", facts.weeks, money)
        )
      },
      spendSection(facts, money),
      appliedSection(facts, money),
      optionsSection(facts, money),
      aboutSection(facts, [
        "From Adwarden's copy of the ad account's figures, its recommendations and its action log.",
        "Types and places are those that campaigns have today. What a place within a campaign cost is not known, so places that are shown together stand together.",
        "Options are arithmetic on the last quarter, not a forecast: prices, seasons and competitors move."
      ])
    ]
  }
}
