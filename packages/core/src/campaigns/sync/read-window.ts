import { Chunk, Data, Effect, Option, Stream } from "effect"
import type { AccountKey } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { DayRange, Figures } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import type { ColumnTypes } from "./bulk.ts"

/*
 * Many rows as parameters of a statement: one array for each column. Postgres reads arrays in half the time of
 * a list of JSON objects.
 */

type Value = number | string
export type ColumnRow = Readonly<Record<string, Value>>

const quoted = (text: string): string =>
  /["\\]/.test(text) ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`

const element = (value: Value): Value => (typeof value === "string" ? quoted(value) : value)

/** Returns an array literal of Postgres. */
export const arrayLiteral = (values: ReadonlyArray<Value>): string => `{${values.map(element).join(",")}}`

/** SQL: rows as a table expression for `from`. Their columns are the parameters from `first` on. */
export const unnested = (columns: ColumnTypes, first: number): string =>
  `unnest(${Object.values(columns)
    .map((type, n) => `$${first + n}::${type}[]`)
    .join(", ")}) as given(${Object.keys(columns).join(", ")})`

/** Returns the parameters of `unnested`. */
export const columnParameters = (
  columns: ColumnTypes,
  rows: ReadonlyArray<ColumnRow>
): ReadonlyArray<string> =>
  Object.keys(columns).map((name) => `{${rows.map((row) => element(row[name] ?? missing(name))).join(",")}}`)

const missing = (name: string): never => {
  throw new Error(`A row has no ${name}.`)
}

/** Maps a column of resource names to our ids. Removed rows count: their days remain theirs. */
export const readIdsByName = (
  { accountId, organizationId }: AccountKey,
  table: "campaigns" | "ads" | "keywords",
  name = "platform_resource_name"
) =>
  Effect.map(
    runSql<{ id: number; ref: string }>(
      `select t.id, t.${name} as ref from ${table} t
       join campaigns c on c.organization_id = t.organization_id
         and c.id = t.${table === "campaigns" ? "id" : "campaign_id"}
       where t.organization_id = $1 and c.ad_account_id = $2 and t.${name} is not null order by t.id`,
      [organizationId, accountId]
    ),
    (rows) => new Map(rows.map(({ id, ref }) => [ref, id]))
  )

/** Maps the platform's resource names to our ids. */
export const readNames = (account: AccountKey) =>
  Effect.all({
    campaigns: readIdsByName(account, "campaigns"),
    ads: readIdsByName(account, "ads"),
    keywords: readIdsByName(account, "keywords")
  })
type Names = Effect.Effect.Success<ReturnType<typeof readNames>>

/** The window has more rows than it may. */
export class WindowTooLarge extends Data.TaggedError("WindowTooLarge")<{ readonly maxRows: number }> {}

/**
 * Pulls the figures of a few days; `termDays` are those with search terms, and may be none. Fails as soon as they have
 * more than `maxRows` rows.
 */
export const readWindow = (
  account: LinkedAccount,
  days: DayRange,
  termDays: DayRange,
  names: Names,
  maxRows: number
) =>
  Effect.gen(function* () {
    const { platform } = account
    let total = 0
    const count = <A>(rows: Chunk.Chunk<A>) => {
      total += rows.length
      return total > maxRows ? new WindowTooLarge({ maxRows }) : Effect.succeed(rows)
    }
    const collect = <A extends { readonly campaign: string; readonly date: string } & Figures, E>(
      rows: Stream.Stream<A, E>,
      own: (row: A) => ColumnRow | undefined
    ) =>
      rows.pipe(
        Stream.filterMap((row) => {
          const campaign_id = names.campaigns.get(row.campaign)
          const more = own(row)
          // Skips a row whose resource name is unknown.
          if (campaign_id === undefined || more === undefined) return Option.none()
          return Option.some({
            ...more,
            campaign_id,
            date: row.date,
            impressions: row.impressions,
            clicks: row.clicks,
            cost_micros: row.costMicros,
            conversions: row.conversions,
            conversions_value: row.conversionsValue
          })
        }),
        Stream.mapChunksEffect(count),
        Stream.runCollect,
        Effect.map(Chunk.toReadonlyArray)
      )
    const tables = yield* Effect.all(
      {
        campaign_days: collect(platform.campaignDays(account, days), () => ({})),
        keyword_days: collect(platform.keywordDays(account, days), ({ keyword }) => {
          const keyword_id = names.keywords.get(keyword)
          return keyword_id === undefined ? undefined : { keyword_id }
        }),
        search_term_days:
          termDays.from > termDays.to
            ? Effect.succeed([])
            : collect(platform.searchTermDays(account, termDays), ({ ad, aiMax, term }) => {
                const ad_id = names.ads.get(ad)
                return ad_id === undefined
                  ? undefined
                  : { ad_id, term, by_ai_max: aiMax === null ? -1 : Number(aiMax) }
              })
      },
      { concurrency: 3 }
    )
    return { tables, rows: total }
  })
