import { Effect, Schema } from "effect"
import {
  adsOf,
  campaignById,
  findDraft,
  findRemovedAd,
  isInPlatform,
  restoreAd,
  restoreDraft
} from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { quoteValue } from "../../changes/sentence.ts"
import { notUndoable } from "./undo-methods.ts"

/* The undo of removals: a draft, or an ad that the platform never had. */

const DraftTrace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String })
const AdTrace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })

interface RestorePlan extends Planned {
  readonly campaign: { readonly id: number; readonly slug: string }
}

/** An undo makes no action, so nothing asks how to undo it. */
const neverUndone = "An undo is not undone itself."

/** Returns why a discarded draft cannot be restored, or null. */
export const draftLoss = (context: PlanContext, campaign: number) =>
  Effect.map(findDraft(context.clearance.organization.id, campaign), (draft) => {
    if (draft?.removed !== true) return "It was restored before."
    return draft.written
      ? null
      : "It was discarded before it was written. Create a new one with {campaigns.create}."
  })

/** Restores a discarded draft. Its budget counts towards the monthly cap again. */
export const makeRestoreDraft = Effect.succeed(
  defineEdit({
    kind: "draft.restore",
    version: 1,
    input: Schema.Struct({ campaign: Schema.Int }),
    trace: DraftTrace,
    plan: (context: PlanContext, { campaign: id }: { readonly campaign: number }) =>
      Effect.map(campaignById(context, id), (campaign): RestorePlan => {
        const { committed, removed, slug } = campaign
        return {
          campaign,
          sentence: { subject: "Draft", of: slug, did: `Restored the draft ${slug}` },
          hashedContent: { restore: id },
          affectedKeys: [`draft/${slug}`],
          moves:
            committed === 0
              ? []
              : [{ campaign: id, from: null, to: committed, committed: 0, launched: false, goesLive: false }],
          stopsSpend: false,
          refusal: null,
          empty: !removed
        }
      }),
    apply: ({ campaign: { id, slug } }: RestorePlan, { context }) =>
      Effect.as(restoreDraft(context.clearance.organization.id, id), { campaign: id, slug }),
    route: () => ({ to: "local" }),
    ...notUndoable<typeof DraftTrace.Type>("Draft", neverUndone)
  })
)

/** Returns why a removed ad cannot be restored, or null. */
export const adLoss = (context: PlanContext, { ad: id, campaign }: typeof AdTrace.Type) =>
  Effect.gen(function* () {
    const { id: organization } = context.clearance.organization
    const ad = yield* findRemovedAd(organization, id)
    if (!ad.removed) return "It was restored before."
    if (isInPlatform(yield* campaignById(context, campaign))) {
      return "An ad that was removed in the ad platform cannot be restored. Create a new one with {campaigns.create_ad}."
    }
    if (ad.unfinished) {
      return "It was removed before it was written. Create a new one with {campaigns.create_ad}."
    }
    const names = (yield* adsOf(organization, campaign)).map(({ name }) => name.toLowerCase())
    return names.includes(ad.name.toLowerCase())
      ? `Another ad of the campaign is called ${quoteValue(ad.name)} now.`
      : null
  })

/** Restores an ad of a campaign that was never in the platform. */
export const makeRestoreAd = Effect.succeed(
  defineEdit({
    kind: "ad.restore",
    version: 1,
    input: Schema.Struct({ ad: Schema.Int }),
    trace: AdTrace,
    plan: (context: PlanContext, { ad: id }: { readonly ad: number }) =>
      Effect.gen(function* () {
        const ad = yield* findRemovedAd(context.clearance.organization.id, id)
        const campaign = yield* campaignById(context, ad.campaign)
        const { slug } = campaign
        const plan: RestorePlan & { readonly ad: number } = {
          campaign,
          ad: id,
          sentence: { subject: "Ad", of: slug, did: `Restored the ad ${quoteValue(ad.name)} of ${slug}` },
          hashedContent: { restore: id },
          affectedKeys: [`campaign/${campaign.id}/ad/${ad.name.toLowerCase()}`],
          moves: [],
          stopsSpend: false,
          refusal: null,
          empty: !ad.removed
        }
        return plan
      }),
    apply: ({ ad, campaign: { id, slug } }, { context }) =>
      Effect.as(restoreAd(context.clearance.organization.id, ad), { campaign: id, slug, ad }),
    route: () => ({ to: "local" }),
    ...notUndoable<typeof AdTrace.Type>("Ad", neverUndone)
  })
)
