import { type Detector, detectors } from "../../../contract/index.ts"
import { rounded } from "../../amounts.ts"
import type { StrategyFacts } from "../facts.ts"
import type { Found } from "../gather/audit-campaign.ts"
import type { DemandView, Theme } from "./demand.ts"
import type { Standing } from "./standing.ts"
import type { WasteView } from "./waste.ts"

/** In the order in which they are worth doing. */
export const goals = ["stop", "grow", "win", "tidy"] as const
export type Goal = (typeof goals)[number]

/** What one detector found in one campaign. */
export interface FoundIn {
  readonly campaign: string
  readonly found: Found
}

export interface BudgetMove {
  readonly campaign: string
  readonly from: number
  readonly to: number
  readonly cpa: number | null
  /** What a raise buys in a month, if the next conversions cost what the last ones did. */
  readonly conversions: number | null
  /** What the first steps free in the same campaign each month. Where that is more than a raise adds, it can wait. */
  readonly freed: number
  readonly waits: boolean
  readonly recommendation: string | null
}

export interface Leak {
  readonly campaign: string
  readonly terms: number
  readonly cost: number
  readonly recommendation: string | null
}

type Common = { readonly goal: Goal; readonly saving: number | null }

/** One thing to do, in as many campaigns as need it. As data: its words are made where the document is written. */
export type Step = Common &
  (
    | {
        readonly is: "detector"
        readonly detector: Detector
        readonly operations: number
        readonly items: ReadonlyArray<FoundIn>
      }
    | { readonly is: "leak"; readonly terms: number; readonly items: ReadonlyArray<Leak> }
    | {
        readonly is: "budget"
        readonly raises: boolean
        readonly conversions: number
        readonly items: ReadonlyArray<BudgetMove>
      }
    | { readonly is: "theme"; readonly theme: Theme }
    | {
        readonly is: "recommendation"
        readonly id: string
        readonly summary: string
        readonly campaign: string
      }
  )

export const campaignsOf = (step: Step): ReadonlyArray<string> => {
  switch (step.is) {
    case "theme":
      return step.theme.waitingIn
    case "recommendation":
      return [step.campaign]
    default:
      return step.items.map(({ campaign }) => campaign)
  }
}

/**
 * What the findings of each detector are good for, the first first. (What `optimized_keywords` would pause and add is
 * found by others, too.) Targets come last of what makes more of the money: what was done before moves what they go by.
 */
const order: Readonly<Partial<Record<Detector, { readonly goal: Goal; readonly place: number }>>> = {
  negative_keywords: { goal: "stop", place: 0 },
  no_conversion_keywords: { goal: "stop", place: 0 },
  high_cpc: { goal: "stop", place: 0 },
  hipo: { goal: "grow", place: 1 },
  new_keywords: { goal: "grow", place: 2 },
  exact_match: { goal: "grow", place: 3 },
  tcpa: { goal: "grow", place: 4 },
  zero_impression: { goal: "tidy", place: 1 },
  keyword_count: { goal: "tidy", place: 2 }
}

type Placed = Step & { readonly place: number }

const sum = (values: ReadonlyArray<number>): number =>
  rounded(
    values.reduce((all, one) => all + one, 0),
    2
  )

const detectorSteps = ({ audits }: StrategyFacts): ReadonlyArray<Placed> =>
  detectors.flatMap((detector): ReadonlyArray<Placed> => {
    const placed = order[detector]
    const items = audits
      .flatMap(({ campaign, found }) =>
        found.filter((one) => one.detector === detector).map((one) => ({ campaign, found: one }))
      )
      // A dear keyword that earns its price is nothing to do.
      .filter(({ found }) => found.operations > 0 || detector === "keyword_count")
      .toSorted((a, b) => (b.found.saving ?? 0) - (a.found.saving ?? 0) || b.found.count - a.found.count)
    if (placed === undefined || items.length === 0) return []
    const savings = items.flatMap(({ found }) => found.saving ?? [])
    return [
      {
        is: "detector",
        ...placed,
        detector,
        items,
        operations: sum(
          items.map(({ found }) => (detector === "keyword_count" ? found.count : found.operations))
        ),
        saving: savings.length === 0 ? null : sum(savings)
      }
    ]
  })

const pendingOf = ({ pending }: StrategyFacts, type: string, campaign: string): string | null =>
  pending.find((one) => one.type === type && one.campaign === campaign)?.id ?? null

