import type { ParsedArguments } from "../parse.ts"
import { usageRefusal } from "../refusal.ts"

/** The fields to keep, nested; an empty map keeps the whole value. */
type Selection = ReadonlyMap<string, Selection>

const selectionOf = (paths: ReadonlyArray<ReadonlyArray<string>>): Selection => {
  const byFirst = Map.groupBy(
    paths.filter((path) => path.length > 0),
    ([first]) => first!
  )
  return new Map([...byFirst].map(([first, some]) => [first, selectionOf(some.map((path) => path.slice(1)))]))
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const select = (value: unknown, fields: Selection): unknown => {
  if (fields.size === 0 || value === null) return value
  if (Array.isArray(value)) return value.map((one) => select(one, fields))
  if (!isRecord(value)) return value
  return Object.fromEntries(
    [...fields].flatMap(([name, inner]) => (name in value ? [[name, select(value[name], inner)]] : []))
  )
}

/** A part of a path: `slug`, or `campaigns[]` for the elements of a list. */
const plain = (part: string): string => part.replace(/\[\]$/, "")

/** An empty list may have any field, and so may null. */
const hasField = (value: unknown, [first, ...rest]: ReadonlyArray<string>): boolean => {
  if (first === undefined || value === null) return true
  if (Array.isArray(value)) return value.length === 0 || value.some((one) => hasField(one, [first, ...rest]))
  const name = plain(first)
  if (!isRecord(value) || !(name in value)) return false
  const inner = value[name]
  return (name === first || inner === null || Array.isArray(inner)) && hasField(inner, rest)
}

const fieldNames = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? [...new Set(value.flatMap(fieldNames))] : isRecord(value) ? Object.keys(value) : []

/** Returns a value with only the fields at these paths. A dot leads into an object or into each element of a list. */
const pickFields = (value: unknown, fields: ReadonlyArray<string>): unknown => {
  const paths = fields.map((field) => field.split("."))
  const missing = paths.find((path) => !hasField(value, path))
  if (missing !== undefined) {
    throw usageRefusal(
      `The output has no field ${missing.join(".")}. Its fields are ${fieldNames(value).join(", ")}.`
    )
  }
  return select(value, selectionOf(paths.map((path) => path.map(plain))))
}

/**
 * The output for programs. `rows` names the list of a page: `--fields` selects from its elements, or from the whole response
 * if a path begins with the list.
 */
export const jsonText = (value: unknown, given: ParsedArguments, rows?: string): string => {
  const { fields } = given
  if (fields === null) return JSON.stringify(value, null, 2)
  const inRows =
    rows !== undefined &&
    isRecord(value) &&
    rows in value &&
    !fields.some((field) => plain(field.split(".")[0]!) === rows)
  const picked = inRows ? { ...value, [rows]: pickFields(value[rows], fields) } : pickFields(value, fields)
  return JSON.stringify(picked, null, 2)
}
