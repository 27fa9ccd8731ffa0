import { renderMarkdown } from "../../terminal/markdown.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { padEnd, widthOf, wrap } from "../../terminal/width.ts"
import { figures, rowsTable } from "./rows.ts"
import { paintState } from "./states.ts"
import { fieldText, isRecord, isRows, titleOf, type Values } from "./values.ts"

/** Documents are a field of this name, in reports and strategies alike. */
const documentField = "markdown"

/** Names and values under each other; long ones go on below themselves. */
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

/** Lists of things always stand apart; an object does where it is more than a line, unless it is inside another. */
const isSection = (value: unknown, depth: number): boolean => {
  if (isRows(value)) return true
  if (!isRecord(value)) return false
  const innerValues = Object.values(value)
  return innerValues.some((one) => !isPlain(one)) || (depth === 0 && innerValues.length > 2)
}

const partText = (name: string, values: Values, screen: Screen, depth: number): string => {
  const value = values[name]
  if (!isRows(value)) return responseText(value as Values, screen, depth + 1)
  return name.startsWith("by_") ? figures(value, screen, values["data_until"]) : rowsTable(value, screen)
}

/** Any answer, readable: its plain fields, then its lists and objects, each under its name, then its document. */
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
