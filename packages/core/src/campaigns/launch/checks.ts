import { type BlockedBy, launchBlockers, shortMoneyFormatter } from "../../contract/index.ts"
import { termProblem } from "../negatives/terms.ts"
import type { StoredSitelink, StoredTargeting } from "../stored-json.ts"
import { type SourcedText, sourceOf } from "../text-sources.ts"
import { evidenceProblem, type LineEvidence } from "./evidence.ts"
import {
  addressProblem,
  calloutProblem,
  descriptionLimits,
  descriptionProblem,
  minAssets as fewest,
  firstDuplicate,
  firstProblem,
  headlineLimits,
  headlineProblem,
  lengthProblem,
  pathWidth,
  quoteText,
  sitelinkProblem
} from "./lines.ts"

/** The facts that the launch checks use. */
export interface LaunchFacts {
  readonly currency: string
  /** Daily; null if none is set. */
  readonly budget: number | null
  /** What is left of its total budget; null with a daily one. */
  readonly totalLeft: number | null
  /** Null if the organization has no monthly cap. */
  readonly maxSpend: number | null
  /** Its maximum daily budget under that cap, beside all other campaigns and pending writes. */
  readonly maxDailyBudget: number | null
  /** Whether it would start to spend its total budget although all budgets together pass that cap. */
  readonly startsAboveCap: boolean
  readonly name: string
  /**
   * The other campaign of the ad account that has this name, as a message describes it; read before the first
   * launch.
   */
  readonly nameOwner: string | null
  /** Why the login of the ad account does not work and what to do; null if it works. */
  readonly loginProblem: string | null
  /** Whether an ad-platform account is linked that the person behind the call can access. */
  readonly linked: boolean
  /** The content that only a first launch checks; null if the campaign was live before. */
  readonly content: LaunchContent | null
}

/** Everything that a first launch sends to the platform. */
export interface LaunchContent extends StoredTargeting {
  readonly websiteUrl: string | null
  /** The draft is not finished yet, so missing parts are still to come. */
  readonly isGenerating: boolean
  readonly callouts: ReadonlyArray<string>
  /** Which of several places is meant, as the end of a sentence; null if nothing is open. */
  readonly locationQuestion: string | null
  readonly ads: ReadonlyArray<LaunchAd>
  /** What its lines rest on. */
  readonly evidence: LineEvidence
  /** The sources of its sitelinks and callouts. */
  readonly sources: ReadonlyArray<SourcedText>
}

export interface LaunchAd {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly state: "generating" | "enabled" | "paused" | "error"
  readonly keywords: ReadonlyArray<LaunchKeyword>
  readonly sources: ReadonlyArray<SourcedText>
}

interface LaunchKeyword {
  readonly text: string
  readonly match_type: "phrase" | "exact" | "broad"
  readonly state: "enabled" | "paused"
}

/* The launch checks of ads: at least one ad, valid lines, and a keyword on each. */

/** The ads that a launch sends: finished and enabled. */
const launchAds = ({ ads }: LaunchContent): ReadonlyArray<LaunchAd> =>
  ads.filter(({ state }) => state === "enabled")

/** The label of an ad in a sentence: a numbered ad unquoted, any other name in quotes. */
const adLabel = ({ name }: LaunchAd): string => (/^Ad \d+$/.test(name) ? name : `The ad ${quoteText(name)}`)

/** Returns the first problem of the first ad that has one, as a sentence. */
const firstAd = (content: LaunchContent, check: (ad: LaunchAd) => string | null): string | null =>
  firstProblem(launchAds(content), (ad) => {
    const problem = check(ad)
    return problem === null ? null : `${adLabel(ad)} ${problem}.`
  })

/** An ad without a valid page does not count. */
const adsMissing = (content: LaunchContent): string | null => {
  if (content.isGenerating) {
    return "The campaign is still being written. Wait until its task is completed, then launch it."
  }
  if (launchAds(content).length === 0) {
    return content.ads.some(({ state }) => state === "generating")
      ? "The campaign's ads are still being written. Wait until their task is completed, then launch it."
      : "The campaign has no ad that could be shown. Add one with {campaigns.create_ad}, then launch it."
  }
  return firstAd(content, ({ url }) => addressProblem(url, content.websiteUrl, "landing page"))
}

/** Returns what is wrong with the display paths of an ad, as the end of a sentence, or null. */
export const pathProblem = ([first = "", second = ""]: ReadonlyArray<string>): string | null => {
  if (first === "" && second !== "") return `has a second display path without a first: ${quoteText(second)}`
  return firstProblem([first, second], (path) =>
    path === "" ? null : lengthProblem(path, pathWidth, "display path")
  )
}

