import { detectorCount } from "../../../contract/index.ts"
import {
  bulletList,
  escapeMarkdown,
  formatLongDay,
  formatLongDays,
  formatNumber,
  inlineCode,
  joinBlocks,
  joinSentences,
  pluralize
} from "../../markdown.ts"
import type { DocumentKind, Section } from "../document.ts"
import { describeTotals } from "../figures.ts"
import {
  analysePerformance,
  performanceSection,
  type StrategyFormat,
  strategyFormat
} from "../sections/account.ts"
import { analyseDocuments, documentsSection } from "../sections/attached.ts"
import { trackingAlarm } from "../sections/causes.ts"
import { analyseDemand, demandSection } from "../sections/demand.ts"
import { moreBudgetFacts, moreBudgetPlainly } from "../sections/more-budget.ts"
import type { DocumentPassages } from "../sections/passages.ts"
import { buildPlan, planSection } from "../sections/plan.ts"
import { stepText } from "../sections/steps.ts"
import { analyseWaste, wasteSection } from "../sections/waste.ts"
import type { StrategyFacts } from "../strategy-source.ts"

/**
 * Computes all content of a strategy, as data, including every figure. `passages` are the quotable passages of the
 * documents, if they are already extracted.
 */
const analyse = (given: StrategyFacts, passages?: ReadonlyArray<DocumentPassages>) => {
  const { documents: _, source, ...facts } = given
  const performance = analysePerformance(source)
  const waste = analyseWaste(given)
  const demand = analyseDemand(given)
  return {
    facts,
    performance,
    waste,
    demand,
    plan: buildPlan(given, performance, waste, demand),
    more_budget: moreBudgetFacts(source),
    documents: analyseDocuments(given, passages)
  }
}
export type Strategy = ReturnType<typeof analyse>

const firstStepCount = 3

/** Describes results, waste and demand. Searches by name are separate: these people had already decided. */
const openingProse = ({ demand, performance, waste }: Strategy, format: StrategyFormat): string => {
  const { all, best, brandShare, window, withoutBrand } = performance
  const { campaign, money } = format
  return joinBlocks(
    trackingAlarm(performance.causes),
    joinSentences(
      window === null
        ? "Nothing has been spent yet, so there are no figures to judge by."
        : describeTotals(
            all,
            money,
            "the 30 days before",
            `In the 30 days to ${formatLongDay(window.to)} you`
          ),
      withoutBrand?.cpa == null || brandShare === null
        ? null
        : `${brandShare} of the conversions came from people who searched for the business by name. Without them a conversion costs ${money(withoutBrand.cpa)}.`
    ),
    joinSentences(
      waste.atLeast <= 0
        ? null
        : `At least **${money(waste.atLeast)}** of it (${waste.shareOfSpend}) ${waste.boughtNothing ? "bought no conversion" : "was wasted"}.`,
      waste.atLeast <= 0 || waste.cpaWithout === null
        ? null
        : `Without it the same conversions would have cost ${money(waste.cpaWithout)} each.`,
      best === null || best.now.cpa === null
        ? null
        : `The money returns most in ${campaign(best.slug)}: ${money(best.now.cpa)} a conversion.`,
      demand === null || demand.searches <= demand.reached
        ? null
        : `People search ${formatNumber(demand.searches)} times a month for what the business offers, and live campaigns bid on ${demand.shareReached} of these searches.`
    )
  )
}

