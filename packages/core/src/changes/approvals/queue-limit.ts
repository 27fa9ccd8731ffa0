import { ApprovalQueueFull } from "../../contract/index.ts"

/** The writes that wait for approval in an organization. */
export interface QueueUse {
  /** How many may wait. */
  readonly limit: number
  readonly pending: number
  /** How many of them this caller sent. */
  readonly own: number
}

/** How many writes of one caller may wait: half of the queue, so that one caller cannot fill it for everyone. */
export const callerLimit = (limit: number): number => Math.ceil(limit / 2)

/** Whether one more write may wait. A write that stops spend always may. */
export const queueProblem = (
  { limit, own, pending }: QueueUse,
  { stopsSpend }: { readonly stopsSpend: boolean }
): ApprovalQueueFull | null => {
  if (stopsSpend) return null
  if (pending >= limit) return new ApprovalQueueFull({ limit, of: "organization" })
  const callerMax = callerLimit(limit)
  return own >= callerMax ? new ApprovalQueueFull({ limit: callerMax, of: "caller" }) : null
}
