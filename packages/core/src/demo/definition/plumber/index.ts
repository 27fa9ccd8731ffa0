import type { AdPlan, CampaignPlan } from "../types.ts"
import { boilerRepair } from "./boiler-repair.ts"
import { brand } from "./brand.ts"
import { importedLegacy, radiatorsDraft, springOffers } from "./drafts.ts"
import { emergencyPlumber } from "./emergency-plumber.ts"
import type { Firm } from "./firm.ts"
import { bathroomFitting, oldSync, rivalNames } from "./resting.ts"

export type { Firm }

export const plumberCampaigns = (firm: Firm): ReadonlyArray<CampaignPlan> =>
  [
    boilerRepair,
    brand,
    emergencyPlumber,
    bathroomFitting,
    springOffers,
    radiatorsDraft,
    importedLegacy,
    rivalNames,
    oldSync
  ].map((campaign) => atPrice(campaign(firm), firm.price))

/** The same campaign where a click costs more, or less. */
const atPrice = (campaign: CampaignPlan, price: number): CampaignPlan => ({
  ...campaign,
  ads: campaign.ads.map(
    (ad): AdPlan => ({
      ...ad,
      keywords: ad.keywords.map((keyword) => ({
        ...keyword,
        terms: keyword.terms.map((term) => ({ ...term, cpc: term.cpc * price }))
      }))
    })
  )
})
