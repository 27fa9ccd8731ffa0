import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { decodeTargeting } from "../../campaigns/index.ts"
import { readyProfile } from "../../organizations/index.ts"
import type { BusinessView, TargetedArea } from "./coverage.ts"

interface Row {
  readonly id: number
  readonly organization: number
  readonly origin: string
  readonly locations: unknown
  readonly radius: unknown
  readonly sitelinks: unknown
}

/** Reads the business for the engine's rules; null without a ready profile. Drafts count as coverage. */
export const readBusinessView = (organization: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const profile = yield* readyProfile(organization)
    if (profile === null) return null
    const rows = yield* sql<Row>`
      select id, organization_id as organization, origin, locations, radius, sitelinks from campaigns
      where organization_id = ${organization} and removed_at is null order by id`
    const view: BusinessView = {
      profile,
      targetedAreas: rows.map((row): TargetedArea => {
        const { locations, radius } = decodeTargeting(row)
        const hasTargeting = locations.length > 0 || radius !== null
        return { locations, radius, everywhere: row.origin === "imported" && !hasTargeting }
      })
    }
    return view
  })
