import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { cursorCodec, splitPage, TimePosition, totalOf } from "../paging/cursor.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { accountIdOf } from "./account-id.ts"

type Row = Output<"campaigns.list">["campaigns"][number]
interface CampaignRow extends Row {
  readonly id: number
  readonly total: number
}

const filter =
  "organization_id = $1 and removed_at is null and ($2::text is null or state = $2) and ($3::text is null or ad_account_id = $3)"

/** The week ends on the organization's latest day with data, as in performance. */
const page = statement(`
select c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget,
  round(coalesce(week.cost_micros, 0) / 1000000, 2) as spend_7d, coalesce(week.conversions, 0) as conversions_7d,
  case when week.conversions > 0 then round(week.cost_micros / 1000000 / week.conversions, 2) else 0 end as cpa_7d,
  c.created_at, c.id, (select count(*) from campaigns where ${filter}) as total
from (
  select * from campaigns where ${filter}
    and ($4::bigint is null or (created_at, id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::bigint))
  order by created_at desc, id desc limit $6
) c
left join lateral (
  select sum(cost_micros) as cost_micros, sum(conversions) as conversions from campaign_days
  where organization_id = $1 and campaign_id = c.id
    and date > (select max(date) from campaign_days where organization_id = $1) - 7
) week on true
order by c.created_at desc, c.id desc`)

/** Field by field: a copy without two fields costs many times as much. */
const rowOf = ({
  slug,
  name,
  type,
  state,
  budget,
  spend_7d,
  conversions_7d,
  cpa_7d,
  created_at
}: CampaignRow): Row => ({
  slug,
  name,
  type,
  state,
  budget,
  spend_7d,
  conversions_7d,
  cpa_7d,
  created_at
})

const countAll = statement(`select count(*) as total from campaigns where ${filter}`)

export const listCampaigns = handler(
  "campaigns.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { account_id: account, cursor, limit, state = null }) {
      const account_id = account === undefined ? null : yield* accountIdOf(statements, organization, account)
      const list = cursorCodec(TimePosition, "campaigns", organization.id, account_id, state)
      const [cursorTime, id] = (yield* list.decode(cursor)) ?? [null, null]
      const rows = yield* statements.query<CampaignRow>(page, [
        organization.id,
        state,
        account_id,
        cursorTime,
        id,
        limit + 1
      ])
      const { last, page: pageRows } = splitPage(rows, limit)
      const total = yield* totalOf(rows, statements.query(countAll, [organization.id, state, account_id]))
      return {
        campaigns: pageRows.map(rowOf),
        total,
        next_cursor: last === null ? null : list.encode([Date.parse(last.created_at), last.id])
      }
    })
  )
)
