import { Effect } from "effect"
import { byAdmins, type DoneByHand, makeByHand } from "../../changes/by-hand.ts"
import type { OrganizationClearance } from "../../pipeline/clearance.ts"
import type { Entrance } from "../../pipeline/entrance.ts"
import { RecommendationStatusEdit } from "./status-edit.ts"

/** What people say of recommendations: the spec gives keys and tokens no way to dismiss one. */
export const recommendationEntrances = Effect.gen(function* () {
  const byHand = yield* makeByHand
  const status = yield* RecommendationStatusEdit

  return {
    /** Takes a pending one off the list, for good: the engine does not make the same one again. */
    dismiss: (organization: string, recommendation: string): Entrance<DoneByHand> => ({
      ...byAdmins("recommendations.dismiss", organization),
      run: (clearance: OrganizationClearance) =>
        byHand(status, clearance, () => Effect.succeed({ recommendation, to: "dismissed" as const }))
    })
  }
})
