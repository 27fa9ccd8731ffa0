import { number } from "../../markdown/amounts.ts"
import { code, counted, listed, plain } from "../../markdown/text.ts"
import type { Strategy } from "../analyse/analyse.ts"
import { type BudgetMove, campaignsOf, type Leak, type Step } from "../analyse/steps.ts"
import { detectorWords } from "./detector-words.ts"
import type { Voice } from "./voice.ts"

/** A step in words: what, why, where, what it should bring, and how it is done here. */
export interface StepText {
  readonly title: string
  readonly why: string
  /** One for each campaign, where there is something to say of each. */
  readonly lines: ReadonlyArray<string>
  readonly effect: string
  readonly how: string
}

type Of<Is extends Step["is"]> = Extract<Step, { readonly is: Is }>

/** More campaigns than these are counted, not named. */
const mostNamed = 5

const lines = <Item extends { readonly campaign: string }>(
  items: ReadonlyArray<Item>,
  tell: (item: Item) => string,
  { campaign }: Voice
): ReadonlyArray<string> => {
  const told = items.slice(0, mostNamed).map((item) => `${campaign(item.campaign)}: ${tell(item)}`)
  return items.length > mostNamed
    ? [...told, `and others, ${counted(items.length, "campaign")} in all`]
    : told
}

const calls = (
  items: ReadonlyArray<{ readonly campaign: string }>,
  tell: (campaign: string) => string
): string =>
  listed(items.slice(0, mostNamed).map(({ campaign }) => tell(campaign))) +
  (items.length > mostNamed ? " and so on" : "")

/** A campaign of their own and a larger budget are two ways to the same end. */
const choice = (step: Of<"detector">, { plan }: Strategy, { campaign }: Voice): ReadonlyArray<string> => {
  const at = plan.steps.findIndex((other) => other.is === "budget" && other.raises)
  const raise = plan.steps[at]
  const raised =
    raise?.is === "budget" ? raise.items.filter(({ waits }) => !waits).map((one) => one.campaign) : []
  const both = campaignsOf(step).filter((slug) => raised.includes(slug))
  if (step.detector !== "hipo" || both.length === 0) return []
  return [
    `In ${listed(both.slice(0, mostNamed).map(campaign))} choose this or step ${at + 1} first: done together, nobody can tell which of them worked`
  ]
}

const detectorStep = (step: Of<"detector">, strategy: Strategy, voice: Voice): StepText | null => {
  const words = detectorWords[step.detector]
  const { org } = strategy.facts.organization
  if (words === undefined) return null
  const run = calls(step.items, (slug) => voice.call("detectors.run", { org, slug }))
  const detector = `detector \`${step.detector}\`${words.options ?? ""}: ${run}`
  return {
    title: words.title(step.operations),
    why: words.why,
    lines: [
      ...lines(step.items, ({ found }) => words.line(found, voice), voice),
      ...choice(step, strategy, voice)
    ],
    effect: step.saving === null ? words.effect : `about ${voice.money(step.saving)} a month ${words.effect}`,
    how:
      step.detector === "keyword_count"
        ? `${detector}; then another ad with ${calls(step.items, (slug) => voice.call("campaigns.create_ad", { org, slug }))}`
        : `${detector}; then apply what it recommends`
  }
}

const applied = (id: string, { call }: Voice): string => call("recommendations.apply", { id })

const leakStep = ({ items, saving, terms }: Of<"leak">, org: string, voice: Voice): StepText => {
  const how = ({ campaign, recommendation }: Leak) =>
    recommendation === null
      ? `${voice.call("keywords.add_negatives", { org, slug: campaign })} with \`match_type\` exact`
      : applied(recommendation, voice)
  return {
    title: `Leave ${counted(terms, "search", "searches")} for the brand to the brand's own campaign`,
    why: "People who search by name are bought where clicks are dearer.",
    lines: lines(
      items,
      (one) => `${counted(one.terms, "search", "searches")}, ${voice.money(one.cost)} in 30 days`,
      voice
    ),
    effect: `up to ${voice.money(saving ?? 0)} a month, less what the brand campaign then pays for them`,
    how: listed(items.slice(0, mostNamed).map(how))
  }
}

