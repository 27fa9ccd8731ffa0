import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { adminEndpoint, makePersonEdit, type PersonEditResult } from "../../changes/person-edit.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { RecommendationStatusEdit } from "./status-edit.ts"

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

/** Endpoints of recommendations for people only: API keys and access tokens cannot call them. */
export const recommendationEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const runPersonEdit = yield* makePersonEdit
  const status = yield* RecommendationStatusEdit

  return {
    /** Dismisses a pending recommendation permanently: the engine does not create the same one again. */
    dismiss: (organization: string, recommendation: string): Endpoint<PersonEditResult> => ({
      ...adminEndpoint("recommendations.dismiss", organization),
      run: (clearance: OrganizationClearance) =>
        runPersonEdit(status, clearance, () => Effect.succeed({ recommendation, to: "dismissed" as const }))
    }),
    /** Lists the estimated and realised savings of applied recommendations. */
    savings: (organization: string): Endpoint<ReadonlyArray<AppliedSaving>> => ({
      name: "recommendations.savings",
      admits: "operators",
      organization,
      run: ({ organization: { id } }: OperatorClearance<OrganizationFacts>) =>
        Effect.map(readSavings(id), respondWith).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    })
  }
})
