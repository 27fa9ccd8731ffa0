import { Effect } from "effect"
import type { At } from "../changes/edit.ts"
import { bound, inOneFlight, statement } from "../storage/index.ts"
import type { Campaign } from "./campaign.ts"

/* One that was removed in the platform has no budget there, and its name is free. */
const user = statement(`select slug from campaigns
  where organization_id = $1 and ad_account_id = $2 and id <> $3 and removed_at is null
    and (platform_budget is not null and lower(name) = lower($4) or lower(creating_as) = lower($4))
  order by id limit 1`)

/** The slug of another campaign that has a name in the ad account of this one, or null. Case does not matter there. */
export const nameUserOf = (at: At, { ad_account_id, id }: Campaign, name: string) =>
  ad_account_id === null
    ? Effect.succeed(null)
    : Effect.map(
        inOneFlight([
          bound<{ readonly slug: string }>(user, [at.clearance.organization.id, ad_account_id, id, name])
        ]),
        ([[row]]) => row?.slug ?? null
      )
