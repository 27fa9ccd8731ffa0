import { refuse } from "../protocol/errors.ts"
import { type Day, dayOf, isoDay, isRealDate, weekday } from "../state/clock.ts"
import type { Condition, Query } from "./parser.ts"

export interface DayRange {
  readonly from: Day
  readonly to: Day
}

export const everything: DayRange = { from: dayOf("2000-01-01"), to: dayOf("2099-12-31") }

export const intersect = (left: DayRange, right: DayRange): DayRange => ({
  from: Math.max(left.from, right.from),
  to: Math.min(left.to, right.to)
})

export const startOfMonth = (day: Day): Day => day - Number(isoDay(day).slice(8)) + 1
export const startOfWeek = (day: Day): Day => day - weekday(day)
export const startOfQuarter = (day: Day): Day => {
  const [year, month] = isoDay(day).split("-").map(Number) as [number, number]
  return dayOf(`${year}-${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`)
}
export const endOfMonth = (day: Day): Day => startOfMonth(startOfMonth(day) + 31) - 1

/** Returns the range of a DURING function, relative to the account's current day. */
const during = (name: string, today: Day): DayRange | undefined => {
  const monday = startOfWeek(today)
  const sunday = weekday(today) === 6 ? today : monday - 1
  switch (name.toUpperCase()) {
    case "TODAY":
      return { from: today, to: today }
    case "YESTERDAY":
      return { from: today - 1, to: today - 1 }
    case "LAST_7_DAYS":
      return { from: today - 7, to: today - 1 }
    case "LAST_14_DAYS":
      return { from: today - 14, to: today - 1 }
    case "LAST_30_DAYS":
      return { from: today - 30, to: today - 1 }
    case "LAST_BUSINESS_WEEK":
      return { from: monday - 7, to: monday - 3 }
    case "LAST_WEEK_MON_SUN":
      return { from: monday - 7, to: monday - 1 }
    case "LAST_WEEK_SUN_SAT":
      return { from: sunday - 7, to: sunday - 1 }
    case "THIS_WEEK_MON_TODAY":
      return { from: monday, to: today }
    case "THIS_WEEK_SUN_TODAY":
      return { from: sunday, to: today }
    case "THIS_MONTH":
      return { from: startOfMonth(today), to: today }
    case "LAST_MONTH":
      return { from: startOfMonth(startOfMonth(today) - 1), to: startOfMonth(today) - 1 }
    default:
      return undefined
  }
}

/** Returns the days that a condition on segments.date, week, month, quarter or year accepts. */
export const rangeOf = (segment: string, condition: Condition, today: Day): DayRange => {
  const { operator, values, field } = condition
  if (operator === "DURING") {
    const range = segment === "date" ? during(values[0]!.text, today) : undefined
    return (
      range ??
      refuse(
        { queryError: "INVALID_VALUE_WITH_DURING_OPERATOR" },
        `Invalid value with the DURING operator: '${values[0]!.text}'.`,
        [],
        values[0]!.text
      )
    )
  }
  const spans = values.map(({ text }) => spanOf(segment, field, text))
  const first = spans[0]
  const last = spans.at(-1)
  switch (operator) {
    case "=":
      return first!
    case ">=":
      return { ...everything, from: first!.from }
    case ">":
      return { ...everything, from: first!.to + 1 }
    case "<=":
      return { ...everything, to: first!.to }
    case "<":
      return { ...everything, to: first!.from - 1 }
    case "BETWEEN":
      if (first!.from > last!.to) {
        refuse(
          { queryError: "PROHIBITED_VALUE_COMBINATION_WITH_BETWEEN_OPERATOR" },
          `The start of the range is after its end: '${values[0]!.text}', '${values[1]!.text}'.`,
          [],
          values[0]!.text
        )
      }
      return { from: first!.from, to: last!.to }
    case "IN":
      // Returns the range around a list of days. The plan filters the single days.
      return { from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }
    default:
      return refuse(
        { queryError: "OPERATOR_FIELD_MISMATCH" },
        `The operator '${operator}' cannot be used with the field '${field}'.`,
        [],
        field
      )
  }
}

