import { Either } from "effect"
import { type AdContent, adFor, tooLittle, type WrittenFor } from "./compose.ts"
import type { Facts, Offer } from "./facts.ts"
import type { Theme } from "./headlines.ts"
import { brandKeywords, serviceKeywords } from "./keywords.ts"
import { pageKey } from "./sitelinks.ts"

/** What a landing page is about: the offer that leads to it, else what its first heading names. */
const themeOf = (facts: Facts): Theme => {
  const { home, offers } = facts
  const named = offers.find(({ page }) => page !== null && pageKey(page.url) === pageKey(home.url))
  const isRoot = URL.canParse(home.url) && new URL(home.url).pathname === "/"
  const [heading] = home.headings
  const offer: Offer | null =
    named ?? (isRoot || heading === undefined ? null : { name: heading, page: home })
  return { facts, offer }
}

/**
 * One ad from one landing page. Keywords that another ad of the campaign has are left to that one, unless this ad would
 * then have none at all.
 */
export const composeAd = (
  facts: Facts,
  isBrand: boolean,
  domain: string,
  taken: ReadonlySet<string>,
  written?: WrittenFor
): Either.Either<AdContent, string> => {
  const theme = themeOf(facts)
  const all = isBrand ? brandKeywords(facts, domain) : serviceKeywords(theme)
  const free = all.filter(({ match, text }) => !taken.has(`${match} ${text}`))
  const ad = adFor(theme, free.length > 0 ? free : all, written)
  return ad === null ? Either.left(tooLittle(facts.website)) : Either.right(ad)
}
