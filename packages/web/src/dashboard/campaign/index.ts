import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { campaignAds, newAd } from "./ads.ts"
import { campaignKeywords } from "./keywords.ts"
import { campaignList } from "./list.ts"
import { campaignLog } from "./log.ts"
import { campaignNegatives } from "./negatives.ts"
import { newCampaign } from "./new-campaign.ts"
import { campaignSearchTerms } from "./search-terms.ts"
import { campaignSummary } from "./summary.ts"

/** The list of campaigns, and the tabs of each. */
export const campaigns = (router: PageRouter) =>
  Effect.gen(function* () {
    yield* campaignList(router)
    yield* campaignSummary(router)
    yield* campaignKeywords(router)
    campaignNegatives(router)
    yield* campaignLog(router)
    yield* campaignSearchTerms(router)
    yield* campaignAds(router)
    newAd(router)
    yield* newCampaign(router)
  })
