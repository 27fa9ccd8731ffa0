import { isOnWebsite, isWebPage } from "./addresses.ts"
import { firstAd, launchAds } from "./ads.ts"
import type { LaunchContent } from "./facts.ts"
import { quoted } from "./wording.ts"

/** An ad that leads nowhere is as good as none. */
export const adsMissing = (content: LaunchContent): string | null => {
  if (launchAds(content).length === 0) {
    return content.ads.some(({ state }) => state === "generating")
      ? "The campaign's ads are still being written. Wait until their task is completed, then launch it."
      : "The campaign has no ad that could be shown. Add one (POST to its ads with a landing page), then launch it."
  }
  return firstAd(content, ({ url }) => {
    if (!isWebPage(url)) return `has no landing page that can be opened: ${quoted(url)}`
    return isOnWebsite(url, content.websiteUrl)
      ? null
      : `leads away from the campaign's website ${content.websiteUrl}: ${quoted(url)}`
  })
}
