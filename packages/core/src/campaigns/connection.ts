import { Effect } from "effect"
import type { At } from "../changes/edit.ts"
import { type AdAccountsShape, taskFailure } from "../platform/index.ts"
import { type Campaign, isInPlatform } from "./campaign.ts"

/** Why the platform will probably not follow, as far as the service knows without asking it; for previews. */
export const connectionWarnings = (accounts: AdAccountsShape, at: At, campaign: Campaign) =>
  isInPlatform(campaign)
    ? accounts.get(at.clearance.organization.id, campaign.ad_account_id ?? "").pipe(
        Effect.as<ReadonlyArray<string>>([]),
        Effect.catchTags({
          SetupRequired: (failure) => Effect.succeed([taskFailure(failure).message]),
          ConnectionBroken: (failure) => Effect.succeed([taskFailure(failure).message])
        }),
        Effect.map((problems) =>
          campaign.state === "error" && campaign.state_error !== null
            ? [...problems, `The campaign is in error: ${campaign.state_error}`]
            : problems
        )
      )
    : Effect.succeed<ReadonlyArray<string>>([])
