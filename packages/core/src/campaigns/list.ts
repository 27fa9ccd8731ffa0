import { Effect } from "effect"
import { amountOf, type Output } from "../contract/index.ts"
import { pagedList, TimePosition } from "../paging.ts"
import { type ConnectionRow, connectionOf, readConnections, syncStatus } from "../platform/connection.ts"
import { handler, JsonText } from "../request/handler.ts"
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
  id: string,
  platformState: "live" | "paused" | null,
  platformBudget: string | null,
  account: string | null,
  stateError: string | null,
  inPlatform: Bool,
  waiting: Bool,
  inConflict: Bool
]
type Bool = "t" | "f"

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
select c.slug, c.name, c.type, c.state, c.budget, week.cost_micros, week.conversions, c.created_at, c.id,
  c.platform_state, c.platform_budget, c.ad_account_id, c.state_error, c.platform_resource_name is not null,
  c.unpushed <> '{}' or c.creation_name is not null, c.conflict is not null
from campaigns c
left join campaign_weeks week on week.organization_id = $1 and week.campaign_id = c.id
where c.${filter}
  and ($4::bigint is null or (c.created_at, c.id) < (to_timestamp($4 / 1000.0)::timestamptz(3), $5::bigint))
order by c.created_at desc, c.id desc limit $6`,
  count: `select count(*) as total from campaigns where ${filter}`
})

const syncOf = (row: CampaignRow, connections: ReadonlyArray<ConnectionRow>): string => {
  const [, , , state, , , , , , , , account, state_error, inPlatform, waiting, inConflict] = row
  return syncStatus({
    state,
    state_error,
    in_platform: inPlatform === "t",
    waiting: waiting === "t",
    conflict: inConflict === "t" ? "" : null,
    connection: connectionOf(account, connections)
  }).sync
}

/**
 * Only a name is free text: the other texts have no character that JSON escapes. A campaign without a budget or figures
 * has zeros.
 */
const rowJson = (row: CampaignRow, connections: ReadonlyArray<ConnectionRow>): string => {
  const [slug, name, type, state, budget, cost, converted, createdAt, , platformState, platformBudget] = row
  const micros = Number(cost)
  const conversions = Number(converted)
  const cpa = conversions > 0 ? amountOf(micros / conversions) : 0
  return `{"slug":"${slug}","name":${JSON.stringify(name)},"type":"${type}","state":"${state}","budget":${Number(budget)},"spend_7d":${amountOf(micros)},"conversions_7d":${conversions},"cpa_7d":${cpa},"created_at":"${parseInstant(createdAt)}","platform_state":${platformState === null ? null : `"${platformState}"`},"platform_budget":${platformBudget === null ? null : Number(platformBudget)},"sync":"${syncOf(row, connections)}"}`
}

export const listCampaigns = handler(
  "campaigns.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { account_id: account, state = null, ...request }) {
      const account_id = account === undefined ? null : yield* accountIdOf(statements, organization, account)
      const [{ rows, ...page }, connections] = yield* Effect.all(
        [
          readPage(statements, [organization.id, state, account_id], request),
          statements.read(readConnections(organization.id))
        ],
        { concurrency: 2 }
      )
      const json = rows.map((row) => rowJson(row, connections)).join(",")
      return { campaigns: new JsonText(`[${json}]`), ...page }
    })
  )
)
