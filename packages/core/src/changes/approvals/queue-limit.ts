import { ApprovalQueueFull } from "../../contract/index.ts"

/** The pending writes of an organization. */
export interface QueueUse {
  /** The maximum number of pending writes. */
  readonly limit: number
  readonly pending: number
  /** The number of pending writes that this caller sent. */
  readonly own: number
}

/** The maximum number of pending writes of one caller: half of the queue, so one caller cannot fill it. */
export const callerLimit = (limit: number): number => Math.ceil(limit / 2)

/** Returns the error of a write that exceeds a queue limit. A write that stops spend is always accepted. */
export const queueProblem = (
  { limit, own, pending }: QueueUse,
  { stopsSpend }: { readonly stopsSpend: boolean }
): ApprovalQueueFull | null => {
  if (stopsSpend) return null
  if (pending >= limit) return new ApprovalQueueFull({ limit, of: "organization" })
  const callerMax = callerLimit(limit)
  return own >= callerMax ? new ApprovalQueueFull({ limit: callerMax, of: "caller" }) : null
}
