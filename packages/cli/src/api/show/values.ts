import { isRecord } from "../../terminal/json-text.ts"
import { safeLine } from "../../terminal/safe-text.ts"
import type { Paint } from "../../terminal/terminal.ts"

/** Renders single values of responses. Names and types are the contract's; nothing here knows an operation. */

export type Values = Readonly<Record<string, unknown>>

export const isRows = (value: unknown): value is ReadonlyArray<Values> =>
  Array.isArray(value) && value.length > 0 && value.every(isRecord)

/** `spend_7d` reads "spend 7d". */
export const titleOf = (name: string): string => name.replaceAll("_", " ")

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/

/** Amounts and rates have cents if one of their kind has any. */
export const numberText = (value: number, decimals: number): string =>
  value.toLocaleString("en-US", { minimumFractionDigits: decimals, maximumFractionDigits: decimals })

export const decimalsFor = (values: ReadonlyArray<number>): number => {
  if (values.every((value) => Number.isInteger(value))) return 0
  return values.some((value) => Math.abs(value) < 0.1 && value !== 0) ? 4 : 2
}

const recordText = (value: Values): string =>
  Object.entries(value)
    .map(([name, one]) => `${titleOf(name)} ${valueText(one)}`)
    .join(", ")

const isPeriod = (value: Values): boolean => Object.keys(value).join() === "from,to"

/** Renders a value in one line. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return "–"
  if (typeof value === "boolean") return value ? "yes" : "no"
  if (typeof value === "number") return numberText(value, decimalsFor([value]))
  if (typeof value === "string") return safeLine(value.replace(instant, "$1 $2Z"))
  if (Array.isArray(value)) return value.map(valueText).join(", ") || "–"
  if (isPeriod(value as Values))
    return `${valueText((value as Values)["from"])} to ${valueText((value as Values)["to"])}`
  const record = value as Values
  // A person is shown by email address, and an object with a single name by that.
  if (typeof record["user"] === "string") return valueText(record["user"])
  // A document is too long for a line.
  if (typeof record["content"] === "string") return valueText(record["name"])
  const entries = Object.values(record)
  return entries.length === 1 ? valueText(entries[0]) : recordText(record)
}

/** Copied into the next command, and therefore never truncated or grouped by commas. */
const dayText = (text: string): string => text.replace(instant, "$1")

export const isInstant = (value: unknown): value is string => typeof value === "string" && instant.test(value)

/** A timestamp as its day. */
export const shortText = (value: unknown): string => (isInstant(value) ? dayText(value) : valueText(value))

export const isIdentifier = (name: string): boolean => /(^|_)(id|ids|slug|hash)$/.test(name)

/** A fraction is shown in percent. */
export const isShare = (name: string): boolean => /^(ctr|share)(_|$)/.test(name)

export const percent = (share: number): string => `${numberText(share * 100, 1)} %`

export const fieldText = (name: string, value: unknown): string => {
  if (typeof value !== "number") return valueText(value)
  if (isIdentifier(name)) return String(value)
  return isShare(name) ? percent(value) : valueText(value)
}

type Colour = keyof Pick<Paint, "good" | "bad" | "warning" | "faint">

/** The colours of the contract's state values. */
const colours: Readonly<Record<string, Colour>> = {
  live: "good",
  enabled: "good",
  completed: "good",
  succeeded: "good",
  approved: "good",
  applied: "good",
  in_sync: "good",
  ready: "good",
  ok: "good",
  linked: "good",
  paused: "warning",
  pending: "warning",
  queued: "warning",
  running: "warning",
  analysing: "warning",
  draft: "faint",
  dismissed: "faint",
  undone: "faint",
  never: "faint",
  error: "bad",
  failed: "bad",
  rejected: "bad",
  broken: "bad"
}

/** Colours a state. Any other text stays as it is. */
export const paintState = (value: unknown, text: string, paint: Paint): string => {
  const colour = typeof value === "string" ? colours[value] : undefined
  return colour === undefined ? text : paint[colour](text)
}
