import { type BlockedBy, launchBlockers } from "../../contract/index.ts"
import { adAccountNotLinked } from "./ad-account-not-linked.ts"
import { adsMissing } from "./ads-missing.ts"
import { budgetMissing } from "./budget-missing.ts"
import { budgetOverCap } from "./budget-over-cap.ts"
import { calloutsInvalid } from "./callouts-invalid.ts"
import { descriptionsInvalid } from "./descriptions-invalid.ts"
import type { LaunchContent, LaunchFacts } from "./facts.ts"
import { headlinesInvalid } from "./headlines-invalid.ts"
import { keywordsMissing } from "./keywords-missing.ts"
import { locationMissing } from "./location-missing.ts"
import { sitelinksInvalid } from "./sitelinks-invalid.ts"

export interface Blocker {
  readonly by: BlockedBy
  /** A sentence that names the exact thing. */
  readonly reason: string
}

type Check = (facts: LaunchFacts) => string | null

const onFirstLaunch =
  (check: (content: LaunchContent) => string | null): Check =>
  ({ content }) =>
    content === null ? null : check(content)

const checks: Record<BlockedBy, Check> = {
  budget_missing: budgetMissing,
  budget_over_cap: budgetOverCap,
  ad_account_not_linked: adAccountNotLinked,
  location_missing: onFirstLaunch(locationMissing),
  sitelinks_invalid: onFirstLaunch(sitelinksInvalid),
  callouts_invalid: onFirstLaunch(calloutsInvalid),
  ads_missing: onFirstLaunch(adsMissing),
  headlines_invalid: onFirstLaunch(headlinesInvalid),
  descriptions_invalid: onFirstLaunch(descriptionsInvalid),
  keywords_missing: onFirstLaunch(keywordsMissing)
}

/** The first thing that stands in the way of a launch, or null when it would go through. */
export const launchBlocker = (facts: LaunchFacts): Blocker | null => {
  for (const by of launchBlockers) {
    const reason = checks[by](facts)
    if (reason !== null) return { by, reason }
  }
  return null
}
