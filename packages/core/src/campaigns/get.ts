import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import {
  type ConnectionRow,
  connectionOf,
  readConnections,
  type SyncFacts,
  type SyncStatus,
  syncStatus
} from "../platform/connection.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { campaignNotFound, candidateSlugsSql } from "./campaign-not-found.ts"
import { conflictMessageOf } from "./known-settings.ts"

const ownRows = "where organization_id = $1 and campaign_id = c.id and removed_at is null"

const servingSql = `(select json_build_object('impression_share', impression_share,
    'lost_to_budget', lost_to_budget, 'lost_to_rank', lost_to_rank,
    'conversions_stopped_since', conversions_stopped_since)
  from campaign_signals where organization_id = $1 and campaign_id = c.id)`

const detail = statement(`
select c.slug, c.name, c.type, c.state, coalesce(c.budget, 0) as budget, coalesce(c.target_cpa, 0) as target_cpa,
  coalesce(c.goal, '') as goal, coalesce(c.website_url, '') as website_url,
  (select count(*) from ads ${ownRows}) as ads_count,
  (select count(*) from keywords ${ownRows}) as keywords_count,
  (select count(*) from negative_keywords ${ownRows}) as negative_keywords_count,
  c.last_synced_at, c.state_error, c.platform_resource_name is not null as in_platform,
  c.unpushed <> '{}' or c.creation_name is not null as waiting, c.ad_account_id,
  c.platform_state, c.platform_budget, c.id, c.conflict, ${servingSql} as serving
from campaigns c where c.organization_id = $1 and c.slug = $2 and c.removed_at is null`)

type Fields = Omit<Output<"campaigns.get">, keyof SyncStatus>
type Row = Fields &
  Omit<SyncFacts, "connection" | "conflict"> & {
    readonly id: number
    readonly ad_account_id: string | null
    readonly conflict: unknown
  }

const withStatus = (
  { ad_account_id, conflict: stored, id, in_platform, state_error, waiting, ...fields }: Row,
  organization: number,
  connections: ReadonlyArray<ConnectionRow>
) => {
  const connection = connectionOf(ad_account_id, connections)
  const conflict = conflictMessageOf({ id, conflict: stored }, organization, connection?.currency ?? null)
  const facts = { conflict, connection, in_platform, state: fields.state, state_error, waiting }
  return { ...fields, ...syncStatus(facts) }
}
const slugs = statement(candidateSlugsSql)

export const getCampaign = handler(
  "campaigns.get",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { slug }) =>
        Effect.flatMap(
          Effect.all(
            [
              statements.query<Row>(detail, [organization.id, slug]),
              statements.read(readConnections(organization.id))
            ],
            { concurrency: 2 }
          ),
          ([[row], connections]) =>
            row === undefined
              ? campaignNotFound(slug, organization.slug, statements.query(slugs, [organization.id, slug]))
              : Effect.succeed(withStatus(row, organization.id, connections))
        )
  )
)
