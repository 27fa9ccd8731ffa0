/** Why a launch is refused, in the order the checks run; the first that holds is told. */
export const launchBlockers = [
  "budget_missing",
  "budget_over_cap",
  "ad_account_not_linked",
  "location_missing",
  "sitelinks_invalid",
  "callouts_invalid",
  "ads_missing",
  "headlines_invalid",
  "descriptions_invalid",
  "keywords_missing"
] as const
export type BlockedBy = (typeof launchBlockers)[number]
