import { Layer } from "effect"
import { editKind } from "../changes/edits.ts"
import { handles } from "../pipeline/handlers.ts"
import { runDetector } from "./detect/run.ts"
import { adviceSchedule } from "./engine/advise.ts"
import { getPerformance } from "./performance/get.ts"
import { applyRecommendation } from "./recommendations/apply.ts"
import { listRecommendations } from "./recommendations/list.ts"
import { RecommendationStatusEdit, statusEdit } from "./recommendations/status-edit.ts"
import { listSearchTerms } from "./search-terms/list.ts"
import { generateStrategy } from "./strategy/generate.ts"
import { getStrategy } from "./strategy/get.ts"
import { listStrategies } from "./strategy/list.ts"
import { writeStrategyKind } from "./strategy/task.ts"

/** What insight offers: figures, detectors, recommendations that can be applied, and strategies. */
export const insight = Layer.mergeAll(
  handles(getPerformance, listSearchTerms, runDetector, listRecommendations, listStrategies, getStrategy),
  applyRecommendation,
  generateStrategy
).pipe(
  Layer.provideMerge(editKind(RecommendationStatusEdit)),
  Layer.provideMerge(Layer.succeed(RecommendationStatusEdit, statusEdit))
)

/** What workers do for it. */
export const insightJobs = Layer.merge(adviceSchedule, writeStrategyKind)
