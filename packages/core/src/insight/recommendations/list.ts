import { Effect, Schema } from "effect"
import { campaignFilter } from "../../campaigns/index.ts"
import { type Output, RecommendationId } from "../../contract/index.ts"
import { cursorCodec, EpochMillis, splitPage, totalOf } from "../../paging/cursor.ts"
import { handler } from "../../request/handler.ts"
import { Statements, statement } from "../../storage/index.ts"

type Row = Output<"recommendations.list">["recommendations"][number]
interface RecommendationRow extends Row {
  readonly id: RecommendationId
  readonly total: number
}

const filtered = "r.organization_id = $1 and r.status = $2 and ($3::bigint is null or r.campaign_id = $3)"

/** Newest first. The list has no estimate; detect, preview and reports have it. */
const page = statement(`
select r.id, r.type, c.slug as campaign, r.status, r.summary, null as estimated_monthly_saving, r.created_at,
  (select count(*) from recommendations r where ${filtered}) as total
from recommendations r join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
where ${filtered} and ($4::bigint is null or (r.created_at, r.id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::text))
order by r.created_at desc, r.id desc limit $6`)
const count = statement(`select count(*) as total from recommendations r where ${filtered}`)

const CursorPosition = Schema.Tuple(EpochMillis, Schema.typeSchema(RecommendationId))

export const listRecommendations = handler(
  "recommendations.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { campaign: slug, cursor, limit, status }) {
      const campaign = yield* campaignFilter(statements, organization, slug)
      const list = cursorCodec(CursorPosition, "recommendations", organization.id, campaign, status)
      const [at, id] = (yield* list.decode(cursor)) ?? [null, null]
      const within = [organization.id, status, campaign]
      const rows = yield* statements.query<RecommendationRow>(page, [...within, at, id, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      return {
        recommendations: pageRows.map(({ total: _, ...row }) => row),
        total: yield* totalOf(rows, statements.query(count, within)),
        next_cursor: last === null ? null : list.encode([Date.parse(last.created_at), last.id])
      }
    })
  )
)
