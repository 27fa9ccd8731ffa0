import { Effect, Schema } from "effect"
import { campaignFilter, readCampaignSlugs, slugFinder } from "../../campaigns/index.ts"
import { type Output, RecommendationId } from "../../contract/index.ts"
import { EpochMillis } from "../../paging/cursor.ts"
import { pagedList } from "../../paging/paged-list.ts"
import { handler } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"

interface RecommendationRow
  extends Omit<Output<"recommendations.list">["recommendations"][number], "campaign"> {
  readonly id: RecommendationId
  readonly campaign_id: number
}

const filter = "organization_id = $1 and status = $2 and ($3::bigint is null or campaign_id = $3)"

/** Newest first. The list has no estimate; detect, preview and reports have it. */
const readPage = pagedList({
  name: "recommendations",
  position: Schema.Tuple(EpochMillis, Schema.typeSchema(RecommendationId)),
  positionOf: ({ created_at, id }: RecommendationRow) => [Date.parse(created_at), id],
  page: `
select id, type, campaign_id, status, summary, null as estimated_monthly_saving, created_at
from recommendations where ${filter}
  and ($4::bigint is null or (created_at, id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::text))
order by created_at desc, id desc limit $6`,
  count: `select count(*) as total from recommendations where ${filter}`
})

export const listRecommendations = handler(
  "recommendations.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { campaign: slug, status, ...request }) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, status, campaign], request)
      const ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))]
      const slugOf = slugFinder(yield* statements.read(readCampaignSlugs(organization.id, ids)))
      return {
        recommendations: rows.map(({ campaign_id, id, type, ...row }) => ({
          id,
          type,
          campaign: slugOf(campaign_id),
          ...row
        })),
        ...page
      }
    })
  )
)
