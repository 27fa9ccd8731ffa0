import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** A campaign as undo looks at it. */
export interface UndoCampaign {
  readonly slug: string
  readonly name: string
  readonly state: "live" | "paused" | "draft" | "error"
  /** Where it shall go, while it is in error. */
  readonly wanted_state: "live" | "paused" | "draft" | null
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly ad_account_id: string | null
  readonly platform_resource_name: string | null
  readonly platform_budget_shared: boolean
}

/** Locked, so that what was looked at is what is then brought back, also beside the sync. */
export const lockCampaign = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<UndoCampaign>`
      select slug, name, state, wanted_state, budget, target_cpa, ad_account_id, platform_resource_name, platform_budget_shared
      from campaigns where organization_id = ${organization} and id = ${campaign} for no key update`
    return row!
  })
