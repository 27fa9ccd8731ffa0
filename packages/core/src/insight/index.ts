import { Layer } from "effect"
import { registerEditKind } from "../changes/edits.ts"
import { registerHandlers } from "../request/handler-registry.ts"
import { runDetector } from "./detect/run.ts"
import { adviceSchedule } from "./engine/advise.ts"
import { getPerformance } from "./performance/get.ts"
import { queryPlatform } from "./performance/query.ts"
import { listSearchTerms } from "./performance/search-terms.ts"
import { applyRecommendation } from "./recommendations/apply.ts"
import { dismissRecommendation } from "./recommendations/dismiss.ts"
import { listRecommendations } from "./recommendations/list.ts"
import { RecommendationStatusEdit, statusEdit } from "./recommendations/status-edit.ts"
import { generateReport } from "./reports/generate.ts"
import { getLatestReport, getReport, listReports } from "./reports/get.ts"
import { reportKind } from "./reports/task.ts"
import { savingsSchedule } from "./savings/measure.ts"
import { generateStrategy } from "./strategy/generate.ts"
import { getStrategy, listStrategies } from "./strategy/get.ts"
import { writeStrategyKind } from "./strategy/task.ts"

/** The operations of insight: figures, detectors, recommendations, reports and strategies. */
export const insight = Layer.mergeAll(
  registerHandlers(getPerformance, listSearchTerms, queryPlatform, runDetector, listRecommendations),
  applyRecommendation,
  dismissRecommendation,
  registerHandlers(listReports, getLatestReport, getReport),
  generateReport,
  registerHandlers(listStrategies, getStrategy),
  generateStrategy
).pipe(
  Layer.provideMerge(registerEditKind(RecommendationStatusEdit)),
  Layer.provideMerge(Layer.succeed(RecommendationStatusEdit, statusEdit))
)

/** The background jobs of insight. */
export const insightJobs = Layer.mergeAll(adviceSchedule, savingsSchedule, reportKind, writeStrategyKind)
