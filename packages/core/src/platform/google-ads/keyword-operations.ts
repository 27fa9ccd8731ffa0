import type { KeywordDraft, Mutation, Ref } from "../model/index.ts"
import { isOnCampaign } from "./criteria.ts"
import type { Body, WrappedOperation } from "./mutate.ts"

export const keywordBody = ({ match, text }: KeywordDraft): Body => ({ text, matchType: match.toUpperCase() })

const statusUpdate = (resourceName: Ref, state: "enabled" | "paused") => ({
  update: { resourceName, status: state === "paused" ? "PAUSED" : "ENABLED" },
  updateMask: "status"
})

const isTextAd = (ref: Ref): boolean => ref.includes("/adGroupAds/")

/** Converts a mutation into an operation of `googleAds:mutate`. */
export const keywordOperation = (mutation: Mutation): WrappedOperation => {
  switch (mutation.do) {
    case "add_negative": {
      const criterion = { negative: true, keyword: keywordBody(mutation) }
      return "campaign" in mutation.parent
        ? { campaignCriterionOperation: { create: { campaign: mutation.parent.campaign, ...criterion } } }
        : { adGroupCriterionOperation: { create: { adGroup: mutation.parent.ad, ...criterion } } }
    }
    case "add_keyword": {
      const criterion = { adGroup: mutation.ad, status: "ENABLED", keyword: keywordBody(mutation) }
      return { adGroupCriterionOperation: { create: criterion } }
    }
    case "set_keyword_state":
      return { adGroupCriterionOperation: statusUpdate(mutation.keyword, mutation.state) }
    case "set_ad_state": {
      const update = statusUpdate(mutation.ad, mutation.state)
      return isTextAd(mutation.ad) ? { adGroupAdOperation: update } : { adGroupOperation: update }
    }
    case "remove":
      return isOnCampaign(mutation.ref)
        ? { campaignCriterionOperation: { remove: mutation.ref } }
        : { adGroupCriterionOperation: { remove: mutation.ref } }
  }
}
