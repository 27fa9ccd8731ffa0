import { Clock, Effect } from "effect"
import { campaignFoundBefore } from "../../campaigns/index.ts"
import { makeStep } from "../../changes/edit.ts"
import { plansOf, type Write, type WriteResult, warningsIn } from "../../changes/write.ts"
import { registerWrite } from "../../changes/writes.ts"
import { RecentlyApplied, RecommendationId, RecommendationNotPending, TaskId } from "../../contract/index.ts"
import { appliedContent, recommendationById, recommendationReads, type StoredRecommendation } from "./rows.ts"
import { statusEdit } from "./status-edit.ts"
import { makeSteps } from "./steps.ts"

/** Long enough to catch an accidental retry, and short enough that nobody waits for it. */
const reapplySeconds = 5 * 60

/**
 * Returns why a recommendation cannot be applied. An immediate repeat reports that the first call worked; any
 * other call gets the status.
 */
export const applyProblem = (
  { applied_at, status }: Pick<StoredRecommendation, "applied_at" | "status">,
  now: Date
): RecentlyApplied | RecommendationNotPending | null => {
  if (status === "pending") return null
  const since =
    status === "applied" && applied_at !== null ? now.getTime() - Date.parse(applied_at) : Infinity
  const left = reapplySeconds - Math.floor(since / 1000)
  return left > 0
    ? new RecentlyApplied({ retry_after_seconds: left })
    : new RecommendationNotPending({ status })
}

const makeWrite = Effect.gen(function* () {
  const { linesOf, lossOf, savingLeft, stepsFor } = yield* makeSteps
  const write: Write<"recommendations.apply"> = {
    reads: recommendationReads,
    actions: (context, { id }, _request, storedPlan) =>
      Effect.gen(function* () {
        const recommendation = yield* recommendationById(context, id)
        const problem = applyProblem(recommendation, new Date(yield* Clock.currentTimeMillis))
        if (problem !== null) return yield* problem
        const campaign = yield* campaignFoundBefore(context, recommendation.campaign)
        // A new run may have replaced the details: an approved write executes the steps that its approver
        // saw.
        const steps = storedPlan?.actions[0]?.steps ?? [
          ...stepsFor(campaign, recommendation.details.operations),
          makeStep(statusEdit, { recommendation: id, to: "applied", applies: appliedContent(recommendation) })
        ]
        return [{ op: "apply_recommendation", campaign, source: "engine", steps }]
      }),
    preview: (planned) => {
      const { recommendation } = plansOf(planned, statusEdit)[0]!
      const lines = linesOf(planned)
      return {
        recommendation_id: RecommendationId.make(recommendation.id),
        would_apply: lines,
        estimated_monthly_saving: savingLeft(planned, recommendation),
        ...(recommendation.type === "budget" ? { within_limits: planned.limits === null } : {}),
        ...lossOf(planned)
      }
    },
    unchanged: () => ({ applied: true, action_id: null, action_ids: [] }),
    output: (done: WriteResult) => ({
      applied: true,
      action_id: done.actions[0]?.action ?? null,
      action_ids: done.actions.map(({ action }) => action),
      // The platform receives a draft only at its launch; until then the response carries its task.
      ...(done.task !== null
        ? { task_tracking_id: TaskId.make(done.task) }
        : done.syncPending
          ? { sync: "pending" as const }
          : {}),
      ...warningsIn(done)
    })
  }
  return write
})

export const applyRecommendation = registerWrite("recommendations.apply", makeWrite)
