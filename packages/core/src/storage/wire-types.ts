import pg from "pg"

/*
 * Rows leave Postgres in the format of the responses: timestamps as ISO 8601 text, dates as text, exact
 * numbers as JSON numbers. Creating Dates only to format them again cost a tenth of the throughput.
 */

type Parse = (text: string) => unknown

/** `2026-01-31 09:05:07.12+00`, as Postgres writes it while TimeZone is UTC. */
export const parseInstant = (text: string): string => {
  if (!text.endsWith("+00") || text.charCodeAt(10) !== 32) return parseNonUtcInstant(text)
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, "0") : "000"
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** Another zone (a pooler that drops our settings), `infinity`, or a year past 9999. */
const parseNonUtcInstant = (text: string): string => {
  const date = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const asText: Parse = (text) => text
const asNumber: Parse = (text) => Number(text)
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    (textArray(text) as ReadonlyArray<string | null>).map((item) => (item === null ? null : parse(item)))

const textArray = pg.types.getTypeParser(1009 as number, "text") as Parse

const parsers = new Map<number, Parse>([
  [20, asNumber], // int8
  [1016, arrayOf(asNumber)],
  [1700, asNumber], // numeric
  [1231, arrayOf(asNumber)],
  [1082, asText], // date
  [1182, arrayOf(asText)],
  [1114, asText], // timestamp
  [1184, parseInstant], // timestamptz
  [1185, arrayOf(parseInstant)]
])

export const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format !== "binary" && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as "text")) as pg.CustomTypesConfig["getTypeParser"]
}
