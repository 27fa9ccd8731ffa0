import type { Kind } from "../state/kinds.ts"
import { adGroupRules } from "./ad-groups.ts"
import { adRules } from "./ads.ts"
import { assetRules, campaignAssetRules } from "./assets.ts"
import { biddingStrategyRules } from "./bidding.ts"
import { budgetRules } from "./budgets.ts"
import { campaignRules } from "./campaigns.ts"
import type { Rules } from "./context.ts"
import { adGroupCriterionRules, campaignCriterionRules } from "./criteria.ts"
import {
  campaignSharedSetRules,
  customerNegativeRules,
  sharedCriterionRules,
  sharedSetRules
} from "./shared-sets.ts"

export const rules: Readonly<Partial<Record<Kind, Rules>>> = {
  campaign: campaignRules,
  campaign_budget: budgetRules,
  ad_group: adGroupRules,
  ad_group_ad: adRules,
  // Only updated, as a part of the ad in its group.
  ad: {},
  ad_group_criterion: adGroupCriterionRules,
  campaign_criterion: campaignCriterionRules,
  asset: assetRules,
  campaign_asset: campaignAssetRules,
  shared_set: sharedSetRules,
  shared_criterion: sharedCriterionRules,
  campaign_shared_set: campaignSharedSetRules,
  customer_negative_criterion: customerNegativeRules,
  bidding_strategy: biddingStrategyRules
}
