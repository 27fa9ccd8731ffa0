import { Schema } from "effect"
import { optional } from "./text.ts"

const isCalendarDay = (text: string) => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** A calendar day, YYYY-MM-DD; February 30th is rejected. */
export const Day = Schema.String.pipe(
  Schema.filter(isCalendarDay, {
    message: () => "must be a real date written YYYY-MM-DD",
    jsonSchema: { format: "date" }
  }),
  Schema.brand("Day")
)
export type Day = typeof Day.Type

const millisPerDay = 86_400_000

/** The day this many days later; negative for earlier. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * millisPerDay).toISOString().slice(0, 10)

/** The number of days of a period, including both ends. */
export const daysIn = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / millisPerDay) + 1

/** The two ends of a period, as input fields. */
export const periodInput = {
  from: optional(Day, "First day, YYYY-MM-DD"),
  to: optional(Day, "Last day, YYYY-MM-DD")
}

/** The problem of a period as a whole, for an input's filter. */
export const periodProblem = ({ from, to }: { readonly from?: Day; readonly to?: Day }) =>
  from !== undefined && to !== undefined && from > to
    ? { path: ["from"], message: "must not be after to" }
    : undefined

/** A moment in UTC, ISO 8601. It stays text from Postgres to the response. */
export const Timestamp = Schema.String.pipe(
  Schema.pattern(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/, {
    jsonSchema: { format: "date-time" }
  }),
  Schema.brand("Timestamp")
)
export type Timestamp = typeof Timestamp.Type
