import { domainLabel } from "../domain.ts"
import type { PageText, Site, SiteFacts } from "../page.ts"
import { categoryOf } from "./category.ts"
import { businessesOf, nodesOfSite, propertyText, typesOf } from "./data-nodes.ts"
import { locationsOf } from "./locations.ts"
import { isOfferPage, offersOf, soldOutWordsOf } from "./offers.ts"
import { audiencesOf, competitorsOf, trustSignalsOf } from "./reputation.ts"
import { sitelinksOf } from "./sitelinks.ts"
import { thirdPartiesOf } from "./third-parties.ts"
import { titleSeparator } from "./titles.ts"
import { placeholderText } from "./words.ts"

/** Derives the facts about the business from its website. */
export const siteFacts = (site: Site): SiteFacts => {
  const brand = brandOf(site)
  const { isNational, localPages, locations } = locationsOf(site)
  const texts = site.pages.flatMap(({ headings, listItems, paragraphs }) => [
    ...headings,
    ...listItems,
    ...paragraphs
  ])
  const offers = offersOf(site, brand.text, locations, isNational)
  return {
    url: site.url,
    domain: site.domain,
    language: site.language,
    brand,
    description: descriptionOf(site),
    offers,
    category: categoryOf(site, brand.text, locations),
    locations,
    audiences: audiencesOf(site),
    competitors: competitorsOf(site, brand),
    trustSignals: trustSignalsOf(site),
    thirdParties: thirdPartiesOf(site, brand.text),
    sitelinks: sitelinksOf(site),
    offerPages: site.pages.filter((page) => isOfferPage(site, page)).map(({ url }) => url),
    isNational,
    localPages,
    soldOutWords: soldOutWordsOf(site, offers),
    placeholderShare:
      texts.filter(({ text }) => placeholderText.test(text)).length / Math.max(1, texts.length)
  }
}

/** Longer texts are sentences, not names. */
const maxBrandLength = 60
const maxWords = 5

const lettersAndDigits = (text: string): string =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The part of the titles that all pages share, or that resembles the domain. */
const fromTitles = ({ domain, pages }: Site): PageText | null => {
  const title = pages[0]!.title
  if (title === null) return null
  const parts = title.text.split(titleSeparator).filter((part) => part !== "")
  const label = lettersAndDigits(domainLabel(domain))
  const words = domainLabel(domain)
    .split("-")
    .filter((word) => word.length > 2)
  const isLikeDomain = (part: string) =>
    lettersAndDigits(part) !== "" &&
    (label.includes(lettersAndDigits(part)) ||
      lettersAndDigits(part).startsWith(label) ||
      (words.length > 1 && words.every((word) => lettersAndDigits(part).includes(word)))) &&
    part.split(" ").length <= maxWords
  // A legal page or two may have a title of their own.
  const isShared = (part: string) =>
    pages.length > 2 &&
    pages.filter((page) => page.title?.text.split(titleSeparator).includes(part) ?? false).length * 3 >
      pages.length * 2
  const name = parts.find(isShared) ?? parts.find(isLikeDomain)
  return name === undefined ? null : { ...title, text: name }
}

/** The fallback: `blue-yonder.example` becomes Blue Yonder. */
const fromDomain = ({ domain, url }: Site): PageText => {
  const words = domainLabel(domain).split("-")
  const text = words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join(" ")
  return { text, url, at: "domain" }
}

/** The business's name from structured data, sharing metadata, page titles or the domain. */
const brandOf = (site: Site): PageText => {
  const businesses = businessesOf(site).map((pageNode) => propertyText(pageNode, "name"))
  const websites = nodesOfSite(site)
    .filter(({ node }) => typesOf(node).includes("WebSite"))
    .map((pageNode) => propertyText(pageNode, "name"))
  const candidates = [...businesses, site.pages[0]!.siteName, ...websites, fromTitles(site)]
  return candidates.find((found) => found !== null && found.text.length <= maxBrandLength) ?? fromDomain(site)
}

/** The minimum length of a meaningful description. */
const minDescriptionLength = 30

/** The business's own description. */
const descriptionOf = (site: Site): PageText | null => {
  const [home] = site.pages
  const businesses = businessesOf(site).map((pageNode) => propertyText(pageNode, "description"))
  const candidates = [...businesses, home!.description, ...site.pages.flatMap(({ paragraphs }) => paragraphs)]
  const found = candidates.find(
    (one) => one != null && one.text.length >= minDescriptionLength && !placeholderText.test(one.text)
  )
  return found === undefined || found === null ? null : { text: found.text, url: found.url, at: found.at }
}
