import { refuse } from "../protocol/errors.ts"
import { type Day, dayOf, isoDay, isRealDate } from "../state/dates.ts"
import type { Condition } from "./ast.ts"
import {
  type DayRange,
  during,
  endOfMonth,
  everything,
  startOfMonth,
  startOfQuarter,
  startOfWeek
} from "./date-ranges.ts"

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
