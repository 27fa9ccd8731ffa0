import type { StrategyFacts } from "../facts.ts"
import { analyseDemand, type DemandView } from "./demand.ts"
import { analyseDocuments, type DocumentView } from "./documents.ts"
import type { DocumentPassages } from "./passages.ts"
import { type AccountPerformance, analysePerformance } from "./performance.ts"
import { buildPlan, type StrategyPlan } from "./plan.ts"
import { analyseWaste, type WasteView } from "./waste.ts"

/** All content of a strategy, as data, including every figure. The writer only chooses words. */
export interface Strategy {
  readonly facts: Pick<
    StrategyFacts,
    "today" | "organization" | "business" | "outsideChanges" | "platform" | "audits" | "demand"
  >
  readonly performance: AccountPerformance
  readonly waste: WasteView
  readonly demand: DemandView | null
  readonly plan: StrategyPlan
  readonly documents: ReadonlyArray<DocumentView>
}

/** `passages` are the quotable passages of the documents, if they are already extracted. */
export const analyse = (given: StrategyFacts, passages?: ReadonlyArray<DocumentPassages>): Strategy => {
  const { documents: _, source: __, ...facts } = given
  const performance = analysePerformance(given.source)
  const waste = analyseWaste(given)
  const demand = analyseDemand(given)
  return {
    facts,
    performance,
    waste,
    demand,
    plan: buildPlan(given, performance, waste, demand),
    documents: analyseDocuments(given, passages)
  }
}
