import { refuse } from "../protocol/errors.ts"
import type { Day } from "../state/clock.ts"
import { compileTest, type FieldTest } from "./conditions.ts"
import { changeEventRange, type DayRange, everything, intersect, rangeOf, type TimeRange } from "./dates.ts"
import {
  conversionMetrics,
  conversionSegments,
  coreDates,
  dateSegments,
  partSegments,
  type ResolvedField,
  resolveField,
  shareMetrics,
  sources
} from "./fields.ts"
import type { Query } from "./parser.ts"

export interface Plan {
  readonly from: string
  readonly select: readonly ResolvedField[]
  readonly filters: readonly { readonly field: ResolvedField; readonly test: FieldTest }[]
  readonly orderBy: readonly { readonly field: ResolvedField; readonly descending: boolean }[]
  readonly limit: number | undefined
  readonly days: DayRange
  readonly changes: TimeRange | undefined
  readonly segments: readonly ResolvedField[]
  readonly usesMetrics: boolean
  readonly usesShares: boolean
  /** The last day whose conversions are read one by one, if they are divided. */
  readonly conversionsUntil: Day | undefined
}

const segmentPath = (field: ResolvedField): string => field.name.slice("segments.".length)

/** Checks a parsed query against the schema as Google does, and returns what to read. */
export const plan = (query: Query, today: Day, manager: boolean): Plan => {
  const from = query.from
  if (!sources[from]) {
    refuse(
      { queryError: "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE" },
      `'${from}' is not a valid resource name in the FROM clause.`,
      [],
      from
    )
  }
  const select = [...new Set(query.select)].map((name) => resolveField(name, from, "SELECT"))
  const selected = new Set(query.select)
  const orderBy = query.orderBy.map(({ field, descending }) => ({
    field: resolveField(field, from, "ORDER BY"),
    descending
  }))
  let days = everything
  const filters: { field: ResolvedField; test: FieldTest }[] = []
  for (const condition of query.where) {
    const field = resolveField(condition.field, from, "WHERE")
    if (field.scope === "segment" && coreDates.includes(segmentPath(field))) {
      days = intersect(days, rangeOf(segmentPath(field), condition, today))
      if (condition.operator === "IN") {
        requireSelected(field, selected)
        filters.push({ field, test: compileTest(field, condition) })
      }
    } else if (condition.field === "change_event.change_date_time") {
      if (condition.operator !== "DURING") filters.push({ field, test: () => true })
    } else {
      if (field.scope === "segment") requireSelected(field, selected)
      filters.push({ field, test: compileTest(field, condition) })
    }
  }
  const segments = select.filter(({ scope }) => scope === "segment")
  const open = days.from === everything.from || days.to === everything.to
  if (open && segments.some((field) => dateSegments.includes(segmentPath(field)))) {
    refuse(
      { queryError: "EXPECTED_FILTERS_ON_DATE_RANGE" },
      "The query selects a date segment and needs a finite date range in the WHERE clause.",
      [],
      segments[0]!.name
    )
  }
  for (const { field } of orderBy) checkOrdering(field, selected)
  const used = [...select, ...filters.map(({ field }) => field)]
  const usesMetrics = used.some(({ scope }) => scope === "metric")
  if (usesMetrics && manager) {
    refuse(
      { queryError: "REQUESTED_METRICS_FOR_MANAGER" },
      "Metrics cannot be requested for a manager account. To retrieve metrics, issue separate requests against each client account under the manager account."
    )
  }
  const usesShares = used.some(({ name }) => shareMetrics.includes(name.slice("metrics.".length)))
  const part = segments.find((field) => partSegments.includes(segmentPath(field)))
  if (usesShares && part) {
    refuse(
      { queryError: "PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE" },
      `The segment '${part.name}' cannot be combined with impression shares.`,
      [],
      part.name
    )
  }
  const divided = segments.find((field) => conversionSegments.includes(segmentPath(field)))
  if (divided) checkDivided(divided, used)
  return {
    from,
    select,
    filters,
    orderBy,
    limit: query.limit,
    days,
    changes: from === "change_event" ? changeEventRange(query, today) : undefined,
    segments,
    usesMetrics,
    usesShares,
    conversionsUntil: divided && today
  }
}

/** Only conversions are divided so. Google divides them by other segments too; the emulator only by dates. */
const checkDivided = (divided: ResolvedField, used: readonly ResolvedField[]): void => {
  const other = used.find(({ name, scope }) => {
    const path = name.slice(name.indexOf(".") + 1)
    return scope === "metric"
      ? !conversionMetrics.includes(path)
      : scope === "segment" && ![...conversionSegments, ...dateSegments].includes(path)
  })
  if (!other) return
  refuse(
    { queryError: "PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE" },
    `The segment '${divided.name}' cannot be combined with '${other.name}'.`,
    [],
    divided.name
  )
}

const requireSelected = (field: ResolvedField, selected: ReadonlySet<string>): void => {
  if (selected.has(field.name)) return
  refuse(
    { queryError: "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE" },
    `The following field must be present in SELECT clause: '${field.name}'.`,
    [],
    field.name
  )
}

const checkOrdering = (field: ResolvedField, selected: ReadonlySet<string>): void => {
  if (field.scope !== "attribute") requireSelected(field, selected)
  if (field.repeated || field.type === "message") {
    refuse(
      { queryError: "PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE" },
      `The field '${field.name}' cannot be used in the ORDER BY clause.`,
      [],
      field.name
    )
  }
}
