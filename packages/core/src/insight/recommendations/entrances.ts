import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { byAdmins, type DoneByHand, makeByHand } from "../../changes/by-hand.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorEntry, OrganizationClearance } from "../../request/clearance.ts"
import type { Entrance } from "../../request/entrance.ts"
import { replyOf } from "../../request/handler.ts"
import { readSavings, type Saving } from "../savings/read.ts"
import { RecommendationStatusEdit } from "./status-edit.ts"

/** What people do with recommendations and see of them: the spec gives keys and tokens no way to either. */
export const recommendationEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const byHand = yield* makeByHand
  const status = yield* RecommendationStatusEdit

  return {
    /** Takes a pending one off the list, for good: the engine does not make the same one again. */
    dismiss: (organization: string, recommendation: string): Entrance<DoneByHand> => ({
      ...byAdmins("recommendations.dismiss", organization),
      run: (clearance: OrganizationClearance) =>
        byHand(status, clearance, () => Effect.succeed({ recommendation, to: "dismissed" as const }))
    }),
    /** What applied ones were to save, and what they do. */
    savings: (organization: string): Entrance<ReadonlyArray<Saving>> => ({
      name: "recommendations.savings",
      admits: "operators",
      organization,
      run: ({ organization: { id } }: OperatorEntry<OrganizationFacts>) =>
        Effect.map(readSavings(id), replyOf).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    })
  }
})
