import { Either } from "effect"
import { type AdContent, adFor, type ModelLinesFor, tooLittleText } from "./compose.ts"
import type { BusinessFacts, Offer } from "./facts.ts"
import type { AdTheme } from "./headlines.ts"
import { brandKeywords, serviceKeywords } from "./keywords.ts"
import { pageKey } from "./sitelinks.ts"

/** What a landing page is about: the offer that leads to it, else what its first heading names. */
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
 * One ad from one landing page. Keywords that another ad of the campaign has are left to that one, unless this ad would
 * then have none at all.
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
