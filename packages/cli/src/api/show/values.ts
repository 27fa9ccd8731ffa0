import { safeLine } from "../../terminal/safe-text.ts"

/* How single values of answers read. Names and shapes are the contract's; nothing here knows an operation. */

export type Values = Readonly<Record<string, unknown>>

export const isRecord = (value: unknown): value is Values =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const isRows = (value: unknown): value is ReadonlyArray<Values> =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** `spend_7d` reads "spend 7d". */
export const titleOf = (name: string): string => name.replaceAll("_", " ")

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/

/** Money and rates keep their cents where one of their kind has any. */
export const numberText = (value: number, decimals: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

export const decimalsFor = (values: ReadonlyArray<number>): number => {
  if (values.every((value) => Number.isInteger(value))) return 0
  return values.some((value) => Math.abs(value) < 0.1 && value !== 0) ? 4 : 2
}

const ofRecord = (value: Values): string =>
  Object.entries(value)
    .map(([name, one]) => `${titleOf(name)} ${valueText(one)}`)
    .join(", ")

/** A value in a line. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return "–"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return numberText(value, decimalsFor([value]))
  if (typeof value === "string") return safeLine(value.replace(instant, "$1 $2 UTC"))
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "–"
  // An object with one name in it stands for that name.
  const entries = Object.values(value as Values)
  return entries.length === 1 ? valueText(entries[0]) : ofRecord(value as Values)
}

/** What is copied into the next command, and so never cut or grouped by commas. */
export const isIdentifier = (name: string): boolean => /(^|_)(id|ids|slug|hash)$/.test(name)

export const fieldText = (name: string, value: unknown): string =>
  isIdentifier(name) && typeof value === "number" ? String(value) : valueText(value)
