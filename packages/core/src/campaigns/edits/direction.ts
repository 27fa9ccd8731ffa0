import { quoteAmount } from "../../changes/sentence.ts"
import { PreviewStale } from "../../contract/index.ts"

export type Direction = "set" | "raise" | "lower" | "none"

/**
 * Returns the direction in which a value moves. A value that is newly set, or removed, moves neither up nor
 * down.
 */
export const directionOf = (from: number | null, to: number | null): Direction => {
  if (from === to) return "none"
  if (from === null || to === null) return "set"
  return to > from ? "raise" : "lower"
}

/**
 * Returns an error if the value moved meanwhile, so that the planned change would now go the other way. A
 * recommended raise must not lower a budget that a person has raised further since. The engine adds the
 * current preview.
 */
export const directionProblem = (
  subject: string,
  planned: { readonly from: number | null; readonly to: number | null },
  now: number | null,
  currency: string
): PreviewStale | null => {
  const direction = directionOf(now, planned.to)
  if (direction === "none" || direction === directionOf(planned.from, planned.to)) return null
  const amount = (value: number | null) => quoteAmount(value, currency)
  const because = `${subject} is ${amount(now)} now. The change from ${amount(planned.from)} to ${amount(planned.to)} no longer applies. Send the value that you want with {campaigns.update}, or wait for a new recommendation.`
  return new PreviewStale({ current: null, because })
}
