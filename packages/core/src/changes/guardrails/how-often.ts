import { WriteQuotaExceeded } from "../../contract/index.ts"

/** A day ends at midnight UTC, wherever the organization is: one clock for every host and caller. */
const endOfDay = (now: Date): number =>
  Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1)

/** Whether an organization that executed so many writes today may execute one more. */
export const writeQuotaProblem = (used: number, limit: number, now: Date): WriteQuotaExceeded | null => {
  if (used < limit) return null
  const resets = endOfDay(now)
  return new WriteQuotaExceeded({
    limit,
    resets_at: new Date(resets).toISOString(),
    retryAfter: Math.max(1, Math.ceil((resets - now.getTime()) / 1000))
  })
}
