import { lowQualityScore } from "../../../campaigns/index.ts"
import { detectors, isApplicable } from "../../../contract/index.ts"
import { sumAmounts, totalBy } from "../../amounts.ts"
import { goals } from "../../detect/definition.ts"
import { definitions } from "../../detect/detectors/index.ts"
import { escapeMarkdown, formatNumber, inlineCode, joinWithAnd, pluralize } from "../../markdown.ts"
import type { StrategyFacts } from "../strategy-source.ts"
import type { AccountPerformance, CampaignPerformance, StrategyFormat } from "./account.ts"
import type { Demand } from "./demand.ts"
import { lostShare, lowQualityTotal, servingBySlug, servingBySpend } from "./serving.ts"
import type { Waste } from "./waste.ts"

/*
 * The steps of a strategy's plan, kind by kind: a step in one or more campaigns as data, with its rank among the steps
 * of the same goal, and then its text.
 */

/** The text of a step: what, why, where, the expected result, and how to do it if that is not obvious. */
export interface StepText {
  readonly title: string
  readonly why: string
  /** One for each campaign that has details. */
  readonly lines: ReadonlyArray<string>
  readonly effect: string
  readonly how?: string
}

/** More campaigns than these are counted, not named. */
const maxNamed = 5

/** One line for each of the first campaigns. */
const campaignLines = <Item extends { readonly campaign: string }>(
  items: ReadonlyArray<Item>,
  describe: (item: Item) => string,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => [
  ...items.slice(0, maxNamed).map((item) => `${campaign(item.campaign)}: ${describe(item)}`),
  ...(items.length > maxNamed ? [`and others, ${pluralize(items.length, "campaign")} in total`] : [])
]

/** While conversions are not counted, this comes before everything else. */
const trackingSteps = ({ causes }: AccountPerformance) =>
  causes.tracking.some(({ ongoing }) => ongoing)
    ? [{ kind: "tracking" as const, goal: goals[0], rank: -1, saving: null }]
    : []

const trackingText: StepText = {
  title: "Check the conversion tracking",
  why: "Clicks went on, but no conversion was counted. Until conversions are counted again, nothing can be judged by them.",
  lines: [],
  effect: "results that can be trusted, and bidding that learns from them",
  how: "send a test enquiry or order through the website, and look for its conversion in the ad platform"
}

/** For example " (applied by `rec_…`)"; nothing if no pending recommendation proposes it. */
const recommendationNote = ({ recommendation }: { readonly recommendation: string | null }): string =>
  recommendation === null ? "" : ` (applied by ${inlineCode(recommendation)})`

/** Returns a function that finds the pending recommendation of a type in a campaign. */
const pendingFinder =
  ({ source: { pending } }: StrategyFacts) =>
  (campaign: string, type: string): string | null =>
    pending.find((one) => one.campaign === campaign && one.type === type)?.id ?? null

const detectorSteps = (facts: StrategyFacts) =>
  detectors.flatMap((detector) => {
    const { step } = definitions[detector]
    const idOf = pendingFinder(facts)
    const items = facts.audits
      .flatMap(({ campaign, results }) =>
        results
          .filter((one) => one.detector === detector)
          .map((one) => ({ campaign, result: one, recommendation: idOf(campaign, detector) }))
      )
      // An expensive keyword that pays off needs no step.
      .filter(({ result }) => result.operations > 0 || !isApplicable(detector))
      .toSorted((a, b) => (b.result.saving ?? 0) - (a.result.saving ?? 0) || b.result.count - a.result.count)
    if (step === null || items.length === 0) return []
    const savings = items.flatMap(({ result }) => result.saving ?? [])
    return [
      {
        kind: "detector" as const,
        goal: step.goal,
        rank: step.rank,
        detector,
        items,
        operations: sumAmounts(
          items.map(({ result }) => (isApplicable(detector) ? result.operations : result.count))
        ),
        saving: savings.length === 0 ? null : sumAmounts(savings)
      }
    ]
  })

/** A separate campaign and a larger budget are alternatives. */
const alternativeNote = (
  step: StepOf<"detector">,
  steps: ReadonlyArray<PlanStep>,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => {
  if (definitions[step.detector].step?.alternativeToBudget === undefined) return []
  const raise = steps.find((other) => other.kind === "budget" && other.raises)
  const raised =
    raise?.kind === "budget" ? raise.items.filter(({ canWait }) => !canWait).map((one) => one.campaign) : []
  const both = stepCampaigns(step).filter((slug) => raised.includes(slug))
  return raise === undefined || both.length === 0
    ? []
    : [
        `In ${joinWithAnd(both.slice(0, maxNamed).map(campaign))}, do this or step ${steps.indexOf(raise) + 1} first: together, their effects cannot be distinguished`
      ]
}

const detectorText = (
  step: StepOf<"detector">,
  steps: ReadonlyArray<PlanStep>,
  format: StrategyFormat
): StepText => {
  // A detector without a step in its definition has none in the plan.
  const { effect, instead, line, title, why } = definitions[step.detector].step!
  return {
    title: title(step.operations),
    why,
    lines: [
      ...campaignLines(
        step.items,
        (item) => `${line(item.result, format.money)}${recommendationNote(item)}`,
        format
      ),
      ...alternativeNote(step, steps, format)
    ],
    effect:
      step.saving === null ? effect : `about ${format.money(step.saving)} a month ${effect}, on its own`,
    ...(instead === undefined ? {} : { how: instead })
  }
}

const leakSteps = (facts: StrategyFacts, { leaks }: Waste) => {
  const idOf = pendingFinder(facts)
  const items = leaks
    .map((one) => ({ ...one, recommendation: idOf(one.campaign, "brand_leak") }))
    .toSorted((a, b) => b.cost - a.cost)
  if (items.length === 0) return []
  const saving = sumAmounts(items.map(({ cost }) => cost))
  const terms = sumAmounts(items.map((one) => one.terms))
  return [{ kind: "leak" as const, goal: "stop" as const, rank: 1, saving, terms, items }]
}

const leakText = ({ items, saving, terms }: StepOf<"leak">, format: StrategyFormat): StepText => ({
  title: `Leave ${pluralize(terms, "search", "searches")} for the brand to the brand's own campaign`,
  why: "Other campaigns pay more for people who search for the business by name.",
  lines: campaignLines(
    items,
    (one) =>
      `${pluralize(one.terms, "search", "searches")}, ${format.money(one.cost)} in 30 days${recommendationNote(one)}`,
    format
  ),
  effect: `up to ${format.money(saving ?? 0)} a month, less what the brand campaign then pays for them`,
  how: "exclude these searches in the other campaigns, as exact matches"
})

/**
 * Returns the budgets that the engine's rule would move. A raise is postponed if the campaign itself can save
 * more than it adds.
 */
export const budgetMoves = (facts: StrategyFacts, { campaigns }: AccountPerformance, waste: Waste) => {
  const cpas = new Map(campaigns.map(({ now, slug }) => [slug, now.cpa]))
  const serving = servingBySlug(facts.source)
  const wasted = new Map(waste.campaigns.map(({ atLeast, campaign }) => [campaign, atLeast]))
  const idOf = pendingFinder(facts)
  return facts.audits.flatMap(({ budget, campaign }) => {
    if (budget === null) return []
    const cpa = cpas.get(campaign) ?? null
    /** The monthly saving of the first steps in the same campaign. */
    const savedMonthly = wasted.get(campaign) ?? 0
    const more = (budget.to - budget.from) * 30
    const canWait = more > 0 && savedMonthly >= more
    const conversions = canWait ? null : budget.conversions
    const lost = lostShare(serving.get(campaign)?.lost_to_budget)
    const recommendation = idOf(campaign, "budget")
    return [{ campaign, ...budget, cpa, conversions, savedMonthly, canWait, lost, recommendation }]
  })
}
type BudgetMove = ReturnType<typeof budgetMoves>[number]

const budgetSteps = (moves: ReadonlyArray<BudgetMove>) =>
  [true, false].flatMap((raises) => {
    const items = moves
      .filter(({ from, to }) => to > from === raises)
      .toSorted(
        (a, b) =>
          Number(a.canWait) - Number(b.canWait) || (b.conversions?.high ?? 0) - (a.conversions?.high ?? 0)
      )
    if (items.every(({ canWait }) => canWait)) return []
    /** What raises would bring in a month, at the true cost per conversion. */
    const conversions = {
      low: sumAmounts(items.map((one) => one.conversions?.low ?? 0)),
      high: sumAmounts(items.map((one) => one.conversions?.high ?? 0))
    }
    const goal = raises ? ("grow" as const) : ("tidy" as const)
    return [{ kind: "budget" as const, goal, rank: 0, saving: null, raises, conversions, items }]
  })

const budgetLine = (
  { canWait, cpa, from, lost, savedMonthly, to }: BudgetMove,
  { money, shortMoney }: StrategyFormat
): string => {
  if (canWait)
    return `not yet, because the first steps free ${money(savedMonthly)} a month here, more than a raise would add`
  const price = to > from && cpa !== null ? `; a conversion costs ${money(cpa)}` : ""
  const missed =
    to > from && lost !== null
      ? `; it lost ${lost} of its impressions to its budget in the last seven days`
      : ""
  return `from ${shortMoney(from)} to ${shortMoney(to)} a day${price}${missed}`
}

const budgetText = ({ conversions, items, raises }: StepOf<"budget">, format: StrategyFormat): StepText => {
  const due = items.filter(({ canWait }) => !canWait)
  const raiseEffect =
    conversions.high > 0
      ? `${conversions.low} to ${pluralize(conversions.high, "more conversion")} a month, if the next ones cost the same`
      : "more of the same results"
  return {
    title: `${raises ? "Raise" : "Lower"} the daily budget of ${due.length === 1 ? format.name(due[0]!.campaign) : pluralize(due.length, "campaign")}`,
    why: raises
      ? "The budget runs out on most days, and conversions are cheap enough."
      : "At most half of it was spent on each day of the last two weeks.",
    lines: campaignLines(items, (one) => `${budgetLine(one, format)}${recommendationNote(one)}`, format),
    effect: raises ? raiseEffect : "nothing lost, and room under the monthly cap"
  }
}

/** Ads that the platform does not show. A budget cannot correct that. */
const disapprovedSteps = ({ source }: StrategyFacts) => {
  const items = servingBySpend(source)
    .filter(({ disapproved }) => disapproved > 0)
    .map(({ campaign, disapproved }) => ({ campaign, ads: disapproved }))
  const ads = totalBy(items, (one) => one.ads)
  return ads === 0
    ? []
    : [{ kind: "disapproved" as const, goal: "grow" as const, rank: -1, saving: null, ads, items }]
}

const disapprovedText = ({ ads, items }: StepOf<"disapproved">, format: StrategyFormat): StepText => ({
  title: `Correct ${pluralize(ads, "ad")} that the ad platform does not show`,
  why: "A disapproved ad gets no impressions, and its keywords depend on the other ads.",
  lines: campaignLines(items, (one) => pluralize(one.ads, "disapproved ad"), format),
  effect: `${ads === 1 ? "it is" : "they are"} shown again after the platform's review`,
  how: "the ad platform states the reason; correct the text or the landing page that it names"
})

/** Work on ads and landing pages is proposed from this share of impressions on, for campaigns that cost something. */
const minLostToRank = 0.2
const minShareOfSpend = 0.05

/** Ads that are shown less because of their rank. */
const rankSteps = ({ source }: StrategyFacts) => {
  const items = servingBySpend(source).flatMap(
    ({ campaign, is_brand, keywords, lost_to_rank, poor, share_of_spend }) => {
      const lost = lostShare(lost_to_rank, minLostToRank)
      return lost === null || (share_of_spend < minShareOfSpend && !is_brand)
        ? []
        : [{ campaign, lost, poor, lowQuality: lowQualityTotal(keywords) }]
    }
  )
  return items.length === 0
    ? []
    : [{ kind: "rank" as const, goal: "grow" as const, rank: 5, saving: null, items }]
}

const rankText = ({ items }: StepOf<"rank">, format: StrategyFormat): StepText => ({
  title: `Improve the ads and landing pages of ${items.length === 1 ? format.name(items[0]!.campaign) : pluralize(items.length, "campaign")}`,
  why: "Impressions are lost to ad rank: other ads fit the searches better or bid more. A larger budget would not win them.",
  lines: campaignLines(
    items,
    ({ lost, lowQuality, poor }) =>
      joinWithAnd([
        `lost ${lost} of its impressions to ad rank in the last seven days`,
        ...(lowQuality.keywords === 0
          ? []
          : [
              `has ${pluralize(lowQuality.keywords, "keyword")} with a quality score of ${lowQualityScore} or lower, which cost ${format.money(lowQuality.spend)} in 30 days`
            ]),
        ...(poor === 0 ? [] : [`has ${pluralize(poor, "ad")} of poor strength`])
      ]),
    format
  ),
  effect: "more of the impressions that other advertisers get today, and cheaper clicks where scores rise",
  how: items.some(({ lowQuality }) => lowQuality.keywords > 0)
    ? "begin with the keywords of low score: name the search in the headlines and lead to a page about it"
    : "add headlines that name the searches, and lead to a page about them"
})

/** The most frequent uncovered themes: more at once is too much work. */
const maxThemes = 3
const themeSteps = (demand: Demand) =>
  (demand?.themes ?? [])
    .filter(
      ({ product, searches, unreached }) => product !== null && searches > 0 && unreached * 2 >= searches
    )
    .toSorted((a, b) => b.unreached - a.unreached)
    .slice(0, maxThemes)
    .map((theme, rank) => ({ kind: "theme" as const, goal: "win" as const, rank, saving: null, theme }))

const newCustomers = "customers who do not see the business today"

/** A campaign that was paused had a reason: its last results belong to the decision. */
const resumeText = (
  { before, now, slug }: CampaignPerformance,
  { money, name }: StrategyFormat
): Pick<StepText, "title" | "lines" | "how"> => {
  const [when, { conversions, cpa, spend }] =
    now.spend > 0 ? (["in the last 30 days", now] as const) : (["in the 30 days before", before] as const)
  const results =
    cpa === null ? "without a conversion" : `for ${pluralize(conversions, "conversion")} at ${money(cpa)}`
  return {
    title: `Decide whether ${name(slug)} goes live again`,
    lines: [spend === 0 ? "it is paused" : `it is paused; ${when} it cost ${money(spend)} ${results}`],
    how: "find out why it was paused, and correct that first"
  }
}

const themeText = (
  { theme }: StepOf<"theme">,
  performance: AccountPerformance,
  format: StrategyFormat
): StepText => {
  const { money, name } = format
  const { lowBid, product, searches, unreached, waitingIn } = theme
  const waiting = performance.campaigns.filter(({ slug }) => waitingIn.includes(slug))
  const paused = waiting.find(({ state }) => state === "paused")
  const prepared = waiting.find(({ state }) => state === "draft")
  const launchOf = (slug: string) =>
    name(slug).toLowerCase() === product?.toLowerCase() ? name(slug) : `${name(slug)} for ${product ?? ""}`
  const { cpc } = performance.withoutBrand ?? performance.all.now
  const price =
    lowBid === null
      ? ""
      : ` Bids for the top of the page begin at ${money(lowBid)}${cpc === null ? "" : `; a click costs ${money(cpc)} today`}.`
  const text =
    prepared !== undefined
      ? {
          title: `Launch ${launchOf(prepared.slug)}`,
          lines: [],
          how: "the launch preview lists what is still missing"
        }
      : paused !== undefined
        ? resumeText(paused, format)
        : {
            title: `Draft a campaign for ${product ?? ""}`,
            lines: [],
            how: "have a draft generated from the website; a draft spends nothing before its launch"
          }
  return {
    ...text,
    why: `People search for it ${formatNumber(searches)} times a month. Live campaigns bid on none of ${unreached === searches ? "these searches" : `${formatNumber(unreached)} of them`}.${price}`,
    effect: `${newCustomers}. Begin with a small budget and judge it after 30 days`
  }
}

/** The engine's recommendations for new campaigns. */
const recommendedSteps = ({ source }: StrategyFacts) =>
  source.pending
    .filter(({ type }) => type === "location" || type === "icp")
    .map(({ campaign, id, summary }) => ({
      kind: "recommendation" as const,
      recommendation: id,
      goal: "win" as const,
      rank: maxThemes,
      saving: null,
      campaign,
      summary: summary ?? ""
    }))

/** Returns the steps in order: by goal, then by rank and saving. */
export const planSteps = (
  facts: StrategyFacts,
  performance: AccountPerformance,
  waste: Waste,
  moves: ReadonlyArray<BudgetMove>,
  demand: Demand
) =>
  [
    ...trackingSteps(performance),
    ...detectorSteps(facts),
    ...leakSteps(facts, waste),
    ...budgetSteps(moves),
    ...disapprovedSteps(facts),
    ...rankSteps(facts),
    ...themeSteps(demand),
    ...recommendedSteps(facts)
  ].toSorted(
    (a, b) =>
      goals.indexOf(a.goal) - goals.indexOf(b.goal) || a.rank - b.rank || (b.saving ?? 0) - (a.saving ?? 0)
  )
export type PlanStep = ReturnType<typeof planSteps>[number]
type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { readonly kind: Kind }>

export const stepCampaigns = (step: PlanStep): ReadonlyArray<string> => {
  switch (step.kind) {
    case "theme":
      return step.theme.waitingIn
    case "tracking":
      return []
    case "recommendation":
      return [step.campaign]
    default:
      return step.items.map(({ campaign }) => campaign)
  }
}

/** What the texts of steps refer to. */
interface StepContext {
  readonly plan: { readonly steps: ReadonlyArray<PlanStep> }
  readonly performance: AccountPerformance
}

/** Renders a step as text. Titles are untrusted text in part, so their renderer escapes them. */
export const stepText = (
  step: PlanStep,
  { performance, plan }: StepContext,
  format: StrategyFormat
): StepText => {
  const { title, ...text } = (() => {
    switch (step.kind) {
      case "detector":
        return detectorText(step, plan.steps, format)
      case "budget":
        return budgetText(step, format)
      case "leak":
        return leakText(step, format)
      case "disapproved":
        return disapprovedText(step, format)
      case "rank":
        return rankText(step, format)
      case "theme":
        return themeText(step, performance, format)
      case "tracking":
        return trackingText
      case "recommendation":
        return {
          title: step.summary,
          why: "",
          lines: [],
          effect: newCustomers,
          how: `apply ${inlineCode(step.recommendation)}`
        }
    }
  })()
  return { title: escapeMarkdown(title), ...text }
}
