import { type BlockedBy, launchBlockers } from "../../contract/index.ts"
import { adsMissing, descriptionsInvalid, headlinesInvalid, keywordsMissing, launchAds } from "./ad-checks.ts"
import { calloutsInvalid, sitelinksInvalid } from "./asset-checks.ts"
import {
  adAccountNotLinked,
  budgetMissing,
  budgetOverCap,
  connectionBroken,
  locationMissing,
  refusedByPlatform
} from "./campaign-checks.ts"
import type { LaunchContent, LaunchFacts } from "./facts.ts"

export interface Blocker {
  readonly by: BlockedBy
  /** A sentence that names the exact problem. */
  readonly reason: string
}

type Check = (facts: LaunchFacts) => string | null

const onFirstLaunch =
  (check: (content: LaunchContent) => string | null): Check =>
  ({ content }) =>
    content === null ? null : check(content)

/** Skips the check for a draft that is still being generated: only the ads check reports that. */
const onceWritten = (check: (content: LaunchContent) => string | null): Check =>
  onFirstLaunch((content) => (content.isGenerating ? null : check(content)))

const checks: Record<BlockedBy, Check> = {
  connection_broken: connectionBroken,
  refused_by_platform: refusedByPlatform,
  budget_missing: budgetMissing,
  budget_over_cap: budgetOverCap,
  ad_account_not_linked: adAccountNotLinked,
  location_missing: onceWritten(locationMissing),
  sitelinks_invalid: onceWritten(sitelinksInvalid),
  callouts_invalid: onceWritten(calloutsInvalid),
  ads_missing: onFirstLaunch(adsMissing),
  headlines_invalid: onFirstLaunch(headlinesInvalid),
  descriptions_invalid: onFirstLaunch(descriptionsInvalid),
  keywords_missing: onFirstLaunch(keywordsMissing)
}

/** Returns why a launch check fails, as a sentence; null if it passes. */
export const checkLaunch = (by: BlockedBy, facts: LaunchFacts): string | null => checks[by](facts)

/** The checks of what a draft's task writes; the name may follow the website too. */
const written: ReadonlySet<BlockedBy> = new Set<BlockedBy>([
  "refused_by_platform",
  "location_missing",
  "sitelinks_invalid",
  "callouts_invalid",
  "ads_missing",
  "headlines_invalid",
  "descriptions_invalid",
  "keywords_missing"
])

/** The checks of ads that a launch would send. */
const ofAds: ReadonlySet<BlockedBy> = new Set<BlockedBy>([
  "headlines_invalid",
  "descriptions_invalid",
  "keywords_missing"
])

/** Returns why nobody can know yet whether a check that does not fail passes, as a sentence; null if it passes. */
export const unknownLaunch = (by: BlockedBy, { content }: LaunchFacts): string | null => {
  if (content === null) return null
  if (content.isGenerating) return written.has(by) ? "Known once the draft is written." : null
  if (!ofAds.has(by) || launchAds(content).length > 0) return null
  return content.ads.some(({ state }) => state === "generating")
    ? "Known once the ad is written."
    : "Known once there is an ad."
}

/** Returns the first failed launch check, or null if the launch passes. */
export const launchBlocker = (facts: LaunchFacts): Blocker | null => {
  for (const by of launchBlockers) {
    const reason = checkLaunch(by, facts)
    if (reason !== null) return { by, reason }
  }
  return null
}
