import { type Detector, detectors } from "../../../contract/index.ts"
import { addedUp } from "../../amounts.ts"
import type { StrategyFacts } from "../facts.ts"
import { budgetMoves, budgetSteps, pendingOf } from "./budget-steps.ts"
import type { DemandView } from "./demand.ts"
import type { Standing } from "./standing.ts"
import { type Goal, goals, type Placed, type Step } from "./steps.ts"
import type { WasteView } from "./waste.ts"

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
        operations: addedUp(
          items.map(({ found }) => (detector === "keyword_count" ? found.count : found.operations))
        ),
        saving: savings.length === 0 ? null : addedUp(savings)
      }
    ]
  })

const leakSteps = (facts: StrategyFacts): ReadonlyArray<Placed> => {
  const items = facts.audits
    .flatMap(({ campaign, leak }) =>
      leak === null ? [] : [{ campaign, ...leak, recommendation: pendingOf(facts, "brand_leak", campaign) }]
    )
    .toSorted((a, b) => b.cost - a.cost)
  if (items.length === 0) return []
  const [saving, terms] = [addedUp(items.map(({ cost }) => cost)), addedUp(items.map((one) => one.terms))]
  return [{ is: "leak", goal: "stop", place: 1, saving, terms, items }]
}

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
  const moreEachMonth = addedUp(raises.map(({ from, to }) => (to - from) * 30))
  return {
    steps,
    moreEachMonth,
    moreConversions: addedUp(raises.map(({ conversions }) => conversions ?? 0)),
    committedAfter: facts.organization.committedMonthly + moreEachMonth
  }
}
