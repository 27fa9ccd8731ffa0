import { Effect, Schema } from "effect"
import type { Output } from "../contract/index.ts"
import { NonNegativeInteger, pagedList, TimePosition } from "../paging.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { handler, registerHandlers } from "../request/handler.ts"
import { bindStatement, Statements, type StatementsShape, statement } from "../storage/index.ts"
import { contentNoteOf, findCampaign } from "./campaign.ts"
import { periodSql, periodValues, type RequestedDays } from "./figures/sums.ts"
import { listedNegatives } from "./negatives/rows.ts"
import { adSourcesColumn, describeLines } from "./text-sources.ts"

type ListedKeyword = Output<"keywords.list">["keywords"][number]

/** A keyword with its figures of some days. */
export interface KeywordOfDays
  extends Pick<ListedKeyword, "text" | "match_type" | "state" | "quality_score"> {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly avg_cpc: number
}

interface KeywordRow extends KeywordOfDays {
  readonly id: number
  readonly sorted_by: number
  readonly since: string
  readonly until: string
}

const sorts = { cost: "cost_micros", clicks: "clicks", conversions: "conversions" } as const
type Sort = keyof typeof sorts

/** Keywords without impressions have zeros. */
const listBy = (sort: Sort) =>
  pagedList({
    name: `keywords by ${sort}`,
    position: Schema.Tuple(
      Schema.Number.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER)),
      NonNegativeInteger
    ),
    positionOf: ({ id, sorted_by }: KeywordRow) => [sorted_by, id],
    page: `
${periodSql}, listed as (
  select k.id, k.text, k.match_type, k.state, coalesce(m.clicks, 0) as clicks,
    coalesce(m.cost_micros, 0) as cost_micros, coalesce(m.conversions, 0) as conversions, q.quality_score
  from keywords k
  left join keyword_signals q on q.organization_id = $1 and q.keyword_id = k.id
  left join (
    select keyword_id, sum(clicks) as clicks, sum(cost_micros) as cost_micros, sum(conversions) as conversions
    from keyword_days
    where organization_id = $1 and campaign_id = $5
      and date between (select since from p) and (select until from p)
    group by keyword_id
  ) m on m.keyword_id = k.id
  where k.organization_id = $1 and k.campaign_id = $5 and k.removed_at is null
    and ($6::text is null or k.state = $6)
)
select text, match_type, state, clicks, round(cost_micros / 1000000, 2) as cost, conversions,
  case when clicks > 0 then round(cost_micros / 1000000 / clicks, 2) else 0 end as avg_cpc,
  quality_score, id, ${sorts[sort]} as sorted_by, since::text as since, until::text as until
from listed, p
where $7::numeric is null or (${sorts[sort]}, -id) < ($7::numeric, -$8::bigint)
order by ${sorts[sort]} desc, id limit $9`,
    // The days do not matter for it.
    count: `select count(*) as total from keywords
  where organization_id = $1 and campaign_id = $5 and removed_at is null and ($6::text is null or state = $6)
    and num_nulls($2::date, $3::date, $4::int) >= 0`
  })

const keywordPages = { cost: listBy("cost"), clicks: listBy("clicks"), conversions: listBy("conversions") }

/** What a list of keywords shows. */
interface KeywordsRequest {
  readonly sort: Sort
  readonly state?: ListedKeyword["state"] | undefined
  readonly cursor?: string | undefined
  readonly limit: number
}

/** Reads a page of a campaign's keywords with their figures of some days. */
const readKeywords = (
  statements: StatementsShape,
  organization: OrganizationClearance["organization"],
  slug: string,
  days: RequestedDays,
  { sort, state, ...request }: KeywordsRequest
) =>
  Effect.gen(function* () {
    const { channel, id: campaign } = yield* findCampaign(statements, organization, slug)
    const filters = [organization.id, ...periodValues(days), campaign, state ?? null]
    const { rows, ...page } = yield* keywordPages[sort](statements, filters, request)
    const [first] = rows
    return {
      keywords: rows.map(({ id: _, since: __, sorted_by: ___, until: ____, ...row }): KeywordOfDays => row),
      /** Null without a keyword. */
      period: first === undefined ? null : { from: first.since, to: first.until },
      ...page,
      channel
    }
  })

const listKeywords = handler(
  "keywords.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      // Thirty days up to the organization's latest day with data.
      const found = yield* readKeywords(statements, organization, slug, { days: 30 }, request)
      const { channel, keywords, period: _, ...page } = found
      return {
        keywords: keywords.map(({ clicks, conversions, cost, ...row }) => ({
          ...row,
          clicks_30d: clicks,
          cost_30d: cost,
          conversions_30d: conversions
        })),
        ...page,
        ...contentNoteOf(channel)
      }
    })
  )
)

/** Reads a campaign's keywords with the days of its page. */
export const campaignKeywordReads = Effect.map(
  Statements,
  (statements) =>
    ({ organization }: OrganizationClearance, slug: string, days: RequestedDays, request: KeywordsRequest) =>
      readKeywords(statements, organization, slug, days, request)
)

