import { renderMarkdown } from "../../terminal/markdown.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { padEnd, widthOf, wrap } from "../../terminal/width.ts"
import { figures, rowsTable } from "./rows.ts"
import { paintState } from "./states.ts"
import { fieldText, isRecord, isRows, titleOf, type Values } from "./values.ts"

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
