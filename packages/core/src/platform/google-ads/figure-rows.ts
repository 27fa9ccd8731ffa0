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

export interface FigureRow extends Figures {
  readonly date: string
  readonly campaign: string
}

/** Rows that are decoded together: a schema of each row would take longer than reading it. */
export class FigureRows<A> {
  readonly schema: Schema.Schema<ReadonlyArray<A>, unknown>
  constructor(schema: Schema.Schema<ReadonlyArray<A>, unknown>) {
    this.schema = schema
  }
}

/** Returns the decoder of a day's figures of campaigns; `rest` reads the other fields of a row. */
export const figureRows = <Rest extends object>(rest: (row: Message) => Rest) => {
  const read = (row: unknown): FigureRow & Rest => {
    if (!isMessage(row)) throw new WrongField("a row is not an object")
    const metrics = messageIn(row, "metrics")
    return {
      ...rest(row),
      date: textIn(row, "segments", "date"),
      campaign: textIn(row, "campaign", "resourceName"),
      impressions: int64In(metrics, "impressions"),
      clicks: int64In(metrics, "clicks"),
      costMicros: int64In(metrics, "costMicros"),
      conversions: doubleIn(metrics, "conversions"),
      conversionsValue: doubleIn(metrics, "conversionsValue")
    }
  }
  const Rows: Schema.Schema<ReadonlyArray<ReturnType<typeof read>>> = Schema.Any
  const schema = Schema.transformOrFail(Schema.Unknown, Rows, {
    strict: true,
    decode: (rows, _, ast) => {
      try {
        if (!Array.isArray(rows)) throw new WrongField("the rows are not a list")
        return ParseResult.succeed(rows.map(read))
      } catch (error) {
        if (error instanceof WrongField)
          return ParseResult.fail(new ParseResult.Type(ast, rows, error.message))
        throw error
      }
    },
    encode: (rows, _, ast) => ParseResult.fail(new ParseResult.Forbidden(ast, rows, "Rows are only read."))
  })
  return new FigureRows(schema)
}
