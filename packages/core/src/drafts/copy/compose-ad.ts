import { Either } from "effect"
import { type AdContent, adFor, type ModelLinesFor, tooLittleText } from "./compose.ts"
import type { BusinessFacts, Offer } from "./facts.ts"
import type { AdTheme } from "./headlines.ts"
import { brandKeywords, serviceKeywords } from "./keywords.ts"
import { pageKey } from "./sitelinks.ts"

/** Returns the theme of a landing page: the offer that links to it, else its first heading. */
const adTheme = (facts: BusinessFacts): AdTheme => {
  const { home, offers } = facts
  const matchingOffer = offers.find(({ page }) => page !== null && pageKey(page.url) === pageKey(home.url))
  const isRoot = URL.canParse(home.url) && new URL(home.url).pathname === "/"
  const [heading] = home.headings
  const offer: Offer | null =
    matchingOffer ?? (isRoot || heading === undefined ? null : { name: heading, page: home })
  return { facts, offer }
}

/**
 * Composes one ad from one landing page. It skips keywords of the campaign's other ads, unless the ad would
 * have none.
 */
export const composeAd = (
  facts: BusinessFacts,
  isBrand: boolean,
  domain: string,
  usedKeywords: ReadonlySet<string>,
  modelLinesFor?: ModelLinesFor
): Either.Either<AdContent, string> => {
  const theme = adTheme(facts)
  const all = isBrand ? brandKeywords(facts, domain) : serviceKeywords(theme)
  const unused = all.filter(({ match, text }) => !usedKeywords.has(`${match} ${text}`))
  const ad = adFor(theme, unused.length > 0 ? unused : all, modelLinesFor)
  return ad === null ? Either.left(tooLittleText(facts.website)) : Either.right(ad)
}
