import { Effect } from "effect"
import { registerEdits } from "../changes/registries.ts"
import { registerHandlers } from "../request/handler.ts"
import { detectionJobs, detectionSchedule } from "./daily/run.ts"
import { runDetector } from "./detect/run.ts"
import { documentHandlers, generateReport, generateStrategy } from "./documents/operations.ts"
import { reportTaskKind, strategyTaskKind } from "./documents/tasks.ts"
import { weeklyReportSchedule } from "./documents/weekly-emails.ts"
import { adviceSchedule } from "./engine/advise.ts"
import { performanceHandlers } from "./performance/operations.ts"
import { applyRecommendation, dismissRecommendation } from "./recommendations/apply.ts"
import { applyRecommendations } from "./recommendations/apply-several.ts"
import { listRecommendations } from "./recommendations/reader.ts"
import { statusEdit } from "./recommendations/status-edit.ts"
import { savingsSchedule } from "./savings/measure.ts"

/** Registers the operations of insight: figures, detectors, recommendations, reports and strategies. */
export const insight = Effect.all(
  [
    registerEdits(statusEdit),
    performanceHandlers,
    registerHandlers(runDetector, listRecommendations),
    applyRecommendation,
    applyRecommendations,
    dismissRecommendation,
    documentHandlers,
    generateReport,
    generateStrategy
  ],
  { discard: true }
)

/** Registers the background jobs of insight. */
export const insightJobs = Effect.all(
  [
    adviceSchedule,
    detectionJobs,
    detectionSchedule,
    savingsSchedule,
    reportTaskKind,
    strategyTaskKind,
    weeklyReportSchedule
  ],
  { discard: true }
)
