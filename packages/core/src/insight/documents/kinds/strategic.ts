import { detectors } from "../../../contract/index.ts"
import { definitions } from "../../detect/detectors/index.ts"
import {
  escapeMarkdown,
  formatNumber,
  formatShortDay,
  joinBlocks,
  joinSentences,
  joinWithAnd,
  type MoneyFormat,
  oneLine,
  pluralize,
  quoteInline,
  table
} from "../../markdown.ts"
import { recommendationLabels } from "../../recommendations/labels.ts"
import { isUnreliable } from "../../savings/accuracy.ts"
import { combinedMeasuredSaving } from "../../savings/estimate.ts"
import { lowerBoundReason } from "../../savings/sentences.ts"
import { type Section, unless } from "../document.ts"
import {
  campaignNamer,
  compareBy,
  compareTotals,
  formatDateRange,
  percentText,
  shareTexts,
  weekFacts
} from "../figures.ts"
import { lastQuarter } from "../periods.ts"
import { causeFacts, explainChanges } from "../sections/causes.ts"
import { moreBudgetFacts, moreBudgetSection } from "../sections/more-budget.ts"
import { optionFacts, optionsSection } from "../sections/options.ts"
import { type ThemeFact, themesOf } from "../sections/terms.ts"
import type { Source } from "../source.ts"
import { amount, figure, optional, plain, quoted, spendTable, titledTable } from "../tables.ts"
import { about, defineReport, overview, reportHeader, subtitle, withoutFigures } from "./report.ts"

const limits = { themes: 8, applied: 12, parts: 8 } as const

/** Stands for the smallest parts together. */
const otherParts = "others"

/** Returns the parts of the total, grouped by a property of campaigns. They add up to the total. */
const partsBy = (source: Source, groupOf: (slug: string) => string) => {
  const ranked = compareBy(source, groupOf).toSorted(
    (a, b) => b.spent - a.spent || a.key.localeCompare(b.key)
  )
  const own = new Set(
    ranked.slice(0, ranked.length > limits.parts ? limits.parts - 1 : limits.parts).map(({ key }) => key)
  )
  const parts = compareBy(source, (slug) => (own.has(groupOf(slug)) ? groupOf(slug) : otherParts)).toSorted(
    (a, b) =>
      Number(a.key === otherParts) - Number(b.key === otherParts) ||
      b.spent - a.spent ||
      a.key.localeCompare(b.key)
  )
  const shares = shareTexts(parts.map(({ spent }) => spent))
  return parts.map(({ figures, key }, n) => ({ part: key, share: shares[n]!, ...figures }))
}
type PartFact = ReturnType<typeof partsBy>[number]

/** Whether a recommendation stops searches; all others with a saving stop keywords. */
const stopsSearches = (type: string): boolean =>
  type === "brand_leak" || detectors.some((one) => one === type && definitions[one].stops === "searches")

const appliedFacts = (source: Source) =>
  source.applied.map(({ at, campaign, realised_14d, realised_30d, saving, status, summary, type }) => ({
    day: at.slice(0, 10),
    campaign: campaignNamer(source.campaigns)(campaign),
    summary: oneLine(summary ?? recommendationLabels[type], 200),
    undone: status === "undone",
    saving,
    realised_14d,
    realised_30d
  }))
type AppliedFact = ReturnType<typeof appliedFacts>[number]

const triedFacts = (source: Source) => {
  const applied = appliedFacts(source)
  const measured = source.applied.flatMap(
    ({ campaign, realised_14d, realised_30d, saving, status, type }) => {
      const realised = realised_30d ?? realised_14d
      const groupOf = { campaign, stops: stopsSearches(type) ? ("searches" as const) : ("keywords" as const) }
      return status === "undone" || saving === null || realised === null
        ? []
        : [{ estimate: { ...groupOf, amount: saving }, outcome: { ...groupOf, amount: realised } }]
    }
  )
  const outcome = combinedMeasuredSaving(measured.map(({ outcome }) => outcome))
  return {
    changes: source.actions_total,
    total: applied.length,
    undone: applied.filter(({ undone }) => undone).length,
    /** The number with both estimate and result: after 30 days, else after 14. */
    measured: measured.length,
    estimated: combinedMeasuredSaving(measured.map(({ estimate }) => estimate)).amount,
    realised: outcome.amount,
    /** Whether both may be more. */
    at_least: outcome.atLeast,
    list: applied.slice(0, limits.applied),
    left_out: Math.max(0, applied.length - limits.applied),
    /** The days after which results are measured. */
    measured_after: [14, 30]
  }
}

/** Returns realised savings beside their estimates by type, over all applied recommendations so far. */
const accuracyFacts = ({ accuracy }: Source) =>
  accuracy.map((one) => ({
    label: recommendationLabels[one.type],
    measured: one.measured,
    estimated: one.estimated,
    realised: one.realised,
    share: percentText(one.realised, one.estimated),
    unreliable: isUnreliable(one)
  }))
type AccuracyFact = ReturnType<typeof accuracyFacts>[number]

const facts = (source: Source) => {
  const campaigns = new Map(source.campaigns.map((campaign) => [campaign.slug, campaign]))
  return {
    type: "strategic" as const,
    ...reportHeader(source),
    all: compareTotals(source),
    causes: causeFacts(source),
    weeks: weekFacts(source, source.windows.period),
    by_type: partsBy(source, (slug) => campaigns.get(slug)?.type ?? "removed"),
    by_place: partsBy(source, (slug) => {
      const places = campaigns.get(slug)?.places ?? []
      return places.length === 0 ? "" : oneLine(joinWithAnd(places.toSorted()), 60)
    }),
    themes: themesOf(source, limits.themes),
    tried: triedFacts(source),
    accuracy: accuracyFacts(source),
    more_budget: moreBudgetFacts(source),
    ...optionFacts(source)
  }
}
type StrategicFacts = ReturnType<typeof facts>

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

const opening = (facts: StrategicFacts, money: MoneyFormat): Section => {
  const { all, causes } = facts
  const { body, prose } = overview(facts, money, "This quarter", "Week by week:")
  return {
    about: "the opening of a quarterly report: what was spent, what it brought, how both moved, and why",
    prose: joinSentences(prose, explainChanges(all, [], causes, money)),
    facts: { all, causes },
    body
  }
}

/** The strategic report of a quarter: spend, results, applied recommendations and options. */
export const strategic = defineReport({
  purpose: "The last quarter: where the money went, and where more would pay.",
  lastPeriod: lastQuarter,
  trendWeeks: 0,
  readsTerms: true,
  facts,
  title: ({ period }) => `The quarter: ${formatDateRange(period)}`,
  sections: [
    subtitle("a calendar quarter"),
    unless(withoutFigures("quarter"), opening, spendSection, moreBudgetSection),
    triedSection,
    (facts, money) => (facts.days_with_data === 0 ? null : optionsSection(facts, money)),
    about(
      "the ad account's figures and change history as of the last sync, Adwarden's recommendations and its activity log.",
      "past types and places: campaigns count with those of today. The cost of a single place within a campaign is not known.",
      "the future: options are calculated from the last quarter. Prices, seasons and competitors change."
    )
  ]
})
