import type { Day } from "../contract/index.ts"

/** A time range in milliseconds since the epoch: `from` inclusive, `before` exclusive. */
export interface AuditWindow {
  readonly from: number
  /** Null: up to now, by the database's clock. */
  readonly before: number | null
}

const dayMillis = 86_400_000
const defaultDays = 30

/**
 * The time that an export covers, in whole UTC days including the last. Without a first day, it covers the 30
 * days up to the last day, or up to now.
 */
export const auditWindow = (
  { from, to }: { readonly from?: Day; readonly to?: Day },
  now: number
): AuditWindow => {
  const before = to === undefined ? null : Date.parse(to) + dayMillis
  return {
    from: from === undefined ? (before ?? now) - defaultDays * dayMillis : Date.parse(from),
    before
  }
}
