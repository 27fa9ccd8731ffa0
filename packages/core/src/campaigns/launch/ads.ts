import type { LaunchAd, LaunchContent } from "./facts.ts"
import { firstOf, quoted } from "./wording.ts"

/** The ads that a launch takes along: those that are finished and shall serve. */
export const launchAds = ({ ads }: LaunchContent): ReadonlyArray<LaunchAd> =>
  ads.filter(({ state }) => state === "enabled")

/** How an ad is called in a sentence: a numbered one by its number, any other in quotes. */
export const adCalled = ({ name }: LaunchAd): string =>
  /^Ad \d+$/.test(name) ? name : `The ad ${quoted(name)}`

/** The first problem of the first ad that has one, as a sentence. */
export const firstAd = (content: LaunchContent, check: (ad: LaunchAd) => string | null): string | null =>
  firstOf(launchAds(content), (ad) => {
    const said = check(ad)
    return said === null ? null : `${adCalled(ad)} ${said}.`
  })
