import { ParseResult, Schema } from "effect"
import type { Figures } from "../model/index.ts"

/*
 * Rows of figures, decoded by hand. They are most of what a sync reads, and decoding them with a schema of
 * each field took thirty times as long. They are checked as strictly: a wrong field rejects the response.
 */

type Message = Readonly<Record<string, unknown>>

/** A field of a row that is missing or has another type. */
class WrongField extends Error {}

const isMessage = (value: unknown): value is Message => typeof value === "object" && value !== null

/** Returns a required message of a row. */
const messageIn = (row: Message, name: string): Message => {
  const value = row[name]
  if (!isMessage(value)) throw new WrongField(`${name} is missing`)
  return value
}

/** Returns a required text of a message of a row. */
export const textIn = (row: Message, name: string, field: string): string => {
  const value = messageIn(row, name)[field]
  if (typeof value !== "string") throw new WrongField(`${name}.${field} is not a text`)
  return value
}

/** REST sends int64 as text, and omits zero. */
const int64In = (metrics: Message, field: string): number => {
  const value = metrics[field]
  if (value === undefined) return 0
  const number = typeof value === "string" && value !== "" ? Number(value) : Number.NaN
  if (!Number.isFinite(number)) throw new WrongField(`metrics.${field} is not an integer as text`)
  return number
}

const doubleIn = (metrics: Message, field: string): number => {
  const value = metrics[field] ?? 0
  if (typeof value !== "number") throw new WrongField(`metrics.${field} is not a number`)
  return value
}

const figuresIn = (row: Message): Figures => {
  const metrics = messageIn(row, "metrics")
  return {
    impressions: int64In(metrics, "impressions"),
    clicks: int64In(metrics, "clicks"),
    costMicros: int64In(metrics, "costMicros"),
    conversions: doubleIn(metrics, "conversions"),
    conversionsValue: doubleIn(metrics, "conversionsValue")
  }
}

/** Returns a schema of a day's figures of a campaign; `rest` reads the other fields of the row. */
export const figureRow = <Rest extends object>(rest: (row: Message) => Rest) => {
  const read = (row: Message) => ({
    date: textIn(row, "segments", "date"),
    campaign: textIn(row, "campaign", "resourceName"),
    ...figuresIn(row),
    ...rest(row)
  })
  const Row: Schema.Schema<ReturnType<typeof read>> = Schema.Any
  return Schema.transformOrFail(Schema.Unknown, Row, {
    strict: true,
    decode: (row, _, ast) => {
      try {
        if (!isMessage(row)) throw new WrongField("the row is not an object")
        return ParseResult.succeed(read(row))
      } catch (error) {
        if (error instanceof WrongField)
          return ParseResult.fail(new ParseResult.Type(ast, row, error.message))
        throw error
      }
    },
    encode: (row, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, row, "Rows are only read."))
  })
}
