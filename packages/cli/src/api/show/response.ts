import { isRecord } from "../../terminal/json-text.ts"
import { renderMarkdown } from "../../terminal/markdown.ts"
import { bar, type Column, downsample, sparkline, table } from "../../terminal/table.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { padEnd, widthOf, wrap } from "../../terminal/width.ts"
import {
  decimalsFor,
  fieldText,
  isIdentifier,
  isInstant,
  isRows,
  isShare,
  numberText,
  paintState,
  percent,
  shortText,
  titleOf,
  type Values
} from "./values.ts"

/**
 * The columns that a narrow screen does without. Lists are sorted by creation, `sync` says whether values of the ad
 * platform differ, and `budget_total` whether a budget is daily.
 */
const omitted: ReadonlyMap<string, 1 | 2> = new Map([
  ["created_at", 1],
  ["platform_state", 1],
  ["platform_budget", 1],
  ["type", 1],
  ["budget_type", 1],
  ["ends_on", 1],
  ["channel", 2]
])

const isNumber = (value: unknown): value is number => typeof value === "number"

const columnOf = (name: string, rows: ReadonlyArray<Values>, { paint }: Screen): Column => {
  const values = rows.map((row) => row[name])
  const title = titleOf(name).toUpperCase()
  const numbers = values.filter(isNumber)
  const step = omitted.get(name)
  const optional = step === undefined ? {} : { omitted: step }
  if (
    numbers.length > 0 &&
    !isIdentifier(name) &&
    values.every((value) => isNumber(value) || value == null)
  ) {
    const decimals = decimalsFor(numbers)
    return {
      title,
      right: true,
      ...optional,
      cells: values.map((value) =>
        isNumber(value) ? (isShare(name) ? percent(value) : numberText(value, decimals)) : "–"
      )
    }
  }
  return {
    title,
    neverCut: isIdentifier(name) || name === "campaign" || values.some(isInstant),
    isName: name === "name",
    cells: values.map((value) => fieldText(name, value)),
    ...(values.some(isInstant) ? { short: values.map(shortText) } : {}),
    ...optional,
    paintCell: (cell, row) => paintState(values[row], cell, paint)
  }
}

/** All field names, in the order of the first row that has each. */
const namesIn = (rows: ReadonlyArray<Values>): ReadonlyArray<string> => [
  ...new Set(rows.flatMap((row) => Object.keys(row)))
]

/** Omits empty columns. */
const hasValues = (name: string, rows: ReadonlyArray<Values>): boolean =>
  rows.some((row) => row[name] !== null && row[name] !== undefined)

/** An id that all rows share is shown once, above them. */
const isShared = (name: string, rows: ReadonlyArray<Values>): boolean =>
  rows.length > 1 && /_id$/.test(name) && rows.every((row) => row[name] === rows[0]![name])

export const rowsTable = (rows: ReadonlyArray<Values>, screen: Screen): string => {
  const names = namesIn(rows).filter((name) => hasValues(name, rows))
  const shared = names.filter((name) => isShared(name, rows))
  const columns = names.filter((name) => !shared.includes(name)).map((name) => columnOf(name, rows, screen))
  return [
    ...shared.map((name) => `${screen.paint.faint(titleOf(name))}  ${fieldText(name, rows[0]![name])}`),
    table(columns, screen.width, screen.paint)
  ].join("\n")
}

const days: ReadonlySet<string> = new Set(["date", "week_start"])

/** The field of the day or week if the rows are a time series, else null. */
const dayOf = (rows: ReadonlyArray<Values>): string | null => {
  const first = Object.keys(rows[0] ?? {})[0] ?? ""
  return days.has(first) ? first : null
}

/** The first and the last day with data. */
type DataDays = readonly [from: unknown, until: unknown]

/** Omits days without data and incomplete weeks, which would look like a rise or a decline. */
const completeRows = (
  rows: ReadonlyArray<Values>,
  day: string,
  [from, until]: DataDays
): ReadonlyArray<Values> => {
  const hasData = (date: string) =>
    (typeof from !== "string" || from <= date) && (typeof until !== "string" || date <= until)
  const known = rows.filter((row) => row["partial"] !== true && hasData(String(row[day])))
  return known.length === 0 ? rows : known
}

