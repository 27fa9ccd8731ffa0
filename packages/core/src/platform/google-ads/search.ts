import { Chunk, Effect, Option, Schema, Stream } from "effect"
import type { ReadFailure } from "../errors.ts"
import type { AdAccount } from "../model/index.ts"
import { type GoogleAdsClient, type LoginContext, loginContextOf } from "./client.ts"
import { FigureRows } from "./figure-rows.ts"
import { list, optionalList } from "./rows.ts"

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
