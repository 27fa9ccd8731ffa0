import type { PlatformChanges } from "../../changes/platform-check.ts"
import type { PlatformChange, Ref } from "../../platform/model/index.ts"
import { type Campaign, goesFirst } from "../campaign.ts"

/** What the platform would receive of an edit of keywords or exclusions; null where they stay here. */
export const wordChanges = (
  campaign: Campaign,
  changesOf: (campaign: Ref) => ReadonlyArray<PlatformChange>
): PlatformChanges | null => {
  const { ad_account_id: account, platform_resource_name: ref } = campaign
  if (!goesFirst(campaign) || account === null || ref === null) return null
  const changes = changesOf(ref)
  return changes.length === 0 ? null : { account, changes }
}
