import { Chunk, Effect, Option, ParseResult, Schema, Stream } from "effect"
import type { ReadFailure } from "../errors.ts"
import type { AdAccount, Figures } from "../model.ts"
import { type GoogleAdsClient, type LoginContext, loginContextOf } from "./client.ts"

/* Rows as REST sends them: lowerCamelCase, int64 as text, enums as names, and default values omitted. */

export const text = Schema.optionalWith(Schema.String, { default: () => "" })
export const flag = Schema.optionalWith(Schema.Boolean, { default: () => false })
export const int64 = Schema.optionalWith(Schema.NumberFromString, { default: () => 0 })
export const maybeInt64 = Schema.optional(Schema.NumberFromString)
const optionalList = <A, I>(items: Schema.Schema<ReadonlyArray<A>, I>) =>
  Schema.optionalWith(items, { default: () => [] })
export const list = <A, I>(item: Schema.Schema<A, I>) => optionalList(Schema.Array(item))

/** A message whose fields all have default values may be omitted altogether. */
export const optionalMessage = <Fields extends Schema.Struct.Fields>(fields: Fields) =>
  Schema.optional(Schema.Struct(fields))

export const ResourceReference = Schema.Struct({ resourceName: Schema.String })

export const metricFields =
  "metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value"

/** Campaigns of every channel. */
export const presentCampaigns = "campaign.status != 'REMOVED'"

/** Campaigns whose ads, keywords and search terms the service reads and changes. */
export const searchCampaigns = `campaign.advertising_channel_type = 'SEARCH' AND ${presentCampaigns}`

/** Quotes a string literal for a query. */
export const gaqlString = (value: string): string =>
  `'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

export const unitsOf = (micros: number): number => micros / 1_000_000

/** The platform accepts whole cents only, so fractions are rounded before they can be refused. */
export const microsOf = (units: number): string => String(Math.round(units * 100) * 10_000)

export const idOf = (resourceName: string): string => resourceName.slice(resourceName.lastIndexOf("/") + 1)

export const matchOf = (matchType: string): "phrase" | "exact" | "broad" => {
  if (matchType === "EXACT") return "exact"
  return matchType === "BROAD" ? "broad" : "phrase"
}

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

/** Returns a text of a message of a row; empty if it has none. */
export const optionalTextIn = (row: Message, name: string, field: string): string =>
  messageIn(row, name)[field] === undefined ? "" : textIn(row, name, field)

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
class FigureRows<A> {
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

/** Decodes rows one by one with a schema, or those of a page together. */
type RowDecoder<A, I> = Schema.Schema<A, I> | FigureRows<A>

const makeResponseSchema = <A, I>(row: RowDecoder<A, I>) =>
  Schema.Struct({
    results: row instanceof FigureRows ? optionalList(row.schema) : list(row),
    nextPageToken: Schema.optional(Schema.String)
  })

/** Schemas of pages by the decoder of their rows: a new schema is compiled again when it decodes. */
const responseSchemas = new WeakMap<object, unknown>()

const responseSchemaOf = <A, I>(row: RowDecoder<A, I>) => {
  const known = responseSchemas.get(row)
  if (known !== undefined) return known as ReturnType<typeof makeResponseSchema<A, I>>
  const made = makeResponseSchema(row)
  responseSchemas.set(row, made)
  return made
}

/** Reads the rows of a query page by page: a failed page is retried, not the whole query. */
export const searchPages = <A, I>(
  client: GoogleAdsClient,
  loginContext: LoginContext,
  customerId: string,
  query: string,
  row: RowDecoder<A, I>
): Stream.Stream<A, ReadFailure> => {
  const responseSchema = responseSchemaOf(row)
  const path = `customers/${customerId}/googleAds:search`
  return Stream.paginateChunkEffect("", (pageToken) =>
    client
      .read(loginContext, { path, body: pageToken === "" ? { query } : { query, pageToken }, responseSchema })
      .pipe(
        Effect.map(({ nextPageToken, results }) => [
          Chunk.unsafeFromArray(results),
          nextPageToken ? Option.some(nextPageToken) : Option.none()
        ])
      )
  )
}

export type Search = <A, I>(
  account: AdAccount,
  query: string,
  row: RowDecoder<A, I>
) => Stream.Stream<A, ReadFailure>

export const makeSearch =
  (client: GoogleAdsClient): Search =>
  (account, query, row) =>
    searchPages(client, loginContextOf(account), account.customerId, query, row)

/** Collects all rows, for results that are always small. */
export const collectRows = <A>(
  rows: Stream.Stream<A, ReadFailure>
): Effect.Effect<ReadonlyArray<A>, ReadFailure> => Effect.map(Stream.runCollect(rows), Chunk.toReadonlyArray)
