import { Effect } from "effect"
import type { AdAccount, AdDraft, CampaignDraft, Ref } from "../model/index.ts"
import type { GoogleAdsClient } from "./client.ts"
import { adOperations, campaignOperations, temporaryNames } from "./drafts.ts"
import { mutateTogether, validateTogether } from "./mutate.ts"

export const makeCreation = (client: GoogleAdsClient) => ({
  createCampaign: (account: AdAccount, draft: CampaignDraft) => {
    const { made, operations } = campaignOperations(draft, account.customerId)
    return Effect.map(mutateTogether(client, account, operations), made)
  },
  checkCampaign: (account: AdAccount, draft: CampaignDraft) =>
    validateTogether(client, account, campaignOperations(draft, account.customerId).operations),
  createAd: (account: AdAccount, campaign: Ref, draft: AdDraft) => {
    const { made, operations } = adOperations(draft, campaign, temporaryNames(account.customerId))
    return Effect.map(mutateTogether(client, account, operations), made)
  }
})
