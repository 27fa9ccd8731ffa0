import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { amountOf, NotFound, type Output } from "../contract/index.ts"
import { pagedList, TimePosition } from "../paging.ts"
import {
  type ConnectionRow,
  connectionOf,
  readConnections,
  type SyncFacts,
  type SyncStatus,
  syncStatus
} from "../platform/connection.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { handler, registerHandlers } from "../request/handler.ts"
import { bindStatement, Statements, type StatementsShape, statement } from "../storage/index.ts"
import {
  aiMaxSql,
  budgetLeftSql,
  campaignNotFound,
  candidateSlugsSql,
  type SlugRow,
  type StoredCampaign
} from "./campaign.ts"
import { conflictMessageOf } from "./known-settings.ts"
import { readDraftNeeds } from "./launch/draft-needs.ts"

/** Removes the dashes from an account id that is written as 123-456-7890. */
export const plainAccountId = (given: string): string =>
  /^\d{3}-\d{3}-\d{4}$/.test(given.trim()) ? given.replaceAll(/[^\d]/g, "") : given

const accountsInUse = statement(
  "select distinct ad_account_id as account from campaigns where organization_id = $1 and removed_at is null"
)

/** Reads which ad accounts of an organization have campaigns. */
export const readAccountsWithCampaigns = (organization: number) =>
  bindStatement<{ readonly account: string | null }>(accountsInUse, [organization])

const stopped = statement(
  "select conversions_stopped_since from organization_signals where organization_id = $1"
)

/** Reads since when conversions are missing in the whole organization although clicks go on. */
export const readConversionsStopped = (organization: number) =>
  bindStatement<{ readonly conversions_stopped_since: string | null }>(stopped, [organization])

const conversionActions = statement(
  `select name, counts, last_seen, silent_since from conversion_actions where organization_id = $1
   order by counts desc, name, platform_resource_name`
)

/** Reads what the organization's accounts count as conversions, those that count first. */
export const readConversionActions = (organization: number) =>
  bindStatement<{
    readonly name: string
    readonly counts: boolean
    readonly last_seen: string | null
    readonly silent_since: string | null
  }>(conversionActions, [organization])

const blocking = statement(`
  select slug, coalesce(wanted_state, state) = 'live' or state = 'error'
    or coalesce(platform_state = 'live' and 'state' <> all (unpushed), false) as spends
  from campaigns
  where organization_id = $1 and ad_account_id = $2 and removed_at is null and (coalesce(wanted_state, state) = 'live'
    or state = 'error' or platform_state = 'live' or platform_id is not null and unpushed <> '{}' or active_push_ids <> '{}')
  order by slug`)

/** Reads the campaigns of an account that may spend, or whose changes the platform does not have yet. */
export const readUnfinishedIn = (organization: number, account: string) =>
  bindStatement<{ readonly slug: string; readonly spends: boolean }>(blocking, [organization, account])

/** Returns the id of the ad account that a read names, or fails with not_found. */
const accountIdOf = Effect.fnUntraced(function* (
  statements: StatementsShape,
  organization: Pick<OrganizationFacts, "id" | "slug">,
  given: string
) {
  const id = plainAccountId(given)
  const [account] = yield* statements.read(readConnections(organization.id, [id]))
  if (account !== undefined) return account.id
  return yield* new NotFound({
    what: `The ad account ${JSON.stringify(given)}`,
    next: `{organizations.get} lists the ad accounts of ${organization.slug}; leave account_id out for all campaigns.`
  })
})

type ListedCampaign = Output<"campaigns.list">["campaigns"][number]

interface CampaignRow
  extends Pick<ListedCampaign, "slug" | "name" | "type" | "state" | "created_at">,
    Pick<StoredCampaign, "channel" | "ai_max" | "budget_total" | "budget_left" | "ends_on"> {
  readonly platform_state: "live" | "paused" | null
  readonly platform_budget: number | null
  readonly budget: number | null
  readonly cost_micros: number | null
  readonly conversions: number | null
  readonly id: number
  readonly ad_account_id: string | null
  readonly state_error: string | null
  /** Null instead of false, which most rows have: a null takes no time to parse. */
  readonly only_here: true | null
  readonly waiting: true | null
  readonly in_conflict: true | null
}

const filter =
  "organization_id = $1 and removed_at is null and ($2::text is null or state = $2) and ($3::text is null or ad_account_id = $3) and ($4::text is null or channel = $4)"

/** The week ends on the organization's latest day with data, as in performance. */
const readPage = pagedList({
  name: "campaigns",
  position: TimePosition,
  positionOf: ({ created_at, id }: CampaignRow) => [Date.parse(created_at), id],
  page: `
select c.slug, c.name, c.type, c.state, c.channel, ${aiMaxSql("c")} as ai_max, c.budget, c.budget_total, ${budgetLeftSql} as budget_left, c.ends_on, week.cost_micros, week.conversions, c.created_at, c.id,
  c.platform_state, c.platform_budget, c.ad_account_id, c.state_error,
  nullif(c.platform_resource_name is null, false) as only_here,
  nullif(c.unpushed <> '{}' or c.creation_name is not null, false) as waiting,
  nullif(c.conflict is not null, false) as in_conflict
from campaigns c
left join campaign_windows week on week.organization_id = $1 and week.days = 7 and week.campaign_id = c.id
where c.${filter}
  and ($5::bigint is null or (c.created_at, c.id) < (to_timestamp($5 / 1000.0)::timestamptz(3), $6::bigint))
order by c.created_at desc, c.id desc limit $7`,
  count: `select count(*) as total from campaigns where ${filter}`
})