const seriesIn = (rows: ReadonlyArray<Values>, { paint, width }: Screen): string => {
  const names = Object.keys(rows[0]!).filter((name) => isNumber(rows[0]![name]))
  const widest = Math.max(...names.map((name) => titleOf(name).length))
  return names
    .map((name) => {
      const values = rows.map((row) => Number(row[name]))
      const decimals = decimalsFor(values)
      const [minText, maxText] = [Math.min(...values), Math.max(...values)].map((one) =>
        numberText(one, decimals)
      )
      const line = sparkline(downsample(values, Math.max(10, (width ?? 100) - widest - 28)))
      return `${padEnd(titleOf(name), widest)}  ${paint.accent(line)}  ${paint.faint(`${minText} to ${maxText}`)}`
    })
    .join("\n")
}

/** Figures of several resources: the first number, by which they are ranked, as a bar. */
const withBars = (rows: ReadonlyArray<Values>, screen: Screen): string => {
  const names = namesIn(rows)
  const ranked = names.find((name) => rows.every((row) => isNumber(row[name])))
  const columns = names.map((name) => columnOf(name, rows, screen))
  if (ranked === undefined || rows.length < 2) return table(columns, screen.width, screen.paint)
  const largest = Math.max(...rows.map((row) => Number(row[ranked])))
  const cells = rows.map((row) => bar(Number(row[ranked]), largest, 16))
  return table(
    [...columns, { title: "", cells, paintCell: (cell) => screen.paint.accent(cell) }],
    screen.width,
    screen.paint
  )
}

/**
 * Figures by day, week or campaign: a time series as sparklines, resources with bars. `data` has the first and the
 * last day with data, if the response has them.
 */
const figures = (rows: ReadonlyArray<Values>, screen: Screen, data: DataDays): string => {
  const day = dayOf(rows)
  if (day === null) return withBars(rows, screen)
  return `${seriesIn(completeRows(rows, day, data), screen)}\n\n${rowsTable(rows, screen)}`
}

/** The field of a document, in reports and strategies alike. */
const documentField = "markdown"

/** Names and values below each other. Long values wrap. */
export const fieldsText = (
  fields: ReadonlyArray<readonly [string, unknown]>,
  { paint, width }: Screen
): string => {
  const names = Math.max(0, ...fields.map(([name]) => widthOf(titleOf(name))))
  const maxWidth = Math.max(20, (width ?? Number.POSITIVE_INFINITY) - names - 2)
  return fields
    .map(([name, value]) => {
      const [first = "", ...rest] = wrap(fieldText(name, value), maxWidth)
      const head = `${paint.faint(padEnd(titleOf(name), names))}  ${paintState(value, first, paint)}`
      return [head, ...rest.map((line) => " ".repeat(names + 2) + line)].join("\n")
    })
    .join("\n")
}

const section = (name: string, text: string, { paint }: Screen): string =>
  `${paint.strong(titleOf(name))}\n${text}`

const isPlain = (value: unknown): boolean => !isRecord(value) && !isRows(value)

/** A list of objects is always a section. An object is one if it needs more than a line, unless it is nested. */
const isSection = (value: unknown, depth: number): boolean => {
  if (isRows(value)) return true
  if (!isRecord(value)) return false
  const innerValues = Object.values(value)
  return innerValues.some((one) => !isPlain(one)) || (depth === 0 && innerValues.length > 2)
}

const partText = (name: string, values: Values, screen: Screen, depth: number): string => {
  const value = values[name]
  if (!isRows(value)) return responseText(value as Values, screen, depth + 1)
  return name.startsWith("by_")
    ? figures(value, screen, [values["data_from"], values["data_until"]])
    : rowsTable(value, screen)
}

/** Renders any response: its plain fields, then its lists and objects, each under its name, then its document. */
export const responseText = (values: Values, screen: Screen, depth = 0): string => {
  const { [documentField]: document, ...others } = values
  const isDocument = typeof document === "string"
  const entries = Object.entries(isDocument ? others : values)
  const inlineFields = entries.filter(([, value]) => !isSection(value, depth))
  const sections = entries.filter(([, value]) => isSection(value, depth))
  return [
    inlineFields.length === 0 ? "" : fieldsText(inlineFields, screen),
    ...sections.map(([name]) => section(name, partText(name, values, screen, depth), screen)),
    isDocument ? renderMarkdown(document, screen.width ?? 96, screen.paint) : ""
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}
