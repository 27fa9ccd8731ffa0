import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { TimePosition } from "../paging/cursor.ts"
import { pagedList } from "../paging/paged-list.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import { accountIdOf } from "./account-id.ts"

type Row = Output<"campaigns.list">["campaigns"][number]
interface CampaignRow extends Row {
  readonly id: number
}

const filter =
  "organization_id = $1 and removed_at is null and ($2::text is null or state = $2) and ($3::text is null or ad_account_id = $3)"

/** The week ends on the organization's latest day with data, as in performance. */
const readPage = pagedList({
  name: "campaigns",
  position: TimePosition,
  positionOf: ({ created_at, id }: CampaignRow) => [Date.parse(created_at), id],
  page: `
select c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget,
  round(coalesce(week.cost_micros, 0) / 1000000.0, 2) as spend_7d, coalesce(week.conversions, 0) as conversions_7d,
  case when week.conversions > 0 then round(week.cost_micros / 1000000.0 / week.conversions, 2) else 0 end as cpa_7d,
  c.created_at, c.id
from campaigns c
left join campaign_weeks week on week.organization_id = $1 and week.campaign_id = c.id
where c.${filter}
  and ($4::bigint is null or (c.created_at, c.id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::bigint))
order by c.created_at desc, c.id desc limit $6`,
  count: `select count(*) as total from campaigns where ${filter}`
})

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

export const listCampaigns = handler(
  "campaigns.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { account_id: account, state = null, ...request }) {
      const account_id = account === undefined ? null : yield* accountIdOf(statements, organization, account)
      const { rows, ...page } = yield* readPage(statements, [organization.id, state, account_id], request)
      return { campaigns: rows.map(rowOf), ...page }
    })
  )
)