/** A campaign without a budget or figures has zeros. */
const toListed = (row: CampaignRow, connections: ReadonlyArray<ConnectionRow>): ListedCampaign => {
  const micros = row.cost_micros ?? 0
  const conversions = row.conversions ?? 0
  return {
    slug: row.slug,
    name: row.name,
    type: row.type,
    state: row.state,
    budget: row.budget ?? 0,
    channel: row.channel,
    ai_max: row.ai_max,
    budget_type: row.budget_total === null ? "daily" : "total",
    budget_total: row.budget_total,
    budget_left: row.budget_left,
    ends_on: row.ends_on,
    spend_7d: amountOf(micros),
    conversions_7d: conversions,
    cpa_7d: conversions > 0 ? amountOf(micros / conversions) : 0,
    created_at: row.created_at,
    platform_state: row.platform_state,
    platform_budget: row.platform_budget,
    sync: syncStatus({
      state: row.state,
      state_error: row.state_error,
      in_platform: row.only_here === null,
      waiting: row.waiting !== null,
      conflict: row.in_conflict === null ? null : "",
      connection: connectionOf(row.ad_account_id, connections)
    }).sync
  }
}

const listCampaigns = handler(
  "campaigns.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* (
      { organization },
      { account_id: account, channel = null, state = null, ...request }
    ) {
      const account_id = account === undefined ? null : yield* accountIdOf(statements, organization, account)
      const sent = yield* statements.send(readConnections(organization.id))
      const { rows, ...page } = yield* readPage(
        statements,
        [organization.id, state, account_id, channel],
        request
      )
      const connections = yield* sent
      return { campaigns: rows.map((row) => toListed(row, connections)), ...page }
    })
  )
)

const ownRows = "where organization_id = $1 and campaign_id = c.id and removed_at is null"

const servingSql = `(select json_build_object('impression_share', impression_share,
    'lost_to_budget', lost_to_budget, 'lost_to_rank', lost_to_rank,
    'conversions_stopped_since', conversions_stopped_since)
  from campaign_signals where organization_id = $1 and campaign_id = c.id)`

const detail = statement(`
select c.slug, c.name, c.type, c.state, c.channel, ${aiMaxSql("c")} as ai_max, c.text_automation, coalesce(c.budget, 0) as budget,
  case when c.budget_total is null then 'daily' else 'total' end as budget_type, c.budget_total,
  ${budgetLeftSql} as budget_left, c.ends_on, coalesce(c.target_cpa, 0) as target_cpa,
  coalesce(c.goal, '') as goal, coalesce(c.website_url, '') as website_url,
  (select count(*) from ads ${ownRows}) as ads_count,
  (select count(*) from keywords ${ownRows}) as keywords_count,
  (select count(*) from negative_keywords ${ownRows}) as negative_keywords_count,
  c.last_synced_at, c.state_error, c.platform_resource_name is not null as in_platform,
  c.unpushed <> '{}' or c.creation_name is not null as waiting, c.ad_account_id,
  c.platform_state, c.platform_budget, c.id, c.conflict, ${servingSql} as serving,
  c.state = 'draft' and c.first_launched_at is null and c.generated_at is not null as is_draft
from campaigns c where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`)

type Fields = Omit<Output<"campaigns.get">, keyof SyncStatus>
type Row = Fields &
  Omit<SyncFacts, "connection" | "conflict"> & {
    readonly id: number
    readonly ad_account_id: string | null
    readonly conflict: unknown
    /** Whether it was written here and never launched. */
    readonly is_draft: boolean
  }

const withStatus = (
  { ad_account_id, conflict: stored, id, in_platform, is_draft: _, state_error, waiting, ...fields }: Row,
  organization: number,
  connections: ReadonlyArray<ConnectionRow>
) => {
  const connection = connectionOf(ad_account_id, connections)
  const conflict = conflictMessageOf({ id, conflict: stored }, organization, connection?.currency ?? null)
  const facts = { conflict, connection, in_platform, state: fields.state, state_error, waiting }
  return { ...fields, ...syncStatus(facts) }
}
const slugs = statement(candidateSlugsSql)

const getCampaign = handler(
  "campaigns.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const needsIn = (organization: number, campaign: number) =>
      readDraftNeeds(organization, campaign).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    return Effect.fnUntraced(function* ({ organization }, { slug }) {
      const sent = yield* statements.send(readConnections(organization.id))
      const [row] = yield* statements.read(bindStatement<Row>(detail, [organization.id, slug]))
      const connections = yield* sent
      if (row !== undefined) {
        const campaign = withStatus(row, organization.id, connections)
        if (!row.is_draft) return campaign
        const { needs } = yield* needsIn(organization.id, row.id)
        return { ...campaign, needs }
      }
      const candidates = statements.read(bindStatement<SlugRow>(slugs, [organization.id, slug]))
      return yield* campaignNotFound(slug, organization.slug, candidates)
    })
  })
)

export const campaignReadHandlers = registerHandlers(listCampaigns, getCampaign)
