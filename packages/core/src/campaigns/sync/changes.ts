import { Clock, Effect } from "effect"
import { readProgress, updateAccount } from "../../platform/account-sync.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { ExternalChange } from "../../platform/model.ts"
import { insertAll } from "./bulk.ts"
import { type CampaignRefs, readCampaignRefs } from "./local.ts"

/** The platform reports an edit minutes after it was made. */
const reportingLagMillis = 15 * 60_000

/** Stores external changes since the last read. Returns the number of new ones. */
export const syncChanges = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    const now = yield* Clock.currentTimeMillis
    const { changes_read_until: until } = yield* readProgress(account)
    // The first time, as far back as the platform goes.
    const since = until === null ? 0 : Date.parse(until) - reportingLagMillis
    const changes = yield* account.platform.changesSince(account, new Date(since))
    const local = yield* readCampaignRefs(organizationId, accountId)
    const inserted = yield* insertAll(
      "platform_changes",
      organizationId,
      {
        ad_account_id: "text",
        id: "text",
        campaign_id: "bigint",
        at: "timestamptz",
        by: "text",
        what: "text",
        resource: "text",
        campaign_resource: "text",
        detail: "jsonb"
      },
      changes.map((change) => ({
        ad_account_id: accountId,
        id: change.id,
        campaign_id: ownerOf(change, local),
        at: change.at,
        by: change.by,
        what: change.what,
        resource: change.resource,
        campaign_resource: change.campaign,
        detail: change.detail
      }))
    )
    yield* updateAccount(account, { changes_read_until: new Date(now).toISOString() })
    return inserted.length
  }).pipe(Effect.withSpan("Sync.changes"))

/** A budget change does not always name its campaign. */
const ownerOf = ({ campaign, resource }: ExternalChange, local: ReadonlyArray<CampaignRefs>): number | null =>
  local.find(({ budget_ref, ref }) =>
    campaign === null ? budget_ref !== null && budget_ref === resource : ref === campaign
  )?.id ?? null
