import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { PlanContext } from "../../changes/edit.ts"
import type { PlatformChanges } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import type { Campaign } from "../campaign.ts"
import { campaignDraft, type DraftRecord } from "../push/draft.ts"
import { readParts } from "../push/parts.ts"
import type { CampaignState } from "../stored-campaign.ts"
import { decodeTargeting } from "../stored-json.ts"

/** Reads a campaign as its first launch sends it. */
const readDraft = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] =
      yield* runSql<DraftRecord>`select id, organization_id as organization, name, budget, target_cpa,
        language, cpc_ceiling, locations, radius, sitelinks, callouts
      from campaigns where organization_id = ${organization} and id = ${campaign}`
    const record = { ...row!, ...decodeTargeting(row!) }
    return campaignDraft(record, yield* readParts(organization, campaign))
  })

/**
 * Returns the changes that the platform would receive for a change of state. A first launch creates the whole
 * campaign.
 */
export const stateChanges = (
  context: PlanContext,
  { ad_account_id: account, creation_name, id, platform_resource_name: ref }: Campaign,
  to: CampaignState
): Effect.Effect<PlatformChanges | null, SqlError, SqlClient.SqlClient> => {
  if (account === null) return Effect.succeed(null)
  if (ref !== null) {
    const state = to === "live" ? "live" : "paused"
    return Effect.succeed({ account, changes: [{ do: "set_state", campaign: ref, state }] })
  }
  // While an earlier creation is not confirmed, the platform may have the campaign, so a check would report
  // its own name as a duplicate.
  if (to !== "live" || creation_name !== null) return Effect.succeed(null)
  return Effect.map(readDraft(context.clearance.organization.id, id), (draft) => ({
    account,
    changes: [{ do: "create_campaign", draft }]
  }))
}