const adFigures = statement(`
${periodSql}
select since::text as since, until::text as until, ad_id, clicks, cost, conversions from p left join (
  select k.ad_id, sum(d.clicks)::int as clicks, round(sum(d.cost_micros) / 1000000, 2) as cost,
    sum(d.conversions)::float8 as conversions
  from campaigns c
  join keywords k on k.organization_id = $1 and k.campaign_id = c.id
  join keyword_days d on d.organization_id = $1 and d.campaign_id = c.id and d.keyword_id = k.id
  where c.organization_id = $1 and c.slug = $5
    and d.date between (select since from p) and (select until from p)
  group by k.ad_id
) as m on true`)

/** What the keywords of an ad brought. */
export interface AdFigures {
  readonly ad_id: number
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
}

/** Reads the figures of a campaign's ads, which are those of their keywords, with the days of the page. */
export const adFigureReads = Effect.map(
  Statements,
  (statements) =>
    ({ organization }: OrganizationClearance, slug: string, days: RequestedDays) =>
      Effect.map(
        statements.read(
          bindStatement<
            { readonly since: string; readonly until: string } & (AdFigures | { readonly ad_id: null })
          >(adFigures, [organization.id, ...periodValues(days), slug])
        ),
        (rows) => ({
          period: { from: rows[0]!.since, to: rows[0]!.until },
          ads: rows.filter((row): row is typeof row & AdFigures => row.ad_id !== null)
        })
      )
)

type ListedAd = Output<"campaigns.list_ads">["ads"][number]
interface AdRow extends Omit<ListedAd, "lines"> {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly sources: unknown
}

const adFilter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

const readAds = pagedList({
  name: "ads",
  position: Schema.Tuple(NonNegativeInteger),
  positionOf: ({ ad_id }: AdRow) => [ad_id],
  page: `
select id as ad_id, name, url, state, headlines, descriptions, sources, approval, strength
from ads left join ad_signals s on s.organization_id = $1 and s.ad_id = id
where ads.${adFilter} and ($3::bigint is null or id > $3) order by id limit $4`,
  count: `select count(*) as total from ads where ${adFilter}`
})

const adOf = (
  organization: number,
  { ad_id, approval, descriptions, headlines, name, sources, state, strength, url }: AdRow
) => {
  const stored = sources === null ? [] : adSourcesColumn.read(sources, { organization, id: ad_id }).list
  return {
    ad_id,
    name,
    url,
    state,
    lines: describeLines(
      [
        ["headline", headlines],
        ["description", descriptions]
      ],
      stored
    ),
    approval: approval ?? null,
    strength: strength ?? null
  } satisfies ListedAd
}

/** Lists the ads of a campaign, oldest first, each line with its source. */
const listAds = handler(
  "campaigns.list_ads",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      const { channel, id: campaign } = yield* findCampaign(statements, organization, slug)
      const { rows, ...page } = yield* readAds(statements, [organization.id, campaign], request)
      return { ads: rows.map((row) => adOf(organization.id, row)), ...page, ...contentNoteOf(channel) }
    })
  )
)

type ListedNegative = Output<"keywords.list_negatives">["negative_keywords"][number]
interface NegativeRow extends Omit<ListedNegative, "list"> {
  readonly id: number
  readonly list: string | null
}

/** SQL: the active negative keywords of the campaign and its ads, the same that the campaign's detail counts. */
const negativeFilter = "organization_id = $1 and campaign_id = $2 and removed_at is null"

/** SQL: the keywords of the lists that concern the campaign. A list has at most 5,000. */
const listed = `
  select n.text, n.match_type, l.created_at, l.name as list, l.id * 10000 + n.place as id
  from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`

const isAfter =
  "($3::bigint is null or (created_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::bigint))"

const readNegatives = pagedList({
  name: "negative keywords",
  position: TimePosition,
  positionOf: ({ created_at, id }: NegativeRow) => [Date.parse(created_at), id],
  page: `
(
  select text, match_type, ad_id, source, action_id, created_at, null as list, id
  from negative_keywords where ${negativeFilter} and ${isAfter} order by created_at desc, id desc limit $5
) union all (
  select text, match_type, null, 'list', null, created_at, list, id
  from (${listed}) n where ${isAfter} order by created_at desc, id desc limit $5
)
order by created_at desc, id desc limit $5`,
  count: `select (select count(*) from negative_keywords where ${negativeFilter}) + (select count(*) from (${listed}) n) as total`
})

const rowOf = ({ id: _, list, ...row }: NegativeRow): ListedNegative =>
  list === null ? row : { ...row, list }

const listNegativeKeywords = handler(
  "keywords.list_negatives",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, ...request }) {
      const { channel, id: campaign } = yield* findCampaign(statements, organization, slug)
      const { rows, ...page } = yield* readNegatives(statements, [organization.id, campaign], request)
      return { negative_keywords: rows.map(rowOf), ...page, ...contentNoteOf(channel) }
    })
  )
)

export const contentReadHandlers = registerHandlers(listAds, listKeywords, listNegativeKeywords)
