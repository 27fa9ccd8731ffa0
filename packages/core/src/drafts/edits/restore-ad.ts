import { Effect, Schema } from "effect"
import {
  adsOf,
  type Campaign,
  campaignById,
  findAd,
  findRemovedAd,
  forgetPlatformAd,
  isInPlatform,
  linkProblem,
  markAdsUnpushed,
  type RemovedAd,
  restoreAd
} from "../../campaigns/index.ts"
import { backgroundTask } from "../../changes/background-work.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { quoteValue } from "../../changes/sentence.ts"
import { AdNotSupported, ValidationError } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { adTask } from "../write-ad.ts"
import { undoMethods } from "./undo-methods.ts"

const AdTrace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })

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
    return (yield* isNameTaken(organization, ad)) ? nameTaken(ad) : null
  })

const nameTaken = ({ name }: RemovedAd) => `Another ad of the campaign is called ${quoteValue(name)} now.`

const isNameTaken = (organization: number, { campaign, name }: RemovedAd) =>
  Effect.map(adsOf(organization, campaign), (ads) =>
    ads.some((one) => one.name.toLowerCase() === name.toLowerCase())
  )

const nameProblem = (organization: number, ad: RemovedAd) =>
  Effect.map(isNameTaken(organization, ad), (taken) =>
    taken && ad.removed
      ? new ValidationError({ fields: [{ path: "change", message: `cannot be reverted. ${nameTaken(ad)}` }] })
      : null
  )

interface RestoreAdPlan extends Planned {
  readonly campaign: Campaign
  readonly ad: number
}

/**
 * Restores an ad: the undo of a removal that never reached the platform, or the revert of one that others made
 * there. The platform then creates it anew, with a task that reports a refusal.
 */
export const makeRestoreAd = Effect.map(AdAccounts, (accounts) =>
  defineEdit({
    kind: "ad.restore",
    version: 1,
    input: Schema.Struct({ ad: Schema.Int }),
    trace: AdTrace,
    plan: (context: PlanContext, { ad: id }: { readonly ad: number }) =>
      Effect.gen(function* () {
        const { id: organization } = context.clearance.organization
        const ad = yield* findRemovedAd(organization, id)
        const campaign = yield* campaignById(context, ad.campaign)
        const { slug } = campaign
        const refusal = isInPlatform(campaign)
          ? ((yield* nameProblem(organization, ad)) ??
            (yield* linkProblem(accounts, organization, campaign, "change")))
          : null
        const plan: RestoreAdPlan = {
          campaign,
          ad: id,
          sentence: { subject: "Ad", of: slug, did: `Restored the ad ${quoteValue(ad.name)} of ${slug}` },
          hashedContent: { restore: id },
          affectedKeys: [`campaign/${campaign.id}/ad/${ad.name.toLowerCase()}`],
          moves: [],
          stopsSpend: false,
          refusal: campaign.origin === "imported" ? new AdNotSupported({ why: "imported" }) : refusal,
          empty: !ad.removed
        }
        return plan
      }),
    warnings: (_context: PlanContext, { campaign }: RestoreAdPlan) =>
      Effect.succeed(
        isInPlatform(campaign)
          ? [
              campaign.state === "live"
                ? "The ad platform creates a new ad with the same texts and keywords. Its review and its figures start again."
                : "The next launch creates a new ad with the same texts and keywords. Its review and its figures start again."
            ]
          : []
      ),
    apply: ({ ad, campaign }: RestoreAdPlan, { context }) =>
      Effect.gen(function* () {
        const { id: organization } = context.clearance.organization
        yield* restoreAd(organization, ad)
        if (isInPlatform(campaign)) yield* forgetPlatformAd(organization, ad)
        if (isInPlatform(campaign) && campaign.state === "live")
          yield* markAdsUnpushed(organization, campaign.id)
        const trace: typeof AdTrace.Type = { campaign: campaign.id, slug: campaign.slug, ad }
        return trace
      }),
    route: ({ ad, campaign }: RestoreAdPlan) =>
      isInPlatform(campaign)
        ? { to: "after", work: [backgroundTask(adTask, { ad }, campaign.id)] }
        : { to: "local" },
    ...undoMethods("Ad", (context, { ad }: typeof AdTrace.Type) =>
      Effect.map(findAd(context.clearance.organization.id, ad), (found) =>
        found === null ? "It was removed since." : null
      )
    ),
    reverse: ({ ad }: typeof AdTrace.Type) => ({ kind: "ad.remove", version: 1, input: { ad } })
  })
)
