import { Effect } from "effect"
import { campaignBySlug } from "../campaigns/index.ts"
import { adminEndpoint, makePersonEdit, type PersonEditResult } from "../changes/person-edit.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { DiscardDraft, RemoveAd } from "./edits/index.ts"

/** Endpoints that remove drafts and ads, for people only. */
export const removalEndpoints = Effect.gen(function* () {
  const runPersonEdit = yield* makePersonEdit
  const discardDraft = yield* DiscardDraft
  const removeAd = yield* RemoveAd

  return {
    /** Discards a draft that was never launched, by its slug. */
    discardDraft: (organization: string, slug: string): Endpoint<PersonEditResult> => ({
      ...adminEndpoint("drafts.discard", organization),
      run: (clearance: OrganizationClearance) =>
        runPersonEdit(discardDraft, clearance, (context) =>
          Effect.map(campaignBySlug(context, slug), ({ id }) => ({ campaign: id }))
        )
    }),
    /** Removes an ad by its id. */
    removeAd: (organization: string, ad: number): Endpoint<PersonEditResult> => ({
      ...adminEndpoint("ads.remove", organization),
      run: (clearance: OrganizationClearance) =>
        runPersonEdit(removeAd, clearance, () => Effect.succeed({ ad }))
    })
  }
})
