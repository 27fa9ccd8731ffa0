import { termProblem } from "../negatives/validity.ts"
import { addressProblem } from "./addresses.ts"
import type { LaunchAd, LaunchContent } from "./facts.ts"
import { descriptionLimits, descriptionProblem, headlineLimits, headlineProblem, pathWidth } from "./lines.ts"
import { firstDuplicate, firstProblem, lengthProblem, quoteText } from "./wording.ts"

/* The launch checks of ads: at least one ad, valid lines, and a keyword on each. */

/** The ads that a launch sends: finished and enabled. */
export const launchAds = ({ ads }: LaunchContent): ReadonlyArray<LaunchAd> =>
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
export const adsMissing = (content: LaunchContent): string | null => {
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

/** Checks headlines and the display paths beside them. */
export const headlinesInvalid = (content: LaunchContent): string | null =>
  firstAd(content, ({ headlines, paths }) => headlinesProblem(headlines) ?? pathProblem(paths))

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

export const descriptionsInvalid = (content: LaunchContent): string | null =>
  firstAd(content, ({ descriptions }) => descriptionsProblem(descriptions))

/** Checks that every ad has a keyword, and that the platform accepts each of them. */
export const keywordsMissing = (content: LaunchContent): string | null =>
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
