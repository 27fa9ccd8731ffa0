import type { Day } from "../contract/index.ts"

/** From when, and before when: milliseconds since the epoch. */
export interface AuditWindow {
  readonly from: number
  /** Null: up to now, whatever the clock of whoever asks says. */
  readonly before: number | null
}

const dayMillis = 86_400_000
const defaultDays = 30

/**
 * The time that an export covers. Days are UTC's and whole, the last one included; without a first one it is the 30
 * days up to the last, or up to this moment.
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
