import { RecentlyApplied, RecommendationNotPending } from "../../contract/index.ts"
import type { StoredRecommendation } from "./rows.ts"

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