const budgetLine = ({ cpa, freed, from, to, waits }: BudgetMove, { money, whole }: Voice): string => {
  if (waits)
    return `not yet, since the first steps free ${money(freed)} a month here, more than a raise would add`
  const price = to > from && cpa !== null ? `; a conversion costs ${money(cpa)}` : ""
  return `from ${whole(from)} to ${whole(to)} a day${price}`
}

const budgetStep = ({ conversions, items, raises }: Of<"budget">, org: string, voice: Voice): StepText => {
  const due = items.filter(({ waits }) => !waits)
  const how = ({ campaign, recommendation, to }: BudgetMove) =>
    recommendation === null
      ? `${voice.call("campaigns.update", { org, slug: campaign })} with \`budget\` ${to}`
      : applied(recommendation, voice)
  return {
    title: `${raises ? "Raise" : "Lower"} the daily budget of ${due.length === 1 ? voice.campaign(due[0]!.campaign) : counted(due.length, "campaign")}`,
    why: raises
      ? "The money runs out on most days, and a conversion costs no more than it may."
      : "On no day of the last two weeks was more than half of it spent.",
    lines: lines(items, (one) => budgetLine(one, voice), voice),
    effect: raises
      ? conversions > 0
        ? `up to ${counted(conversions, "more conversion")} a month, if the next ones cost what the last ones did`
        : "more of what it brings today"
      : "nothing lost, and room under the monthly cap",
    how: listed(due.slice(0, mostNamed).map(how))
  }
}

const themeStep = ({ theme }: Of<"theme">, { facts, standing }: Strategy, voice: Voice): StepText => {
  const { lowBid, product, searches, unreached, waitingIn } = theme
  const { org } = facts.organization
  const [waiting] = waitingIn
  const what = plain(product ?? "")
  const { cpc } = standing.withoutBrand ?? standing.total
  const price =
    lowBid === null
      ? ""
      : ` Bids for the top of the page begin at ${voice.money(lowBid)}${cpc === null ? "" : `; a click costs ${voice.money(cpc)} here today`}.`
  const site = facts.business === null ? "" : ` with \`website_url\` ${code(facts.business.url)}`
  return {
    title:
      waiting === undefined
        ? `Draft a campaign for ${what}`
        : `Bring ${voice.campaign(waiting)} into service for ${what}`,
    why: `Searched ${number(searches)} times a month, and live campaigns bid on none of ${unreached === searches ? "it" : `${number(unreached)} of these searches`}.${price}`,
    lines: [],
    effect:
      "customers who do not see the business today. Begin with a small budget and judge it after 30 days",
    how:
      waiting === undefined
        ? `${voice.call("campaigns.create", { org })}${site}; a draft spends nothing before it is launched`
        : `${voice.call("campaigns.set_state", { org, slug: waiting })} with \`state\` live; its preview says what is still missing`
  }
}

/** A step in words. */
export const stepText = (step: Step, strategy: Strategy, voice: Voice): StepText => {
  const { org } = strategy.facts.organization
  switch (step.is) {
    case "detector":
      return (
        detectorStep(step, strategy, voice) ?? {
          title: step.detector,
          why: "",
          lines: [],
          effect: "",
          how: ""
        }
      )
    case "budget":
      return budgetStep(step, org, voice)
    case "leak":
      return leakStep(step, org, voice)
    case "theme":
      return themeStep(step, strategy, voice)
    case "recommendation":
      return {
        title: plain(step.summary),
        why: "",
        lines: [],
        effect: "customers who do not see the business today",
        how: applied(step.id, voice)
      }
  }
}
