import { RecentlyApplied, RecommendationNotPending } from "../../contract/index.ts"
import type { StoredRecommendation } from "./rows.ts"

/** Long enough that a retry by mistake is caught, short enough that nobody waits for it on purpose. */
const reapplySeconds = 5 * 60

/**
 * Why a recommendation cannot be applied: whoever sent it twice should hear that it worked, and everybody else what
 * became of it.
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
