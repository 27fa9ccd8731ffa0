import { Effect, Schema } from "effect"
import type { Output } from "../contract/index.ts"
import { NonNegativeInteger, pagedList } from "../paging.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { campaignIdOf } from "./campaign-id.ts"

type Row = Output<"keywords.list">["keywords"][number]
interface KeywordRow extends Row {
  readonly id: number
  readonly sorted_by: number
}

const sorts = { cost: "cost_micros", clicks: "clicks", conversions: "conversions" } as const
type Sort = keyof typeof sorts

/** Thirty days up to the organization's latest day with data. Keywords without impressions have zeros. */
const listBy = (sort: Sort) =>
  pagedList({
    name: `keywords by ${sort}`,
    position: Schema.Tuple(
      Schema.Number.pipe(Schema.between(0, Number.MAX_SAFE_INTEGER)),
      NonNegativeInteger
    ),
    positionOf: ({ id, sorted_by }: KeywordRow) => [sorted_by, id],
    page: `
with listed as (
  select k.id, k.text, k.match_type, k.state, coalesce(m.clicks, 0) as clicks,
    coalesce(m.cost_micros, 0) as cost_micros, coalesce(m.conversions, 0) as conversions, q.quality_score
  from keywords k
  left join keyword_signals q on q.organization_id = $1 and q.keyword_id = k.id
  left join (
    select keyword_id, sum(clicks) as clicks, sum(cost_micros) as cost_micros, sum(conversions) as conversions
    from keyword_days
    where organization_id = $1 and campaign_id = $2
      and date > (select max(date) from campaign_days where organization_id = $1) - 30
    group by keyword_id
  ) m on m.keyword_id = k.id
  where k.organization_id = $1 and k.campaign_id = $2 and k.removed_at is null
    and ($3::text is null or k.state = $3)
)
select text, match_type, state, clicks as clicks_30d, round(cost_micros / 1000000, 2) as cost_30d,
  conversions as conversions_30d,
  case when clicks > 0 then round(cost_micros / 1000000 / clicks, 2) else 0 end as avg_cpc,
  quality_score, id, ${sorts[sort]} as sorted_by
from listed
where $4::numeric is null or (${sorts[sort]}, -id) < ($4::numeric, -$5::bigint)
order by ${sorts[sort]} desc, id limit $6`,
    count: `select count(*) as total from keywords
  where organization_id = $1 and campaign_id = $2 and removed_at is null and ($3::text is null or state = $3)`
  })

const readPage = { cost: listBy("cost"), clicks: listBy("clicks"), conversions: listBy("conversions") }

export const listKeywords = handler(
  "keywords.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { slug, sort, state = null, ...request }) {
      const campaign = yield* campaignIdOf(statements, organization, slug)
      const filters = [organization.id, campaign, state]
      const { rows, ...page } = yield* readPage[sort](statements, filters, request)
      return { keywords: rows.map(({ id: _, sorted_by: __, ...row }) => row), ...page }
    })
  )
)
