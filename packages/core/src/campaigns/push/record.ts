import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"
import type { PushField } from "./settings.ts"

/** A campaign as a push sees it: what it shall be, and what is known of it in the platform. */
export interface PushRecord extends StoredTargeting {
  readonly id: number
  readonly organization: number
  readonly org: string
  readonly slug: string
  readonly name: string
  readonly budget: number | null
  readonly target_cpa: number | null
  readonly state: "live" | "paused" | "draft" | "error"
  readonly wanted_state: "live" | "paused" | "draft" | null
  readonly account: string | null
  readonly ref: string | null
  readonly creating_as: string | null
  readonly unpushed: ReadonlyArray<PushField>
  readonly callouts: ReadonlyArray<string>
}

/**
 * Reads what to push, and notes that this push is under way: from here on something of it may be on its way to the
 * platform, even after its worker died. Null when there is no such campaign.
 */
export const beginPush = (organization: number, campaign: number, by: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* underOrganizationLock(
      organization,
      sql<PushRecord>`
        update campaigns c set pushes_under_way = array_append(array_remove(c.pushes_under_way, ${by}), ${by})
        from organizations o
        where c.organization_id = ${organization} and c.id = ${campaign} and o.id = c.organization_id
        returning c.id, c.organization_id as organization, o.slug as org, c.slug, c.name, c.budget, c.target_cpa,
          c.state, c.wanted_state, c.ad_account_id as account, c.platform_resource_name as ref, c.creating_as,
          c.unpushed, c.locations, c.radius, c.sitelinks, c.callouts`
    )
    return row === undefined ? null : { ...row, ...decodeTargeting(row) }
  })

/** Where it shall go; null where it is in error and nobody said. */
export const wantedState = ({ state, wanted_state }: PushRecord): "live" | "paused" | "draft" | null =>
  state === "error" ? wanted_state : state
