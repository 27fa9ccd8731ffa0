import { type Detector, type OperationName, withDefaultOptions } from "../../../contract/index.ts"
import type { DetectorStep } from "../../detect/definition.ts"
import { definitions, monthOptions } from "../../detect/detectors/index.ts"
import { formatNumber } from "../../markdown/format.ts"
import { escapeMarkdown, inlineCode, joinWithAnd, pluralize } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { type BrandLeakItem, type BudgetMove, type PlanStep, stepCampaigns } from "../analyse/steps.ts"
import type { StrategyFormat } from "./format.ts"

/** The text of a step: what, why, where, the expected result, and how to do it. */
export interface StepText {
  readonly title: string
  readonly why: string
  /** One for each campaign that has details. */
  readonly lines: ReadonlyArray<string>
  readonly effect: string
  readonly how: string
}

type StepOf<Kind extends PlanStep["kind"]> = Extract<PlanStep, { readonly kind: Kind }>

/** More campaigns than these are counted, not named. */
const maxNamed = 5

const campaignLines = <Item extends { readonly campaign: string }>(
  items: ReadonlyArray<Item>,
  describe: (item: Item) => string,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => {
  const named = items.slice(0, maxNamed).map((item) => `${campaign(item.campaign)}: ${describe(item)}`)
  return items.length > maxNamed
    ? [...named, `and others, ${pluralize(items.length, "campaign")} in all`]
    : named
}

const operationCalls = (
  items: ReadonlyArray<{ readonly campaign: string }>,
  describe: (campaign: string) => string
): string =>
  joinWithAnd(items.slice(0, maxNamed).map(({ campaign }) => describe(campaign))) +
  (items.length > maxNamed ? " and so on" : "")

/** A separate campaign and a larger budget are alternatives. */
const alternativeNote = (
  step: StepOf<"detector">,
  { alternativeToBudget }: DetectorStep,
  { plan }: Strategy,
  { campaign }: StrategyFormat
): ReadonlyArray<string> => {
  const raiseIndex = plan.steps.findIndex((other) => other.kind === "budget" && other.raises)
  const raise = plan.steps[raiseIndex]
  const raised =
    raise?.kind === "budget" ? raise.items.filter(({ canWait }) => !canWait).map((one) => one.campaign) : []
  const both = stepCampaigns(step).filter((slug) => raised.includes(slug))
  if (alternativeToBudget === undefined || both.length === 0) return []
  return [
    `In ${joinWithAnd(both.slice(0, maxNamed).map(campaign))} choose this or step ${raiseIndex + 1} first: if both are done together, their effects cannot be told apart`
  ]
}

/** Names the options of the audit's run that differ from the defaults: " with `days` 30". */
const optionsText = (detector: Detector): string => {
  const defaults: Readonly<Record<string, unknown>> = { ...withDefaultOptions(detector, {}) }
  return Object.entries(monthOptions(detector))
    .filter(([name, value]) => defaults[name] !== value)
    .map(([name, value]) => ` with \`${name}\` ${value}`)
    .join("")
}

const detectorStep = (step: StepOf<"detector">, strategy: Strategy, format: StrategyFormat): StepText => {
  // A detector without a step in its definition has none in the plan.
  const definition = definitions[step.detector].step!
  const { effect, instead, line, title, why } = definition
  const { slug: org } = strategy.facts.organization
  const calls = (operation: OperationName) =>
    operationCalls(step.items, (slug) => format.call(operation, { org, slug }))
  const run = `detector \`${step.detector}\`${optionsText(step.detector)}: ${calls("detectors.run")}`
  return {
    title: title(step.operations),
    why,
    lines: [
      ...campaignLines(step.items, ({ result }) => line(result, format.money), format),
      ...alternativeNote(step, definition, strategy, format)
    ],
    effect: step.saving === null ? effect : `about ${format.money(step.saving)} a month ${effect}`,
    how: `${run}; then ${instead === undefined ? "apply what it recommends" : `${instead.text} with ${calls(instead.operation)}`}`
  }
}

const applyCall = (id: string, { call }: StrategyFormat): string => call("recommendations.apply", { id })

const leakStep = (
  { items, saving, terms }: StepOf<"leak">,
  org: string,
  format: StrategyFormat
): StepText => {
  const how = ({ campaign, recommendation }: BrandLeakItem) =>
    recommendation === null
      ? `${format.call("keywords.add_negatives", { org, slug: campaign })} with \`match_type\` exact`
      : applyCall(recommendation, format)
  return {
    title: `Leave ${pluralize(terms, "search", "searches")} for the brand to the brand's own campaign`,
    why: "People who search by name are bought where clicks are dearer.",
    lines: campaignLines(
      items,
      (one) => `${pluralize(one.terms, "search", "searches")}, ${format.money(one.cost)} in 30 days`,
      format
    ),
    effect: `up to ${format.money(saving ?? 0)} a month, less what the brand campaign then pays for them`,
    how: joinWithAnd(items.slice(0, maxNamed).map(how))
  }
}

const budgetLine = (
  { cpa, savedMonthly, from, to, canWait }: BudgetMove,
  { money, wholeMoney }: StrategyFormat
): string => {
  if (canWait)
    return `not yet, since the first steps free ${money(savedMonthly)} a month here, more than a raise would add`
  const price = to > from && cpa !== null ? `; a conversion costs ${money(cpa)}` : ""
  return `from ${wholeMoney(from)} to ${wholeMoney(to)} a day${price}`
}

const budgetStep = (
  { conversions, items, raises }: StepOf<"budget">,
  org: string,
  format: StrategyFormat
): StepText => {
  const due = items.filter(({ canWait }) => !canWait)
  const how = ({ campaign, recommendation, to }: BudgetMove) =>
    recommendation === null
      ? `${format.call("campaigns.update", { org, slug: campaign })} with \`budget\` ${to}`
      : applyCall(recommendation, format)
  return {
    title: `${raises ? "Raise" : "Lower"} the daily budget of ${due.length === 1 ? format.campaign(due[0]!.campaign) : pluralize(due.length, "campaign")}`,
    why: raises
      ? "The money runs out on most days, and a conversion costs no more than it may."
      : "On no day of the last two weeks was more than half of it spent.",
    lines: campaignLines(items, (one) => budgetLine(one, format), format),
    effect: raises
      ? conversions > 0
        ? `up to ${pluralize(conversions, "more conversion")} a month, if the next ones cost what the last ones did`
        : "more of what it brings today"
      : "nothing lost, and room under the monthly cap",
    how: joinWithAnd(due.slice(0, maxNamed).map(how))
  }
}

const themeStep = (
  { theme }: StepOf<"theme">,
  { facts, performance }: Strategy,
  format: StrategyFormat
): StepText => {
  const { lowBid, product, searches, unreached, waitingIn } = theme
  const { slug: org } = facts.organization
  const [waitingCampaign] = waitingIn
  const what = escapeMarkdown(product ?? "")
  const { cpc } = performance.withoutBrand ?? performance.total
  const price =
    lowBid === null
      ? ""
      : ` Bids for the top of the page begin at ${format.money(lowBid)}${cpc === null ? "" : `; a click costs ${format.money(cpc)} here today`}.`
  const site = facts.business === null ? "" : ` with \`website_url\` ${inlineCode(facts.business.url)}`
  return {
    title:
      waitingCampaign === undefined
        ? `Draft a campaign for ${what}`
        : `Bring ${format.campaign(waitingCampaign)} into service for ${what}`,
    why: `Searched ${formatNumber(searches)} times a month, and live campaigns bid on none of ${unreached === searches ? "it" : `${formatNumber(unreached)} of these searches`}.${price}`,
    lines: [],
    effect:
      "customers who do not see the business today. Begin with a small budget and judge it after 30 days",
    how:
      waitingCampaign === undefined
        ? `${format.call("campaigns.create", { org })}${site}; a draft spends nothing before it is launched`
        : `${format.call("campaigns.set_state", { org, slug: waitingCampaign })} with \`state\` live; its preview says what is still missing`
  }
}

/** Renders a step as text. */
export const stepText = (step: PlanStep, strategy: Strategy, format: StrategyFormat): StepText => {
  const { slug: org } = strategy.facts.organization
  switch (step.kind) {
    case "detector":
      return detectorStep(step, strategy, format)
    case "budget":
      return budgetStep(step, org, format)
    case "leak":
      return leakStep(step, org, format)
    case "theme":
      return themeStep(step, strategy, format)
    case "recommendation":
      return {
        title: escapeMarkdown(step.summary),
        why: "",
        lines: [],
        effect: "customers who do not see the business today",
        how: applyCall(step.id, format)
      }
  }
}
