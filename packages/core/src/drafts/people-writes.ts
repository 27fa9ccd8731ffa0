import { Effect } from "effect"
import { campaignById, campaignBySlug, findAd } from "../campaigns/index.ts"
import { makeStep } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { tracesOf } from "../changes/write.ts"
import { NotFound } from "../contract/index.ts"
import { choiceProblem, readCompetitorChoices } from "./competitors.ts"
import { CreateDraft, DiscardDraft, RemoveAd } from "./edits/index.ts"

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

const createCompetitorDraft = registerPeopleWrite(
  "drafts.create_competitor",
  Effect.map(CreateDraft, (create) => ({
    createdCampaign: (done) => tracesOf(done, create)[0]!.slug,
    actions: ({ clearance }, { competitors }) =>
      Effect.gen(function* () {
        const names = [...new Set(competitors)]
        const choices = yield* readCompetitorChoices(clearance.organization.id)
        const problem = choiceProblem(names, choices)
        if (problem !== null) return yield* problem
        const step = makeStep(create, {
          website: choices.website,
          type: "competitor",
          name: null,
          budget: null,
          source: null,
          focus: { keywords: [], locations: [], competitors: names }
        })
        return [{ campaign: null, steps: [step] }]
      })
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

export const draftPeopleWrites = Effect.all([discardDraft, createCompetitorDraft, removeAd], {
  discard: true
})
