import { RecentlyApplied } from "../../contract/index.ts"

/** Long enough that a retry by mistake is caught, short enough that nobody waits for it on purpose. */
const windowSeconds = 5 * 60

/** Whether a recommendation that was applied at that moment may be applied again. */
export const reapplyProblem = (appliedAt: Date | null, now: Date): RecentlyApplied | null => {
  if (appliedAt === null) return null
  const left = Math.ceil((appliedAt.getTime() - now.getTime()) / 1000) + windowSeconds
  return left > 0 ? new RecentlyApplied({ retry_after_seconds: left }) : null
}
