import { Effect } from "effect"
import { amountOf, type Output } from "../contract/index.ts"
import { TimePosition } from "../paging/cursor.ts"
import { pagedList } from "../paging/paged-list.ts"
import { handler } from "../request/handler.ts"
import { JsonText } from "../request/json-text.ts"
import { parseInstant, Statements } from "../storage/index.ts"
import { accountIdOf } from "./account-id.ts"

type CampaignState = Output<"campaigns.list">["campaigns"][number]["state"]

/** The columns of a page, in their order. */
type CampaignRow = readonly [
  slug: string,
  name: string,
  type: string,
  state: CampaignState,
  budget: string | null,
  costMicros: string | null,
  conversions: string | null,
  createdAt: string,
  id: string
]

const filter =
  "organization_id = $1 and removed_at is null and ($2::text is null or state = $2) and ($3::text is null or ad_account_id = $3)"

/** The week ends on the organization's latest day with data, as in performance. */
const readPage = pagedList({
  name: "campaigns",
  position: TimePosition,
  positionOf: ([, , , , , , , createdAt, id]: CampaignRow) => [
    Date.parse(parseInstant(createdAt)),
    Number(id)
  ],
  textRows: true,
  page: `
select c.slug, c.name, c.type, c.state, c.budget, week.cost_micros, week.conversions, c.created_at, c.id
from campaigns c
left join campaign_weeks week on week.organization_id = $1 and week.campaign_id = c.id
where c.${filter}
  and ($4::bigint is null or (c.created_at, c.id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::bigint))
order by c.created_at desc, c.id desc limit $6`,
  count: `select count(*) as total from campaigns where ${filter}`
})

/**
 * Only a name is free text: the other texts have no character that JSON escapes. A campaign without a budget or figures
 * has zeros.
 */
const rowJson = ([slug, name, type, state, budget, cost, converted, createdAt]: CampaignRow): string => {
  const micros = Number(cost)
  const conversions = Number(converted)
  const cpa = conversions > 0 ? amountOf(micros / conversions) : 0
  return `{"slug":"${slug}","name":${JSON.stringify(name)},"type":"${type}","state":"${state}","budget":${Number(budget)},"spend_7d":${amountOf(micros)},"conversions_7d":${conversions},"cpa_7d":${cpa},"created_at":"${parseInstant(createdAt)}"}`
}

export const listCampaigns = handler(
  "campaigns.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { account_id: account, state = null, ...request }) {
      const account_id = account === undefined ? null : yield* accountIdOf(statements, organization, account)
      const { rows, ...page } = yield* readPage(statements, [organization.id, state, account_id], request)
      return { campaigns: new JsonText(`[${rows.map(rowJson).join(",")}]`), ...page }
    })
  )
)
