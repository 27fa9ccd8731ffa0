import { DateTime, Option } from "effect"

/**
 * Converts a time of the platform, which has the account's time zone but no offset: `2026-11-12
 * 19:45:00.000123`.
 */
export const instantOf = (local: string, timeZone: string): string => {
  const whole = local.slice(0, 19).replace(" ", "T")
  const zoned = DateTime.makeZoned(`${whole}Z`, { timeZone, adjustForTimeZone: true })
  const fraction = local.slice(20).slice(0, 3).padEnd(3, "0")
  const instant = Option.getOrElse(Option.map(zoned, DateTime.toDateUtc), () => new Date(`${whole}Z`))
  return new Date(instant.getTime() + Number(fraction)).toISOString()
}

/** Returns the local time of the account at an instant. */
export const localOf = (instant: Date, timeZone: string): string => {
  const parts = Object.fromEntries(
    new Intl.DateTimeFormat("en-CA", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit"
    })
      .formatToParts(instant)
      .map(({ type, value }) => [type, value])
  )
  return `${parts["year"]}-${parts["month"]}-${parts["day"]} ${parts["hour"]}:${parts["minute"]}:${parts["second"]}`
}
