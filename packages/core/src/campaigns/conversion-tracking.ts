/** Clicks and conversions before and since the last day with a conversion. */
export interface ConversionHistory {
  /** The last day with a conversion; null if there is none. */
  readonly converted: string | null
  readonly conversions: number
  /** Clicks up to that day. */
  readonly clicks_before: number
  /** Clicks after that day, without the latest days, whose conversions can still arrive. */
  readonly clicks_since: number
}

/** Conversions are reported up to this many days after their click. */
export const conversionLagDays = 3

/** Days of history that count. */
export const historyDays = 90

/** With fewer conversions, their rate is unknown. */
const minConversions = 10

/** Luck explains the silence once in a thousand campaigns (e to the power of -7). */
const minExpected = 7

/** The number of standard deviations of a one-sided lower bound of 80 %. */
const lowerBound = 0.84

/**
 * Whether conversions stopped although clicks went on: so many clicks since the last conversion that it is no
 * coincidence. The usual cause is broken conversion tracking or a broken page.
 */
export const conversionsStopped = ({
  clicks_before,
  clicks_since,
  conversions,
  converted
}: ConversionHistory): boolean => {
  if (converted === null || conversions < minConversions || clicks_before === 0) return false
  const rate = (conversions - lowerBound * Math.sqrt(conversions)) / clicks_before
  return clicks_since * rate >= minExpected
}