/** Returns what is wrong with the headlines of an ad, as the end of a sentence, or null. */
export const headlinesProblem = (headlines: ReadonlyArray<string>): string | null => {
  const { min, max } = headlineLimits
  const count = headlines.length
  if (count < min || count > max) {
    return `has ${count} ${count === 1 ? "headline" : "headlines"}; ${min} to ${max} are needed`
  }
  const problem = firstProblem(headlines, headlineProblem)
  if (problem !== null) return problem
  const duplicate = firstDuplicate(headlines)
  return duplicate === undefined ? null : `has the same headline twice: ${quoteText(duplicate)}`
}

/** Returns the first line of an ad that nothing proves, as the end of a sentence, or null. */
const unprovenLine = (
  { evidence }: LaunchContent,
  { sources, url }: LaunchAd,
  part: "headline" | "description",
  lines: ReadonlyArray<string>
): string | null =>
  firstProblem(lines, (text) => evidenceProblem(evidence, part, text, [url], sourceOf(sources, part, text)))

/** Checks headlines and the display paths beside them. */
const headlinesInvalid = (content: LaunchContent): string | null =>
  firstAd(
    content,
    (ad) =>
      headlinesProblem(ad.headlines) ??
      pathProblem(ad.paths) ??
      unprovenLine(content, ad, "headline", ad.headlines)
  )

/** Returns what is wrong with the descriptions of an ad, as the end of a sentence, or null. */
export const descriptionsProblem = (descriptions: ReadonlyArray<string>): string | null => {
  const { min, max } = descriptionLimits
  const count = descriptions.length
  if (count < min || count > max) {
    return `has ${count} ${count === 1 ? "description" : "descriptions"}; ${min} to ${max} are needed`
  }
  const problem = firstProblem(descriptions, descriptionProblem)
  if (problem !== null) return problem
  const duplicate = firstDuplicate(descriptions)
  return duplicate === undefined ? null : `has the same description twice: ${quoteText(duplicate)}`
}

const descriptionsInvalid = (content: LaunchContent): string | null =>
  firstAd(
    content,
    (ad) => descriptionsProblem(ad.descriptions) ?? unprovenLine(content, ad, "description", ad.descriptions)
  )

/** Checks that every ad has a keyword, and that the platform accepts each of them. */
const keywordsMissing = (content: LaunchContent): string | null =>
  firstAd(content, ({ keywords }) => {
    if (!keywords.some(({ state }) => state === "enabled")) {
      return keywords.length === 0
        ? "has no keyword"
        : "has only paused keywords; at least one must be enabled"
    }
    return firstProblem(keywords, ({ text }) => {
      const problem = termProblem(text)
      return problem === null ? null : `has the keyword ${quoteText(text)}, which ${problem}`
    })
  })

/* The launch checks of sitelinks and callouts. */

const sitelinksInvalid = ({ evidence, sitelinks, sources, websiteUrl }: LaunchContent): string | null =>
  sitelinksProblem(sitelinks, websiteUrl) ??
  firstProblem(sitelinks, ({ description1, description2, text, url }, n) => {
    const unproven = (part: "sitelink" | "sitelink description") => (line: string) =>
      evidenceProblem(evidence, part, line, [url], sourceOf(sources, part, line))
    const descriptions = [description1 ?? "", description2 ?? ""].filter((line) => line !== "")
    const said = unproven("sitelink")(text) ?? firstProblem(descriptions, unproven("sitelink description"))
    return said === null ? null : `Sitelink ${n + 1} ${said}.`
  })

