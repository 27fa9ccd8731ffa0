import { plusDays } from "../../src/contract/index.ts"

/**
 * Returns the calendar day in a time zone, `daysAgo` days before today. It counts back from the zone's own
 * date, which stays correct when clocks change. Subtracting 24 hours from an instant does not.
 */
export const dayIn = (timeZone: string, daysAgo = 0): string =>
  plusDays(new Intl.DateTimeFormat("sv-SE", { timeZone }).format(Date.now()), -daysAgo)
