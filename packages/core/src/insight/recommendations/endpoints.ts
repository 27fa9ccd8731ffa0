import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { adminEndpoint, makePersonEdit, type PersonEditResult } from "../../changes/person-edit.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { type AppliedSaving, readSavings } from "../savings/read.ts"
import { RecommendationStatusEdit } from "./status-edit.ts"

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
