import { Effect, Layer } from "effect"
import { campaignById, campaignBySlug, findAd } from "../campaigns/index.ts"
import { makeStep } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { NotFound } from "../contract/index.ts"
import { DiscardDraft, RemoveAd } from "./edits/index.ts"

/* The writes on drafts and ads that only people make. */

const discardDraft = registerPeopleWrite(
  "drafts.discard",
  Effect.map(DiscardDraft, (discard) => ({
    actions: (context, { campaign: slug }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(discard, { campaign: campaign.id })] }
      ])
  }))
)

const removeAd = registerPeopleWrite(
  "ads.remove",
  Effect.map(RemoveAd, (remove) => ({
    actions: (context, { ad: id }) =>
      Effect.gen(function* () {
        const ad = yield* findAd(context.clearance.organization.id, id)
        if (ad === null) return yield* adNotFound(id)
        const campaign = yield* campaignById(context, ad.campaign)
        return [{ campaign, steps: [makeStep(remove, { ad: id })] }]
      })
  }))
)

const adNotFound = (ad: number) =>
  new NotFound({ what: `The ad ${ad}`, next: "Use an ad_id that {campaigns.list_ads} lists." })

export const draftPeopleWrites = Layer.mergeAll(discardDraft, removeAd)
