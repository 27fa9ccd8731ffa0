import { Duration, Effect } from "effect"
import { SyncConflict } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import type { CampaignFacts } from "./find.ts"

/** A platform that takes longer cannot be read, as far as a caller who waits is concerned. */
const patience = Duration.seconds(10)

/**
 * Fails with what others changed in the platform since the last sync. Where the platform cannot be read
 * there is nothing to tell: the launch's own task will say what is wrong with the connection.
 */
export const makeOutsideChanges = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const platform = yield* AdPlatform
  return (organization: number, campaign: CampaignFacts) =>
    Effect.gen(function* () {
      const { ad_account_id: account, last_synced_at: synced, platform_resource_name: ref } = campaign
      if (account === null || synced === null || ref === null) return
      const found = yield* Effect.flatMap(accounts.get(organization, account), (linked) =>
        platform.changesSince(linked, new Date(synced))
      ).pipe(
        Effect.timeout(patience),
        Effect.catchTags({
          SetupRequired: () => Effect.succeed([]),
          ConnectionBroken: () => Effect.succeed([]),
          PlatformUnreachable: () => Effect.succeed([]),
          PlatformRefused: () => Effect.succeed([]),
          TimeoutException: () => Effect.succeed([])
        })
      )
      const changes = found
        .filter((change) => change.campaign === ref || change.detail["resource"] === campaign.platform_budget)
        .map(({ at, by, what }) => ({ at, by: by ?? "unknown", what }))
      if (changes.length > 0) return yield* new SyncConflict({ changes })
    })
})
