import { Effect, Schema } from "effect"
import { campaignFilter, readCampaignSlugs, slugFinder } from "../../campaigns/index.ts"
import { readLatestNaming } from "../../changes/recent-actions.ts"
import { type Output, RecommendationId } from "../../contract/index.ts"
import { EpochMillis, pagedList } from "../../paging.ts"
import { handler } from "../../request/handler.ts"
import { Statements, type StatementsShape } from "../../storage/index.ts"
import { affectedKey } from "./rows.ts"

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

/** Reads the actions that applied these recommendations. */
const readActions = (
  statements: StatementsShape,
  organization: number,
  rows: ReadonlyArray<RecommendationRow>
) =>
  Effect.map(
    statements.read(
      readLatestNaming(
        organization,
        rows.map(({ id }) => affectedKey(id)),
        rows.map(({ campaign_id }) => campaign_id)
      )
    ),
    (found) => {
      const byKey = new Map(found.map(({ id, key }) => [key, id]))
      return new Map(
        rows.flatMap(({ id }) => {
          const action = byKey.get(affectedKey(id)) ?? null
          return action === null ? [] : [[id, action] as const]
        })
      )
    }
  )

export const listRecommendations = handler(
  "recommendations.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { campaign: slug, status, ...request }) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const { rows, ...page } = yield* readPage(statements, [organization.id, status, campaign], request)
      const ids = [...new Set(rows.map(({ campaign_id }) => campaign_id))]
      const slugOf = slugFinder(yield* statements.read(readCampaignSlugs(organization.id, ids)))
      const actions = status === "applied" ? yield* readActions(statements, organization.id, rows) : new Map()
      return {
        recommendations: rows.map(({ campaign_id, id, type, ...row }) => {
          const action_id = actions.get(id)
          return {
            id,
            type,
            campaign: slugOf(campaign_id),
            ...row,
            ...(action_id === undefined ? {} : { action_id })
          }
        }),
        ...page
      }
    })
  )
)
