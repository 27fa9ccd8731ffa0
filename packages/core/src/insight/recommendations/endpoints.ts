import { Effect } from "effect"
import { readCampaignSlugs, slugFinder } from "../../campaigns/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { runSql, runStatement } from "../../storage/index.ts"

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
  Effect.gen(function* () {
    const rows = yield* runSql<Omit<AppliedSaving, "campaign"> & { readonly campaign: number }>`
      select id, type, campaign_id as campaign, summary, applied_at, estimated_monthly_saving, realised_saving_14d,
        realised_saving_30d
      from recommendations where organization_id = ${organization} and status = 'applied'
      order by applied_at desc, id limit 200`
    const ids = rows.map(({ campaign }) => campaign)
    const slugOf = slugFinder(yield* runStatement(readCampaignSlugs(organization, ids)))
    return rows.map((row): AppliedSaving => ({ ...row, campaign: slugOf(row.campaign) }))
  })

/** Endpoints of recommendations for operators on the server's own machine. */
export const recommendationEndpoints = Effect.succeed({
  /** Lists the estimated and realised savings of applied recommendations. */
  savings: (organization: string): Endpoint<ReadonlyArray<AppliedSaving>> => ({
    name: "recommendations.savings",
    admits: "operators",
    organization,
    run: ({ organization: { id } }: OperatorClearance<OrganizationFacts>) =>
      Effect.map(readSavings(id), respondWith)
  })
})
