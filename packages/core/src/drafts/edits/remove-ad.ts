import { Effect, Schema } from "effect"
import {
  type AdRow,
  adsOf,
  type Campaign,
  campaignById,
  connectionWarnings,
  findAd,
  findRemovedAd,
  forgetPlatformAd,
  isInPlatform,
  linkProblem,
  markAdsRemoved,
  markAdsUnpushed,
  pushWork,
  type RemovedAd,
  restoreAd
} from "../../campaigns/index.ts"
import { backgroundTask, defineEditWith, type PlanContext, type Planned } from "../../changes/edit.ts"
import { AdNotSupported, NotFound, ValidationError } from "../../contract/index.ts"
import { quoteValue } from "../../log/sentence.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { adTask } from "../write-ad.ts"
import { undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({ ad: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })
type Trace = typeof Trace.Type

/** Returns why a removed ad cannot be restored, or null. */
const adLoss = (context: PlanContext, { ad: id, campaign }: Trace) =>
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
export const restoreAdEdit = defineEditWith(
  { kind: "ad.restore", version: 1, input: Input, trace: Trace },
  Effect.map(AdAccounts, (accounts) => ({
    plan: (context: PlanContext, { ad: id }: typeof Input.Type) =>
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
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ad }
        return trace
      }),
    route: ({ ad, campaign }: RestoreAdPlan) =>
      isInPlatform(campaign)
        ? { to: "after", work: [backgroundTask(adTask, { ad }, campaign.id)] }
        : { to: "local" },
    ...undoMethods("Ad", (context, { ad }: Trace) =>
      Effect.map(findAd(context.clearance.organization.id, ad), (found) =>
        found === null ? "It was removed since." : null
      )
    ),
    reverse: ({ ad }: Trace) => ({ kind: "ad.remove", version: 1, input: { ad } })
  }))
)

interface RemoveAdPlan extends Planned {
  readonly organization: number
  readonly campaign: Campaign
  readonly ad: AdRow
}

const subject = "Ad"

/** Removes an ad with its keywords, here at once and then in the platform. It costs nothing from then on. */
export const removeAdEdit = defineEditWith(
  { kind: "ad.remove", version: 1, input: Input, trace: Trace },
  Effect.map(AdAccounts, (accounts) => ({
    plan: (context: PlanContext, { ad: id }: typeof Input.Type) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const ad = yield* findAd(organization, id)
        if (ad === null) {
          return yield* new NotFound({
            what: `The ad ${id}`,
            next: "Use the ad_id that its creation returned."
          })
        }
        const campaign = yield* campaignById(context, ad.campaign)
        const imported = campaign.origin === "imported"
        const plan: RemoveAdPlan = {
          organization,
          campaign,
          ad,
          sentence: {
            subject,
            of: campaign.slug,
            did: `Removed the ad ${quoteValue(ad.name)} of ${campaign.slug}`
          },
          hashedContent: { remove: id },
          affectedKeys: [`campaign/${campaign.id}/ad/${ad.name.toLowerCase()}`],
          moves: [],
          stopsSpend: true,
          refusal: imported ? new AdNotSupported({ why: "imported" }) : null,
          empty: false
        }
        return plan
      }),
    apply: ({ ad, campaign, organization }: RemoveAdPlan) =>
      Effect.gen(function* () {
        yield* markAdsRemoved(organization, [ad.id])
        if (isInPlatform(campaign)) yield* markAdsUnpushed(organization, campaign.id)
        const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ad: ad.id }
        return trace
      }),
    route: ({ campaign, organization }: RemoveAdPlan) =>
      isInPlatform(campaign)
        ? { to: "after", work: [pushWork(organization, campaign.id, ["ads"])] }
        : { to: "local" },

    warnings: (context: PlanContext, { campaign }: RemoveAdPlan) =>
      isInPlatform(campaign)
        ? Effect.map(connectionWarnings(accounts, context, campaign, true), (problems) => [
            "An ad that is removed in the ad platform cannot be restored: this change has no undo.",
            ...problems
          ])
        : Effect.succeed([]),
    ...undoMethods(subject, adLoss),
    reverse: ({ ad }: Trace) => ({ kind: "ad.restore", version: 1, input: { ad } })
  }))
)
