const wholeSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1000) * 1000

/** Formatters by time zone: creating one takes longer than a hundred uses. */
const formatters = new Map<string, Intl.DateTimeFormat>()

const formatterOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  const created = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit"
  })
  formatters.set(timeZone, created)
  return created
}

/** Returns the local time of an account at an instant: `2026-11-12 19:45:00`. */
export const localOf = (instant: Date, timeZone: string): string => {
  const parts = Object.fromEntries(
    formatterOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value])
  )
  return `${parts["year"]}-${parts["month"]}-${parts["day"]} ${parts["hour"]}:${parts["minute"]}:${parts["second"]}`
}

/** Returns the milliseconds of a local time without a zone, as if it were UTC. */
const clockMillis = (local: string): number => Date.parse(`${local.slice(0, 19).replace(" ", "T")}Z`)

/** Returns the UTC offset of an account's time zone, in milliseconds. */
const offsetAt = (millis: number, timeZone: string): number => {
  const instant = new Date(millis)
  return clockMillis(localOf(instant, timeZone)) - wholeSeconds(instant)
}

const [hour, day] = [3_600_000, 86_400_000]

/** The platform's clock may be ahead of ours. */
const tolerance = 120_000

/**
 * Parses a time of the platform, which has the account's time zone but no offset: `2026-11-12
 * 19:45:00.000123`. When clocks go back, an hour occurs twice. The later time is used unless it is in the
 * future, so a change after the last sync never counts as one before it.
 */
export const instantOf = (local: string, timeZone: string, now: Date): string => {
  const clock = clockMillis(local)
  const readings = [clock + day, clock - day].map((near) => clock - offsetAt(near, timeZone))
  const shown = readings.filter((millis) => localOf(new Date(millis), timeZone) === local.slice(0, 19))
  const past = shown.filter((millis) => millis <= now.getTime() + tolerance)
  // When clocks go forward, an hour does not exist: such a time is read as if they had not.
  const at = past.length > 0 ? Math.max(...past) : Math.min(...(shown.length > 0 ? shown : readings))
  const fraction = local.slice(20).slice(0, 3).padEnd(3, "0")
  return new Date(at + Number(fraction)).toISOString()
}

/**
 * Returns the earliest local time of an account from an instant on, which is earlier than at the instant if
 * clocks then go back.
 */
export const earliestLocalFrom = (instant: Date, timeZone: string): string => {
  const millis = instant.getTime()
  // Clocks go back by at most an hour, so a later change has no effect.
  const back = offsetAt(millis, timeZone) - offsetAt(millis + hour, timeZone)
  if (back <= 0) return localOf(instant, timeZone)
  const clock = clockMillis(localOf(instant, timeZone)) - back
  return new Date(clock).toISOString().slice(0, 19).replace("T", " ")
}
