import { refuse } from "../protocol/errors.ts"
import { type Day, dayOf, isoDay, isRealDate } from "../state/dates.ts"
import type { Query } from "./ast.ts"
import { during } from "./date-ranges.ts"

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
