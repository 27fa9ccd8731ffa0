import { Effect, Schema } from "effect"
import { type PageText, regulatedCategories } from "../../claims/index.ts"
import { runSql, valueRows } from "../../storage/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"

/*
 * The stored text of a campaign's landing pages, and what its lines may name without proof. Each write requires an open
 * transaction with the organization's lock.
 */

const PageSentence = Schema.Struct({
  text: Schema.String,
  kind: Schema.Literal("heading", "sentence", "item", "structured"),
  notEvidence: Schema.NullOr(
    Schema.Literal(
      "testimonial",
      "navigation",
      "legal",
      "notice",
      "expired",
      "unavailable",
      "placeholder",
      "question",
      "excluded"
    )
  )
})

export const pageTextColumn = storedColumn(
  "landing_pages.text",
  Schema.Struct({ language: Schema.NullOr(Schema.String), sentences: Schema.Array(PageSentence) })
)

const Confirmation = Schema.Struct({
  category: Schema.Literal(...regulatedCategories),
  /** Why a person confirmed it. */
  reason: Schema.String
})

/** What the lines of a campaign may say beside what their pages prove. */
export const LineContext = Schema.Struct({
  /** Every form of the business's name. */
  brand_names: Schema.Array(Schema.String),
  places: Schema.Array(Schema.String),
  /** Names of what the website sells. */
  names: Schema.Array(Schema.String),
  /** Restricted categories that a person confirmed. */
  confirmed: Schema.Array(Confirmation)
})
export type LineContext = typeof LineContext.Type

export const lineContextColumn = storedColumn("campaigns.line_context", LineContext)

interface Row {
  readonly url: string
  readonly text: unknown
  readonly read_at: string
}

/** Reads the stored pages of a campaign. */
export const readLandingPages = (organization: number, campaign: number) =>
  Effect.map(
    runSql<Row>`select url, text, read_at from landing_pages
      where organization_id = ${organization} and campaign_id = ${campaign} order by url`,
    (rows) =>
      rows.map(
        ({ read_at, text, url }): PageText => ({
          ...pageTextColumn.read(text, { organization, id: `${campaign} ${url}` }),
          url,
          readAt: read_at
        })
      )
  )

/** Stores pages as they were read; a page that was read before is replaced. */
export const storeLandingPages = (organization: number, campaign: number, pages: ReadonlyArray<PageText>) =>
  Effect.gen(function* () {
    const byUrl = [...new Map(pages.map((page) => [page.url, page])).values()]
    if (byUrl.length === 0) return
    // Text parameters become the columns' types.
    const values = valueRows(byUrl.length, { before: ["$1", "$2"], parameters: 3, first: 3 })
    yield* runSql(
      `insert into landing_pages (organization_id, campaign_id, url, text, read_at) values ${values}
       on conflict (organization_id, campaign_id, url) do update set text = excluded.text, read_at = excluded.read_at`,
      [
        organization,
        campaign,
        ...byUrl.flatMap(({ language, readAt, sentences, url }) => [
          url,
          JSON.stringify(pageTextColumn.write({ language, sentences })),
          readAt
        ])
      ]
    )
  })

/** Reads what the lines of a campaign may name; null if its pages were never read. */
export const readLineContext = (organization: number, campaign: number) =>
  Effect.map(
    runSql<{ readonly context: unknown }>`select line_context as context from campaigns
      where organization_id = ${organization} and id = ${campaign}`,
    ([row]) =>
      row?.context == null ? null : lineContextColumn.read(row.context, { organization, id: campaign })
  )

export const storeLineContext = (organization: number, campaign: number, context: LineContext) =>
  runSql`update campaigns set line_context = ${JSON.stringify(lineContextColumn.write(context))}::jsonb
    where organization_id = ${organization} and id = ${campaign}`
