const dayMillis = 86_400_000

/** How many days of history there are, the last of them yesterday. */
export const historyDays = 120

/** The calendar day, in UTC, on which the world is seen. */
export const dayOf = (today: Date | string): string =>
  (typeof today === "string" ? new Date(today.length === 10 ? `${today}T00:00:00Z` : today) : today)
    .toISOString()
    .slice(0, 10)

export const daysBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMillis).toISOString().slice(0, 10)

/** The first moment of today, moved back. */
export const momentBefore = (today: string, { days = 0, minutes = 0 }): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * dayMillis - minutes * 60_000).toISOString()

export const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
