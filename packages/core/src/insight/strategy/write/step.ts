import { definitions } from "../../detect/detectors/index.ts"
import { escapeMarkdown, formatNumber, joinWithAnd, pluralize } from "../../markdown.ts"
import type { Strategy } from "../analyse/analyse.ts"
import type { CampaignPerformance } from "../analyse/performance.ts"
import { type BudgetMove, type PlanStep, stepCampaigns } from "../analyse/steps.ts"
import type { StrategyFormat } from "./format.ts"
import { disapprovedStep, rankStep } from "./serving.ts"
import { campaignLines, maxNamed, type StepText } from "./step-text.ts"

type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { readonly kind: Kind }>

const newCustomers = "customers who do not see the business today"

/** A separate campaign and a larger budget are alternatives. */
const alternativeNote = (
  step: StepOf<"detector">,
  { plan }: Strategy,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => {
  if (definitions[step.detector].step?.alternativeToBudget === undefined) return []
  const raise = plan.steps.find((other) => other.kind === "budget" && other.raises)
  const raised =
    raise?.kind === "budget" ? raise.items.filter(({ canWait }) => !canWait).map((one) => one.campaign) : []
  const both = stepCampaigns(step).filter((slug) => raised.includes(slug))
  return raise === undefined || both.length === 0
    ? []
    : [
        `In ${joinWithAnd(both.slice(0, maxNamed).map(campaign))}, do this or step ${plan.steps.indexOf(raise) + 1} first: together, their effects cannot be distinguished`
      ]
}

const detectorStep = (step: StepOf<"detector">, strategy: Strategy, format: StrategyFormat): StepText => {
  // A detector without a step in its definition has none in the plan.
  const { effect, instead, line, title, why } = definitions[step.detector].step!
  return {
    title: title(step.operations),
    why,
    lines: [
      ...campaignLines(step.items, ({ result }) => line(result, format.money), format),
      ...alternativeNote(step, strategy, format)
    ],
    effect:
      step.saving === null ? effect : `about ${format.money(step.saving)} a month ${effect}, on its own`,
    ...(instead === undefined ? {} : { how: instead })
  }
}

const leakStep = ({ items, saving, terms }: StepOf<"leak">, format: StrategyFormat): StepText => ({
  title: `Leave ${pluralize(terms, "search", "searches")} for the brand to the brand's own campaign`,
  why: "Other campaigns pay more for people who search for the business by name.",
  lines: campaignLines(
    items,
    (one) => `${pluralize(one.terms, "search", "searches")}, ${format.money(one.cost)} in 30 days`,
    format
  ),
  effect: `up to ${format.money(saving ?? 0)} a month, less what the brand campaign then pays for them`,
  how: "exclude these searches in the other campaigns, as exact matches"
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

const budgetStep = ({ conversions, items, raises }: StepOf<"budget">, format: StrategyFormat): StepText => {
  const due = items.filter(({ canWait }) => !canWait)
  const raiseEffect =
    conversions > 0
      ? `up to ${pluralize(conversions, "more conversion")} a month, if the next ones cost the same`
      : "more of the same results"
  return {
    title: `${raises ? "Raise" : "Lower"} the daily budget of ${due.length === 1 ? format.name(due[0]!.campaign) : pluralize(due.length, "campaign")}`,
    why: raises
      ? "The budget runs out on most days, and conversions are cheap enough."
      : "At most half of it was spent on each day of the last two weeks.",
    lines: campaignLines(items, (one) => budgetLine(one, format), format),
    effect: raises ? raiseEffect : "nothing lost, and room under the monthly cap"
  }
}

const trackingStep: StepText = {
  title: "Check the conversion tracking",
  why: "Clicks went on, but no conversion was counted. Until conversions are counted again, nothing can be judged by them.",
  lines: [],
  effect: "results that can be trusted, and bidding that learns from them",
  how: "send a test enquiry or order through the website, and look for its conversion in the ad platform"
}

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

const themeStep = (
  { theme }: StepOf<"theme">,
  { performance }: Strategy,
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

/** Renders a step as text. Titles are untrusted text in part, so their renderer escapes them. */
export const stepText = (step: PlanStep, strategy: Strategy, format: StrategyFormat): StepText => {
  const { title, ...text } = (() => {
    switch (step.kind) {
      case "detector":
        return detectorStep(step, strategy, format)
      case "budget":
        return budgetStep(step, format)
      case "leak":
        return leakStep(step, format)
      case "disapproved":
        return disapprovedStep(step, format)
      case "rank":
        return rankStep(step, format)
      case "theme":
        return themeStep(step, strategy, format)
      case "tracking":
        return trackingStep
      case "recommendation":
        return { title: step.summary, why: "", lines: [], effect: newCustomers }
    }
  })()
  return { title: escapeMarkdown(title), ...text }
}
