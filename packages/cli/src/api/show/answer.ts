import { renderMarkdown } from "../../terminal/markdown.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { padEnd, widthOf } from "../../terminal/width.ts"
import { wrap } from "../../terminal/wrap.ts"
import { figures, rowsTable } from "./rows.ts"
import { stateful } from "./states.ts"
import { fieldText, isRecord, isRows, titleOf, type Values } from "./values.ts"

/** Documents are a field of this name, in reports and strategies alike. */
const documentField = "markdown"

/** Names and values under each other; long ones go on below themselves. */
export const fieldsText = (
  fields: ReadonlyArray<readonly [string, unknown]>,
  { paint, width }: Screen
): string => {
  const names = Math.max(0, ...fields.map(([name]) => widthOf(titleOf(name))))
  const places = Math.max(20, (width ?? Number.POSITIVE_INFINITY) - names - 2)
  return fields
    .map(([name, value]) => {
      const [first = "", ...rest] = wrap(fieldText(name, value), places)
      const head = `${paint.faint(padEnd(titleOf(name), names))}  ${stateful(value, first, paint)}`
      return [head, ...rest.map((line) => " ".repeat(names + 2) + line)].join("\n")
    })
    .join("\n")
}

const section = (name: string, text: string, { paint }: Screen): string =>
  `${paint.strong(titleOf(name))}\n${text}`

const inSections = (value: unknown): boolean =>
  isRows(value) || (isRecord(value) && Object.keys(value).length > 1)

/** The parts of an answer that have a shape of their own, each under its name. */
const sections = (values: Values, screen: Screen): ReadonlyArray<string> =>
  Object.entries(values)
    .filter(([, value]) => inSections(value))
    .map(([name, value]) => {
      if (isRows(value)) {
        return section(
          name,
          name.startsWith("by_") ? figures(value, screen) : rowsTable(value, screen),
          screen
        )
      }
      return section(name, answerText(value as Values, screen), screen)
    })

/** Any answer, readable: its plain fields, then its lists and objects, then its document. */
export const answerText = (values: Values, screen: Screen): string => {
  const document = values[documentField]
  const plain = Object.entries(values).filter(
    ([name, value]) => !inSections(value) && !(name === documentField && typeof document === "string")
  )
  return [
    plain.length === 0 ? "" : fieldsText(plain, screen),
    ...sections(values, screen),
    typeof document === "string" ? renderMarkdown(document, screen.width ?? 96, screen.paint) : ""
  ]
    .filter((part) => part !== "")
    .join("\n\n")
}