const spanOf = (segment: string, field: string, text: string): DayRange => {
  if (segment === "year") return { from: dayOf(`${text}-01-01`), to: dayOf(`${text}-12-31`) }
  if (!isRealDate(text)) {
    return refuse({ queryError: "INVALID_DATE_FORMAT" }, `Invalid date in the query: '${text}'.`, [], text)
  }
  const day = dayOf(text)
  if (segment === "date") return { from: day, to: day }
  const start =
    segment === "week" ? startOfWeek(day) : segment === "month" ? startOfMonth(day) : startOfQuarter(day)
  if (start !== day) {
    refuse(
      { queryError: "MISALIGNED_DATE_FOR_FILTER" },
      `The date '${isoDay(day)}' is not the first day of a ${segment} in the filter on '${field}'.`,
      [],
      text
    )
  }
  return {
    from: start,
    to: segment === "week" ? start + 6 : endOfMonth(segment === "month" ? start : start + 62)
  }
}

/** Local date times, both inclusive, compared as text. */
export interface TimeRange {
  readonly from: string
  readonly to: string
}

const maxEvents = 10_000
const oldestDays = 30

/**
 * Returns the time range of a change_event query. Google requires a finite range that starts at most 30 days
 * ago, and a limit of at most 10,000.
 */
export const changeEventRange = (query: Query, today: Day): TimeRange => {
  let from: string | undefined
  let to: string | undefined
  for (const { field, operator, values } of query.where) {
    if (field !== "change_event.change_date_time") continue
    if (operator === "DURING") {
      const range = during(values[0]!.text, today)
      if (!range) {
        return refuse(
          { queryError: "INVALID_VALUE_WITH_DURING_OPERATOR" },
          `Invalid value with the DURING operator: '${values[0]!.text}'.`
        )
      }
      from = isoDay(range.from)
      to = `${isoDay(range.to)} 23:59:59.999999`
      continue
    }
    for (const { text } of values) {
      if (!isRealDate(text.slice(0, 10)) || !/^.{10}( \d{2}:\d{2}:\d{2}(\.\d+)?)?$/.test(text)) {
        refuse({ queryError: "INVALID_DATE_FORMAT" }, `Invalid date in the query: '${text}'.`, [], text)
      }
    }
    const [first, last] = [values[0]!.text, values.at(-1)!.text]
    if ([">", ">=", "=", "BETWEEN"].includes(operator)) from = first
    if (["<", "<=", "=", "BETWEEN"].includes(operator)) {
      const wholeDay = last.length === 10 && operator !== "<"
      to = wholeDay ? `${last} 23:59:59.999999` : last
    }
  }
  if (from === undefined || to === undefined) {
    return refuse(
      { changeEventError: "CHANGE_DATE_RANGE_INFINITE" },
      "The change_event search request must specify a finite range filter on change_date_time."
    )
  }
  if (from > to) {
    refuse(
      { changeEventError: "CHANGE_DATE_RANGE_NEGATIVE" },
      "The change event search request has specified invalid date time filters that can never logically produce any valid results."
    )
  }
  if (dayOf(from) < today - oldestDays) {
    refuse(
      { changeEventError: "START_DATE_TOO_OLD" },
      "The requested start date is too old. It cannot be older than 30 days.",
      [],
      from
    )
  }
  if (query.limit === undefined) {
    refuse(
      { changeEventError: "LIMIT_NOT_SPECIFIED" },
      "The change_event search request must specify a LIMIT."
    )
  }
  if (query.limit! > maxEvents) {
    refuse(
      { changeEventError: "INVALID_LIMIT_CLAUSE" },
      "The LIMIT specified by change_event request should be less than or equal to 10K."
    )
  }
  return { from, to }
}