/** The summary, with the facts from which a language model may rewrite it, and the first steps. */
const openingSection = (strategy: Strategy, format: StrategyFormat): Section => {
  const { demand, performance, plan, waste } = strategy
  const { all, best, causes, withoutBrand } = performance
  const first = plan.steps.slice(0, firstStepCount).map((step) => stepText(step, strategy, format).title)
  return {
    about:
      "the opening of a strategy for the advertising of a business: how it went, what is wasted, what is possible",
    prose: openingProse(strategy, format),
    // Our own figures and names, and no untrusted text.
    facts: {
      conversions_missing: causes.tracking.map(({ campaign: _, ...figures }) => figures),
      last_30_days: all,
      without_searches_for_the_brand: withoutBrand,
      wasted: { at_least: waste.atLeast, share_of_spend: waste.shareOfSpend, cpa_without: waste.cpaWithout },
      best_campaign: best === null ? null : { slug: best.slug, cpa: best.now.cpa },
      demand:
        demand === null
          ? null
          : { searches_a_month: demand.searches, share_that_campaigns_bid_on: demand.shareReached }
    },
    body:
      first.length === 0 ? null : joinBlocks("Begin here:", bulletList(first.map((title) => `**${title}**`)))
  }
}

const maxItems = 6

const firstFew = (texts: ReadonlyArray<string>): string => {
  const shown = texts.slice(0, maxItems).map(escapeMarkdown)
  return texts.length > maxItems ? `${shown.join("; ")}; and others` : shown.join("; ")
}

/** Describes the business according to its website, as context for the other sections. */
const businessSection = ({ facts: { business } }: Strategy): Section | null => {
  if (business === null) return null
  const lines = [
    ["Products", business.products],
    ["Customers", business.customers],
    ["Places", business.places],
    ["Strengths", business.strengths],
    ["Competitors", business.competitors]
  ] as const
  const known = lines.filter(([, texts]) => texts.length > 0)
  return {
    heading: "The business",
    body: joinBlocks(
      escapeMarkdown(business.description),
      bulletList(known.map(([title, texts]) => `${title}: ${firstFew(texts)}`))
    )
  }
}

/** States the period, the sources, and what is not known. */
const sourcesSection = ({ demand, documents, facts, performance: { window } }: Strategy): Section => {
  const { audits, business, outsideChanges, platform, today } = facts
  return {
    heading: "What this is based on",
    body: bulletList(
      [
        window === null
          ? "**Period:** there are no figures yet."
          : `**Period:** ${formatLongDays(window.from, window.to)}, in the ad account's own days.`,
        business === null ? null : `**Business profile:** from ${inlineCode(business.url)}.`,
        `**Audit:** ${detectorCount} checks of ${pluralize(audits.length, "running search campaign")} on ${formatLongDay(today)}. It changed nothing.`,
        demand === null
          ? null
          : `**Keyword demand:** ${pluralize(demand.ideas, "search", "searches")} that ${platform} suggests${demand.places === 0 ? ", anywhere" : ` for ${pluralize(demand.places, "place")}`}, with monthly averages.`,
        documents.length === 0
          ? null
          : `**Documents:** ${pluralize(documents.length, "document")} that you attached.`,
        business === null
          ? "**Not known:** products, places and customers, because there is no business profile. Have the website analysed in the dashboard."
          : null,
        demand === null
          ? `**Not known:** keyword demand. ${escapeMarkdown(facts.demand.available ? "" : facts.demand.reason)}`
          : null,
        outsideChanges === 0
          ? null
          : `**Not known:** the effect of ${pluralize(outsideChanges, "change")} made in ${platform} since the last sync.`,
        "**Not known:** the season, the website's own changes, and what competitors do."
      ].filter((line) => line !== null)
    )
  }
}

/** The strategy for an account's next month. */
export const strategyKind: DocumentKind<Parameters<typeof analyse>, Strategy, StrategyFormat> = {
  facts: analyse,
  format: strategyFormat,
  title: ({ facts: { business, organization } }) =>
    escapeMarkdown(`Strategy for ${business?.name || organization.name}`),
  sections: [
    ({ facts }) => ({ prose: `*${formatLongDay(facts.today)}*` }),
    openingSection,
    businessSection,
    performanceSection,
    wasteSection,
    (strategy, { money }) =>
      strategy.performance.window === null ? null : moreBudgetPlainly(strategy, money),
    demandSection,
    planSection,
    documentsSection,
    sourcesSection
  ]
}