/** Returns what is wrong with the sitelinks of a campaign, as a sentence, or null. */
export const sitelinksProblem = (
  sitelinks: ReadonlyArray<StoredSitelink>,
  websiteUrl: string | null
): string | null => {
  const problem = firstProblem(sitelinks, (link, n) => {
    const said = sitelinkProblem(link, websiteUrl)
    return said === null ? null : `Sitelink ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const text = firstDuplicate(sitelinks.map((link) => link.text))
  if (text !== undefined) return `Two sitelinks have the same text: ${quoteText(text)}.`
  const url = firstDuplicate(sitelinks.map((link) => link.url))
  return url === undefined ? null : `Two sitelinks lead to the same page: ${quoteText(url)}.`
}

/** A callout stands beside every ad, so it must be true for all landing pages. */
const calloutsInvalid = (content: LaunchContent): string | null => {
  const { callouts, evidence, sources } = content
  const pages = [...new Set(launchAds(content).map(({ url }) => url))]
  return (
    calloutsProblem(callouts) ??
    firstProblem(callouts, (text, n) => {
      const said = evidenceProblem(evidence, "callout", text, pages, sourceOf(sources, "callout", text))
      return said === null ? null : `Callout ${n + 1} ${said}.`
    })
  )
}

const tooFew = (count: number, what: string): ReadonlyArray<string> =>
  count >= fewest
    ? []
    : [
        `The campaign has ${count === 1 ? `one ${what}` : `no ${what}s`}; at least ${fewest} are needed for any to be shown.`
      ]

/** Returns what a first launch warns of: ads serve without it, and do worse. */
export const launchWarnings = ({ content }: LaunchFacts): ReadonlyArray<string> =>
  content === null || content.isGenerating
    ? []
    : [...tooFew(content.sitelinks.length, "sitelink"), ...tooFew(content.callouts.length, "callout")]

/** Returns what is wrong with the callouts of a campaign, as a sentence, or null. */
export const calloutsProblem = (callouts: ReadonlyArray<string>): string | null => {
  const problem = firstProblem(callouts, (callout, n) => {
    const said = calloutProblem(callout)
    return said === null ? null : `Callout ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const duplicate = firstDuplicate(callouts)
  return duplicate === undefined ? null : `Two callouts say the same: ${quoteText(duplicate)}.`
}

/* The launch checks of the campaign itself: budget, account and locations. */

const connectionBroken = ({ loginProblem }: LaunchFacts): string | null =>
  loginProblem === null ? null : `The campaign cannot be launched now. ${loginProblem}`

const refusedByPlatform = ({ name, nameOwner }: LaunchFacts): string | null =>
  nameOwner === null
    ? null
    : `The ad platform would refuse the campaign: “${name}” is already the name of ${nameOwner}. Rename one of them with {campaigns.update}, then launch it.`

const budgetMissing = ({ budget, totalLeft }: LaunchFacts): string | null =>
  totalLeft === null && (budget === null || budget <= 0)
    ? "The campaign has no daily budget. Set a budget above 0 ({campaigns.update}), then launch it."
    : null

const budgetOverCap = (facts: LaunchFacts): string | null => {
  const { budget, currency, maxSpend, maxDailyBudget, totalLeft } = facts
  const money = shortMoneyFormatter(currency)
  if (facts.startsAboveCap)
    return `With the ${money(totalLeft!)} that are left of this campaign's total budget all budgets pass the monthly cap of ${money(maxSpend!)}. Lower daily budgets with {campaigns.update}, or ask an owner to raise the cap, then launch it.`
  if (maxSpend === null || maxDailyBudget === null || budget === null || budget <= maxDailyBudget) return null
  return `With ${money(budget)} a day for this campaign all daily budgets times 30 pass the monthly cap of ${money(maxSpend)}. It may have at most ${money(maxDailyBudget)} a day: lower its budget or another's with {campaigns.update}, then launch it.`
}

const adAccountNotLinked = ({ linked }: LaunchFacts): string | null =>
  linked
    ? null
    : "The campaign is not linked to an ad-platform account that you can access. Link one in the dashboard under {page.settings_accounts}, then launch it."

const isCoordinate = (value: number, max: number): boolean => Number.isFinite(value) && Math.abs(value) <= max

/** Returns what is wrong with the locations of a campaign, as a sentence, or null. */
export const locationMissing = ({
  locationQuestion,
  locations,
  radius
}: Pick<LaunchContent, "locationQuestion" | "locations" | "radius">): string | null => {
  if (locations.length === 0 && radius === null && locationQuestion !== null) {
    return `The campaign's location is not clear: ${locationQuestion}. Choose one in the dashboard, then launch it.`
  }
  if (locations.length === 0 && radius === null) {
    return "The campaign has no location and no radius, so it would be shown everywhere. Give it one in the dashboard, then launch it."
  }
  if (radius !== null) {
    const { latitude, longitude } = radius
    if (!(radius.radius > 0) || !isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) {
      return "The campaign's radius is not one on this earth: it needs a latitude, a longitude and a radius above 0. Set it again in the dashboard, then launch it."
    }
  }
  return firstProblem(locations, ({ geo_target, name }) =>
    /^geoTargetConstants\/\d+$/.test(geo_target)
      ? null
      : `The ad platform does not know the location “${name}”. Choose another one in the dashboard, then launch it.`
  )
}

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
