import { plusDays } from "../../src/contract/index.ts"

/**
 * The calendar day in a time zone, this many days ago. Counting back whole days from the zone's own date
 * stays right when clocks change; subtracting 24 hours from an instant does not.
 */
export const dayIn = (timeZone: string, daysAgo = 0): string =>
  plusDays(new Intl.DateTimeFormat("sv-SE", { timeZone }).format(Date.now()), -daysAgo)