const leakSteps = (facts: StrategyFacts): ReadonlyArray<Placed> => {
  const items = facts.audits
    .flatMap(({ campaign, leak }) =>
      leak === null ? [] : [{ campaign, ...leak, recommendation: pendingOf(facts, "brand_leak", campaign) }]
    )
    .toSorted((a, b) => b.cost - a.cost)
  if (items.length === 0) return []
  const [saving, terms] = [sum(items.map(({ cost }) => cost)), sum(items.map((one) => one.terms))]
  return [{ is: "leak", goal: "stop", place: 1, saving, terms, items }]
}

const budgetMoves = (facts: StrategyFacts, { campaigns }: Standing, waste: WasteView) => {
  const cpas = new Map(campaigns.map(({ cpa, slug }) => [slug, cpa]))
  const wasted = new Map(waste.campaigns.map(({ atLeast, campaign }) => [campaign, atLeast]))
  return facts.audits.flatMap(({ budget, campaign }): ReadonlyArray<BudgetMove> => {
    if (budget === null) return []
    const cpa = cpas.get(campaign) ?? null
    const freed = wasted.get(campaign) ?? 0
    const more = (budget.to - budget.from) * 30
    const waits = more > 0 && freed >= more
    const conversions = more > 0 && !waits && cpa !== null && cpa > 0 ? Math.floor(more / cpa) : null
    const recommendation = pendingOf(facts, "budget", campaign)
    return [{ campaign, ...budget, cpa, conversions, freed, waits, recommendation }]
  })
}

const budgetSteps = (moves: ReadonlyArray<BudgetMove>): ReadonlyArray<Placed> =>
  [true, false].flatMap((raises): ReadonlyArray<Placed> => {
    const items = moves
      .filter(({ from, to }) => to > from === raises)
      .toSorted((a, b) => Number(a.waits) - Number(b.waits) || (b.conversions ?? 0) - (a.conversions ?? 0))
    if (items.every(({ waits }) => waits)) return []
    const conversions = sum(items.map((one) => one.conversions ?? 0))
    return [
      { is: "budget", goal: raises ? "grow" : "tidy", place: 0, saving: null, raises, conversions, items }
    ]
  })

/** The most searched of what no live campaign answers: more at once is more than anybody does. */
const mostThemes = 3
const themeSteps = (demand: DemandView | null): ReadonlyArray<Placed> =>
  (demand?.themes ?? [])
    .filter(
      ({ product, searches, unreached }) => product !== null && searches > 0 && unreached * 2 >= searches
    )
    .toSorted((a, b) => b.unreached - a.unreached)
    .slice(0, mostThemes)
    .map((theme, place) => ({ is: "theme", goal: "win", place, saving: null, theme }))

/** What the engine recommends beyond the campaigns that there are. */
const recommendedSteps = ({ pending }: StrategyFacts): ReadonlyArray<Placed> =>
  pending
    .filter(({ type }) => type === "location" || type === "icp")
    .map(({ campaign, id, summary }) => ({
      is: "recommendation",
      goal: "win",
      place: mostThemes,
      saving: null,
      campaign,
      id,
      summary
    }))

export interface Plan {
  readonly steps: ReadonlyArray<Step>
  /** What the raised budgets come to in a month, and what they would commit beside the cap. */
  readonly moreEachMonth: number
  readonly moreConversions: number
  readonly committedAfter: number
}

/** What to do: by what it is good for, and then by what it saves. */
export const planOf = (
  facts: StrategyFacts,
  standing: Standing,
  waste: WasteView,
  demand: DemandView | null
): Plan => {
  const moves = budgetMoves(facts, standing, waste)
  const steps = [
    ...detectorSteps(facts),
    ...leakSteps(facts),
    ...budgetSteps(moves),
    ...themeSteps(demand),
    ...recommendedSteps(facts)
  ].toSorted(
    (a, b) =>
      goals.indexOf(a.goal) - goals.indexOf(b.goal) || a.place - b.place || (b.saving ?? 0) - (a.saving ?? 0)
  )
  const raises = moves.filter(({ from, to, waits }) => to > from && !waits)
  const moreEachMonth = sum(raises.map(({ from, to }) => (to - from) * 30))
  return {
    steps,
    moreEachMonth,
    moreConversions: sum(raises.map(({ conversions }) => conversions ?? 0)),
    committedAfter: facts.organization.committedMonthly + moreEachMonth
  }
}
