import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** What an applied recommendation was to save in a month, and what it does. */
export interface AppliedSaving {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly applied_at: string
  readonly estimated_monthly_saving: number | null
  /** A month's, as the first 14 and 30 days showed it; null until they are over, and where it cannot be told. */
  readonly realised_saving_14d: number | null
  readonly realised_saving_30d: number | null
}

/** The recommendations of an organization that are in force, the latest first. */
export const readSavings = (organization: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<AppliedSaving>`
      select r.id, r.type, c.slug as campaign, r.summary, r.applied_at, r.estimated_monthly_saving,
        r.realised_saving_14d, r.realised_saving_30d
      from recommendations r join campaigns c on c.organization_id = r.organization_id and c.id = r.campaign_id
      where r.organization_id = ${organization} and r.status = 'applied'
      order by r.applied_at desc, r.id limit 200`
  )
