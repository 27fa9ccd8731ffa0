import { Effect, Schema } from "effect"
import {
  type AdRow,
  type Campaign,
  campaignById,
  connectionWarnings,
  findAd,
  isInPlatform,
  markAdsRemoved,
  markAdsUnpushed,
  pushWork
} from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned } from "../../changes/edit.ts"
import { quoteValue } from "../../changes/sentence.ts"
import { AdNotSupported, NotFound } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { adLoss } from "./restore-ad.ts"
import { undoMethods } from "./undo-methods.ts"

const Input = Schema.Struct({ ad: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String, ad: Schema.Int })
type Trace = typeof Trace.Type

export interface RemoveAdPlan extends Planned {
  readonly organization: number
  readonly campaign: Campaign
  readonly ad: AdRow
}

const subject = "Ad"

/** Removes an ad with its keywords, here at once and then in the platform. It costs nothing from then on. */
export const makeRemoveAd = Effect.map(AdAccounts, (accounts) =>
  defineEdit({
    kind: "ad.remove",
    version: 1,
    input: Input,
    trace: Trace,

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
  })
)
