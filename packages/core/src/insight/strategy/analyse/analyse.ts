import type { StrategyFacts } from "../facts.ts"
import { type DemandView, demandOf } from "./demand.ts"
import { type DocumentView, documentsOf } from "./documents.ts"
import type { DocumentPassages } from "./passages.ts"
import { type Plan, planOf } from "./plan.ts"
import { type Standing, standingOf } from "./standing.ts"
import { type WasteView, wasteOf } from "./waste.ts"

/** All that a strategy says, as data. Every figure of the document stands in here: whoever writes it only chooses words. */
export interface Strategy {
  readonly facts: Pick<
    StrategyFacts,
    "today" | "organization" | "business" | "window" | "outsideChanges" | "audits" | "demand"
  >
  readonly standing: Standing
  readonly waste: WasteView
  readonly demand: DemandView | null
  readonly plan: Plan
  readonly documents: ReadonlyArray<DocumentView>
}

/** `passages` is what can be quoted of the documents, where somebody has taken them apart already. */
export const analyse = (facts: StrategyFacts, passages?: ReadonlyArray<DocumentPassages>): Strategy => {
  const standing = standingOf(facts)
  const waste = wasteOf(facts)
  const demand = demandOf(facts)
  return {
    facts,
    standing,
    waste,
    demand,
    plan: planOf(facts, standing, waste, demand),
    documents: documentsOf(facts, passages)
  }
}
