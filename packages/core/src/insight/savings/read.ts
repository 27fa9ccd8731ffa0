import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** The estimated and realised monthly saving of an applied recommendation. */
export interface AppliedSaving {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly applied_at: string
  readonly estimated_monthly_saving: number | null
  /**
   * The monthly saving measured over the first 14 or 30 days; null before their end, or if it cannot be
   * measured.
   */
  readonly realised_saving_14d: number | null
  readonly realised_saving_30d: number | null
}

/** Lists the applied recommendations of an organization, latest first. */
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
