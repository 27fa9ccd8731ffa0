/** The cap counts thirty days of every daily budget, drafts and paused campaigns included. */
const daysInCap = 30

export interface CapFacts {
  /** Null when the organization has set none. */
  readonly maxSpend: number | null
  /** Daily budgets of all other campaigns, and what waits for approval. */
  readonly others: number
  readonly current: number
}

/**
 * The most a campaign's daily budget may be under the monthly cap, or null without one. A budget that is
 * already over (the cap was lowered) may stay or come down, but not rise: taking money away must always work.
 */
export const capMaximum = ({ current, maxSpend, others }: CapFacts): number | null =>
  maxSpend === null ? null : Math.max(current, Math.floor(maxSpend / daysInCap - others), 0)
