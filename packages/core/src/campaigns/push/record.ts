import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { runSql } from "../../storage/index.ts"
import type { CampaignState, StoredCampaign } from "../stored-campaign.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"

/** A campaign as a push reads it: its target state and its platform ids. */
export interface PushRecord
  extends StoredTargeting,
    Pick<
      StoredCampaign,
      | "id"
      | "slug"
      | "name"
      | "budget"
      | "target_cpa"
      | "state"
      | "wanted_state"
      | "creation_name"
      | "unpushed"
      | "callouts"
      | "last_synced_at"
      | "platform_resource_name"
      | "platform_budget_resource_name"
    > {
  readonly unpushed_from: unknown
  readonly conflict: unknown
  readonly organization: StoredCampaign["organization_id"]
  readonly account: StoredCampaign["ad_account_id"]
  readonly language: string | null
  readonly cpc_ceiling: number | null
}

/**
 * Reads what to push, and records that this push is in progress. From here on a write of it may arrive at the
 * platform, even after its worker died. Null if the campaign does not exist.
 */
export const beginPush = (organization: number, campaign: number, pushId: string) =>
  Effect.map(
    underOrganizationLock(
      organization,
      runSql<PushRecord>`
        update campaigns c set active_push_ids = array_append(array_remove(c.active_push_ids, ${pushId}), ${pushId})
        where c.organization_id = ${organization} and c.id = ${campaign}
        returning c.id, c.organization_id as organization, c.slug, c.name, c.budget, c.target_cpa,
          c.state, c.wanted_state, c.ad_account_id as account, c.platform_resource_name,
          c.platform_budget_resource_name, c.last_synced_at, c.creation_name, c.unpushed, c.unpushed_from, c.conflict,
          c.language, c.cpc_ceiling, c.locations, c.radius, c.sitelinks, c.callouts`
    ),
    ([row]) => (row === undefined ? null : { ...row, ...decodeTargeting(row) })
  )

/** The target state; null for a campaign in error without one. */
export const wantedState = ({ state, wanted_state }: PushRecord): CampaignState | null =>
  state === "error" ? wanted_state : state
