import { Effect } from "effect"
import { campaignBySlug } from "../campaigns/index.ts"
import { byAdmins, type DoneByHand, makeByHand } from "../changes/by-hand.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Entrance } from "../request/entrance.ts"
import { DiscardDraft, RemoveAd } from "./edits/index.ts"

/** Taking away what was made here: for people only. */
export const removalEntrances = Effect.gen(function* () {
  const byHand = yield* makeByHand
  const discardDraft = yield* DiscardDraft
  const removeAd = yield* RemoveAd

  return {
    /** A draft that was never launched, by its slug. */
    discardDraft: (organization: string, slug: string): Entrance<DoneByHand> => ({
      ...byAdmins("drafts.discard", organization),
      run: (clearance: OrganizationClearance) =>
        byHand(discardDraft, clearance, (at) =>
          Effect.map(campaignBySlug(at, slug), ({ id }) => ({ campaign: id }))
        )
    }),
    /** An ad, by the number that its creation gave. */
    removeAd: (organization: string, ad: number): Entrance<DoneByHand> => ({
      ...byAdmins("ads.remove", organization),
      run: (clearance: OrganizationClearance) => byHand(removeAd, clearance, () => Effect.succeed({ ad }))
    })
  }
})
