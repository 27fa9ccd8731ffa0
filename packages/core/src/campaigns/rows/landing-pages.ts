import { Effect, Schema } from "effect"
import { type PageText, regulatedCategories } from "../../claims/index.ts"
import { limits } from "../../contract/index.ts"
import { purgeByOrganization, runSql, valueRows } from "../../storage/index.ts"
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

/** The pages of a website as they were read, and what lines may name without proof. */
const WebsiteText = Schema.Struct({
  pages: Schema.Array(
    Schema.Struct({
      url: Schema.String,
      language: Schema.NullOr(Schema.String),
      sentences: Schema.Array(PageSentence)
    })
  ),
  brand_names: Schema.Array(Schema.String),
  places: Schema.Array(Schema.String),
  names: Schema.Array(Schema.String)
})
export type WebsiteText = typeof WebsiteText.Type

export const websiteTextColumn = storedColumn("website_texts.text", WebsiteText)

export const storeWebsiteText = (organization: number, domain: string, text: WebsiteText) =>
  runSql`insert into website_texts (organization_id, domain, text)
    values (${organization}, ${domain}, ${JSON.stringify(websiteTextColumn.write(text))}::jsonb)`

export const purgeWebsiteTexts = purgeByOrganization("id", {
  website_texts: "read_at < now() - interval '24 hours'"
})

/** Deletes the texts of an organization that is deleted. */
export const deleteWebsiteTexts = (organization: number) =>
  runSql`delete from website_texts where organization_id = ${organization}`

interface ReadWebsite extends WebsiteText {
  readonly readAt: string
}

/** Reads what was read of a website within the time for which its facts are kept, newest first. */
export const readWebsite = (organization: number, domain: string | null) =>
  Effect.map(
    runSql<{ readonly id: number; readonly text: unknown; readonly read_at: string }>`
      select id, text, read_at from website_texts where organization_id = ${organization} and domain = ${domain}
        and read_at > now() - make_interval(hours => ${limits.websiteFactsHours}) order by id desc`,
    (rows) =>
      rows.map(
        ({ id, read_at, text }): ReadWebsite => ({
          ...websiteTextColumn.read(text, { organization, id }),
          readAt: read_at
        })
      )
  )

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
