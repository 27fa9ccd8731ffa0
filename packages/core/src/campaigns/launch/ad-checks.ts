import { termProblem } from "../negatives/validity.ts"
import { addressProblem } from "./addresses.ts"
import type { LaunchAd, LaunchContent } from "./facts.ts"
import { descriptionLimits, descriptionProblem, headlineLimits, headlineProblem, pathWidth } from "./lines.ts"
import { firstOf, lengthProblem, quoted, repeated } from "./wording.ts"

/* What a first launch asks of the ads: that there are any, their lines, and a keyword on each. */

/** The ads that a launch takes along: those that are finished and shall serve. */
const launchAds = ({ ads }: LaunchContent): ReadonlyArray<LaunchAd> =>
  ads.filter(({ state }) => state === "enabled")

/** How an ad is called in a sentence: a numbered one by its number, any other in quotes. */
const adCalled = ({ name }: LaunchAd): string => (/^Ad \d+$/.test(name) ? name : `The ad ${quoted(name)}`)

/** The first problem of the first ad that has one, as a sentence. */
const firstAd = (content: LaunchContent, check: (ad: LaunchAd) => string | null): string | null =>
  firstOf(launchAds(content), (ad) => {
    const said = check(ad)
    return said === null ? null : `${adCalled(ad)} ${said}.`
  })

/** An ad that leads nowhere is as good as none. */
export const adsMissing = (content: LaunchContent): string | null => {
  if (content.beingWritten) {
    return "The campaign is still being written. Wait until its task is completed, then launch it."
  }
  if (launchAds(content).length === 0) {
    return content.ads.some(({ state }) => state === "generating")
      ? "The campaign's ads are still being written. Wait until their task is completed, then launch it."
      : "The campaign has no ad that could be shown. Add one with {campaigns.create_ad}, then launch it."
  }
  return firstAd(content, ({ url }) => addressProblem(url, content.websiteUrl, "landing page"))
}

const pathProblem = ([first = "", second = ""]: ReadonlyArray<string>): string | null => {
  if (first === "" && second !== "") return `has a second display path without a first: ${quoted(second)}`
  return firstOf([first, second], (path) =>
    path === "" ? null : lengthProblem(path, pathWidth, "display path")
  )
}

const headlinesProblem = ({ headlines, paths }: LaunchAd): string | null => {
  const { fewest, most } = headlineLimits
  const count = headlines.length
  if (count < fewest || count > most) {
    return `has ${count} ${count === 1 ? "headline" : "headlines"}; ${fewest} to ${most} are needed`
  }
  const said = firstOf(headlines, headlineProblem)
  if (said !== null) return said
  const twice = repeated(headlines)
  return twice === undefined ? pathProblem(paths) : `has the same headline twice: ${quoted(twice)}`
}

/** Headlines, and the display paths that are shown with them. */
export const headlinesInvalid = (content: LaunchContent): string | null => firstAd(content, headlinesProblem)

const descriptionsProblem = ({ descriptions }: LaunchAd): string | null => {
  const { fewest, most } = descriptionLimits
  const count = descriptions.length
  if (count < fewest || count > most) {
    return `has ${count} ${count === 1 ? "description" : "descriptions"}; ${fewest} to ${most} are needed`
  }
  const said = firstOf(descriptions, descriptionProblem)
  if (said !== null) return said
  const twice = repeated(descriptions)
  return twice === undefined ? null : `has the same description twice: ${quoted(twice)}`
}

export const descriptionsInvalid = (content: LaunchContent): string | null =>
  firstAd(content, descriptionsProblem)

/** Every ad needs a keyword that brings it searches, and the platform must take each of them. */
export const keywordsMissing = (content: LaunchContent): string | null =>
  firstAd(content, ({ keywords }) => {
    if (!keywords.some(({ state }) => state === "enabled")) {
      return keywords.length === 0
        ? "has no keyword"
        : "has only paused keywords; at least one must be enabled"
    }
    return firstOf(keywords, ({ text }) => {
      const said = termProblem(text)
      return said === null ? null : `has the keyword ${quoted(text)}, which ${said}`
    })
  })
