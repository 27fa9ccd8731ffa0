/** A calendar day as the number of days since 1970-01-01. */
export type Day = number

const millisecondsADay = 86_400_000

export const dayOf = (iso: string): Day => Date.parse(`${iso.slice(0, 10)}T00:00:00Z`) / millisecondsADay

const isoDays = new Map<Day, string>()

/** Returns `2026-11-15` for a day. Results are cached, because many rows have the same few days. */
export const isoDay = (day: Day): string => {
  const cached = isoDays.get(day)
  if (cached !== undefined) return cached
  const iso = new Date(day * millisecondsADay).toISOString().slice(0, 10)
  isoDays.set(day, iso)
  return iso
}

/** Returns the weekday; 0 is Monday. */
export const weekday = (day: Day): number => (((day + 3) % 7) + 7) % 7

export const isRealDate = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = dayOf(text)
  return Number.isFinite(day) && isoDay(day) === text
}

const formatters = new Map<string, Intl.DateTimeFormat>()

const formatter = (timeZone: string): Intl.DateTimeFormat => {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  const created = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
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

/** Returns a time as `2026-11-15 08:30:00` in the account's time zone, as Google Ads does. */
export const localDateTime = (at: Date, timeZone: string): string => formatter(timeZone).format(at)

export const localDay = (at: Date, timeZone: string): Day => dayOf(localDateTime(at, timeZone))

const millisecondsAnHour = 3_600_000

/**
 * Returns the time this many calendar days ago in the account's time zone. Subtracting 24 hours per day would
 * miss the day around a change to or from summer time.
 */
export const localDaysAgo = (now: Date, days: number, timeZone: string): Date => {
  const at = now.getTime() - days * millisecondsADay
  const dayDifference = localDay(new Date(at), timeZone) - (localDay(now, timeZone) - days)
  return new Date(at - dayDifference * millisecondsAnHour)
}

export interface ClockState {
  readonly offsetMilliseconds: number
  readonly frozenAt: string | null
}

/** The emulator's clock: the system time plus an offset, or a fixed time. */
export class Clock {
  #offset: number
  #frozenAt: number | undefined
  readonly #save: (state: ClockState) => void

  constructor(state: ClockState, save: (state: ClockState) => void) {
    this.#offset = state.offsetMilliseconds
    this.#frozenAt = state.frozenAt === null ? undefined : Date.parse(state.frozenAt)
    this.#save = save
  }

  now(): Date {
    return new Date(this.#frozenAt ?? Date.now() + this.#offset)
  }

  freeze(at: Date): void {
    this.#frozenAt = at.getTime()
    this.#changed()
  }

  advance(milliseconds: number): void {
    if (this.#frozenAt === undefined) this.#offset += milliseconds
    else this.#frozenAt += milliseconds
    this.#changed()
  }

  /** Starts the clock again from its current time. */
  run(): void {
    this.#offset = this.now().getTime() - Date.now()
    this.#frozenAt = undefined
    this.#changed()
  }

  /** Runs `work` at another time. The demo world writes its past this way. */
  during<A>(at: Date, work: () => A): A {
    const before = this.#frozenAt
    this.#frozenAt = at.getTime()
    try {
      return work()
    } finally {
      this.#frozenAt = before
    }
  }

  get state(): ClockState {
    return {
      offsetMilliseconds: this.#offset,
      frozenAt: this.#frozenAt === undefined ? null : new Date(this.#frozenAt).toISOString()
    }
  }

  #changed(): void {
    this.#save(this.state)
  }
}
