import { isPlaceholder } from "../../../claims/index.ts"
import { domainLabel } from "../domain.ts"
import { uniqueBy } from "../html.ts"
import {
  bodySentences,
  locate,
  type PageText,
  type Site,
  type SiteFacts,
  type SiteLocation,
  type SiteOffer
} from "../page.ts"
import {
  asList,
  asNode,
  businessesOf,
  nodesOfSite,
  numberIn,
  type PageNode,
  propertyText,
  typesOf
} from "./data-nodes.ts"
import { locationsOf } from "./locations.ts"
import { offerTerms } from "./offer-terms.ts"
import { isOfferPage, offersOf, promises, sitelinksOf } from "./offers.ts"
import {
  coreName,
  isGermanWork,
  isOfferName,
  languageWords,
  termWords,
  titleParts,
  titleSeparator
} from "./terms.ts"
import { audienceHeading, comparisonHeading, isAboutTheBusiness, trustHeading, trustWords } from "./words.ts"

const maxItems = 12
const maxTextLength = 90

const toPageText = ({ at, text, url }: PageText): PageText => ({ text, url, at })

const distinct = (all: ReadonlyArray<PageText>): ReadonlyArray<PageText> =>
  uniqueBy(all, ({ text }) => text.toLowerCase())
    .slice(0, maxItems)
    .map(toPageText)

/** What pages say in a few words, as list items below a heading or anywhere. */
const shortTexts = (
  { pages }: Site,
  isFact: (text: string, under: string | null, isItem: boolean) => boolean
): ReadonlyArray<PageText> =>
  pages.flatMap((page) =>
    page.sentences
      .filter(({ notEvidence, text }) => notEvidence === null && text.length <= maxTextLength)
      .filter(({ kind, text, under }) => kind !== "structured" && isFact(text, under, kind === "item"))
      .map((sentence) => locate(page, sentence))
  )

const itemsUnderHeading = (site: Site, heading: RegExp): ReadonlyArray<PageText> =>
  shortTexts(site, (_, under, isItem) => isItem && under !== null && heading.test(under))

/** `4.8/5 (213)`: independent of the language. */
const ratingOf = (pageNode: PageNode): ReadonlyArray<PageText> => {
  const rating = asNode(asList(pageNode.node["aggregateRating"])[0])
  const value = numberIn(rating?.["ratingValue"])
  const count = numberIn(rating?.["reviewCount"] ?? rating?.["ratingCount"])
  if (value === null || count === null) return []
  const text = `${value}/${numberIn(rating?.["bestRating"]) ?? 5} (${count})`
  return [propertyText(pageNode, "aggregateRating", text)!]
}

/** Reasons to trust the business: its rating, statements in such words, and those under "why us". */
const trustSignalsOf = (site: Site): ReadonlyArray<PageText> =>
  distinct([
    ...businessesOf(site).flatMap(ratingOf),
    ...shortTexts(site, (text) => trustWords.test(text)),
    ...itemsUnderHeading(site, trustHeading)
  ])

/** `Northwind vs Rocket`: the other name is the competitor. */
const versusPattern = /^(.{2,40}?)\s+(?:vs\.?|versus|gegen|contre|contra)\s+(.{2,40})$/iu

/** The competitors that the site itself names. */
const competitorsOf = (site: Site, brand: PageText): ReadonlyArray<PageText> => {
  const brandWord = brand.text.toLowerCase().split(" ")[0]!
  const headings = site.pages.flatMap(({ headings }) => headings)
  const named = headings.flatMap((heading) => {
    const sides = versusPattern.exec(heading.text)?.slice(1) ?? []
    const others = sides.filter((side) => !side.toLowerCase().includes(brandWord))
    return others.length === 1 ? [{ ...heading, text: others[0]! }] : []
  })
  return distinct([
    ...named,
    ...itemsUnderHeading(site, comparisonHeading).filter(({ text }) => text.length <= 40)
  ])
}

/**
 * What the business is, from the title and heading of its home page: "Dentist" of "Dentist in Leeds". Null if
 * they only have its name or a slogan.
 */
const categoryOf = (site: Site, brand: string, locations: ReadonlyArray<SiteLocation>): SiteOffer | null => {
  const { language } = site
  const home = site.pages[0]!
  if (!isOfferPage(site, home)) return null
  const places = new Set(locations.flatMap(({ text }) => termWords(text)))
  const main = home.headings.filter(({ level }) => level === 1)
  const coreOf = ({ at, text, url }: PageText) => ({ text: coreName(text, language, places), url, at })
  const candidates = [
    ...titleParts(home, brand).map(coreOf),
    // A heading of one word is a slogan more often than a trade.
    ...main.map(coreOf).filter(({ text }) => termWords(text).length > 1)
  ]
  const { and } = languageWords(language)
  const name = candidates.find(
    ({ text }) =>
      isOfferName(text, language) &&
      !isAboutTheBusiness(text) &&
      !isPlaceholder(text) &&
      !promises(text) &&
      text.length > 3 &&
      // A German name ends with a noun, or with the verb of a work: "Gutes Hören beginnt" is neither.
      (language !== "de" || /\p{Lu}[^ ]*$/u.test(text) || isGermanWork(text)) &&
      // Of several offers, each has its own page.
      !termWords(text).some((word) => and.has(word))
  )
  if (name === undefined) return null
  const offer = { ...name, href: home.url, isProduct: false, terms: [] }
  const terms = offerTerms({ ...site, pages: [home] }, offer, { ...home, headings: [] }, brand, places)
  return { ...offer, terms }
}

/** From this share of its texts on, a website is a template that nobody has filled in. */
const maxPlaceholderShare = 0.25

const newsTypes = /^(?:NewsMediaOrganization|NewsArticle|BlogPosting|Blog|LiveBlogPosting|Periodical)$/
/** Names that the sections of newspapers have, and those of businesses seldom. */
const newsSections =
  /^(?:news|local news|politics|opinion|obituaries|sports?|weather|world|classifieds|editorials?|letters|culture|sectors|nachrichten|politik|lokales|sport|wetter|meinung|todesanzeigen|actualités|politique|météo|culture|nécrologie|opinión|política|deportes|esquelas|sucesos)$/iu
/** Posts of a blog have a date in their address. */
const datedPath = /\/(?:19|20)\d\d\//

/** Why a website sells nothing: it is a template, a newspaper or a blog; null if it may sell something. */
const sellsNothingOf = (site: Site): string | null => {
  const sentences = site.pages.flatMap((page) => page.sentences)
  const fillers = sentences.filter(({ notEvidence }) => notEvidence === "placeholder").length
  if (fillers >= sentences.length * maxPlaceholderShare)
    return "most of its text is the placeholder text of a template"
  const isNews = nodesOfSite(site).some(({ node }) => typesOf(node).some((type) => newsTypes.test(type)))
  const sections = new Set(
    site.pages
      .flatMap(({ navigation }) => navigation)
      .map(({ text }) => text.toLowerCase())
      .filter((text) => newsSections.test(text))
  )
  const posts = site.pages.filter(({ url }) => datedPath.test(new URL(url).pathname)).length
  const sells = nodesOfSite(site).some(({ node }) => node["offers"] !== undefined)
  if (sells) return null
  if (sections.size >= 3 || (isNews && sections.size > 0)) return "it is a newspaper or a magazine"
  return posts * 2 >= site.pages.length && posts > 0 ? "it is a blog" : null
}

/** Derives the facts about the business from its website. */
export const siteFacts = (site: Site): SiteFacts => {
  const brand = brandOf(site)
  const { isNational, localPages, locations } = locationsOf(site)
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
    audiences: distinct(itemsUnderHeading(site, audienceHeading)),
    competitors: competitorsOf(site, brand),
    trustSignals: trustSignalsOf(site),
    sitelinks: sitelinksOf(site),
    offerPages: site.pages.filter((page) => isOfferPage(site, page)).map(({ url }) => url),
    isNational,
    localPages,
    sellsNothing: sellsNothingOf(site)
  }
}

/** Longer texts are sentences, not names. */
const maxBrandLength = 60
const maxWords = 5

const lettersAndDigits = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[äöüß]/g, (letter) => ({ ä: "ae", ö: "oe", ü: "ue", ß: "ss" })[letter]!)
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

/** The name as the website writes it, where its words together are the domain: "Schlüsseldienst Hartung". */
const likeDomain = ({ domain, pages }: Site): PageText | null => {
  const label = lettersAndDigits(domainLabel(domain))
  for (const page of pages)
    for (const { text } of page.sentences) {
      const words = text.split(/\s+/).slice(0, 40)
      for (const from of words.keys())
        for (let to = from + 1; to <= Math.min(words.length, from + maxWords); to++) {
          const name = words
            .slice(from, to)
            .join(" ")
            .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "")
          if (to - from > 1 && lettersAndDigits(name) === label)
            return { text: name, url: page.url, at: "text" }
        }
    }
  return null
}

/** "© 2024 Kestrel Ridge Roofing LLC." and "Hörwerk Freiburg GmbH · Musterallee 4" */
const afterCopyright =
  /(?:©|\(c\)|copyright)\s*(?:\d{4}(?:\s*[-–]\s*\d{4})?)?[\s,:]*(?:by )?(\p{Lu}[^|·,.•\d©]{2,60}?)(?=\s*(?:[|·,.•\d]|$|all rights|alle rechte|tous droits|todos los))/iu
const withLegalForm =
  /(\p{Lu}[\p{L}\p{N}&'’-]*(?: [\p{Lu}&][\p{L}\p{N}&'’-]*){0,4}),? (?:GmbH|UG|AG|KG|OHG|e\.K\.|Ltd|Limited|LLP|LLC|Inc|S\.?L\.?U?\.?|S\.A\.|SARL|SAS|EURL)(?![\p{L}])/u
const legalForm =
  /,? (?:GmbH(?: & Co\.? KG)?|UG|AG|KG|OHG|e\.K\.|Ltd|Limited|LLP|LLC|Inc|S\.?L\.?U?|S\.A\.?|SARL|SAS|EURL)\.?$/u

/** The name in the footer or the imprint, without its legal form. */
const fromFooter = ({ pages, url }: Site): PageText | null => {
  const likely: ReadonlyArray<string | null> = ["navigation", "legal"]
  const texts = pages
    .flatMap(bodySentences)
    .toSorted((a, b) => Number(likely.includes(b.notEvidence)) - Number(likely.includes(a.notEvidence)))
    .map(({ text }) => text)
  for (const pattern of [afterCopyright, withLegalForm])
    for (const text of texts) {
      const found = pattern.exec(text)?.[1]?.trim().replace(legalForm, "").trim()
      if (
        found !== undefined &&
        found.length > 2 &&
        found.split(" ").length <= maxWords &&
        !isPlaceholder(found)
      )
        return { text: found, url, at: "footer" }
    }
  return null
}

/** The business's name from structured data, sharing metadata, page titles, the footer or the domain. */
const brandOf = (site: Site): PageText => {
  const businesses = businessesOf(site).map((pageNode) => propertyText(pageNode, "name"))
  const websites = nodesOfSite(site)
    .filter(({ node }) => typesOf(node).includes("WebSite"))
    .map((pageNode) => propertyText(pageNode, "name"))
  const candidates = [
    ...businesses,
    site.pages[0]!.siteName,
    ...websites,
    fromTitles(site),
    likeDomain(site),
    fromFooter(site)
  ]
  return (
    candidates.find(
      (found) => found !== null && found.text.length <= maxBrandLength && !isPlaceholder(found.text)
    ) ?? fromDomain(site)
  )
}

/** The minimum length of a meaningful description. */
const minDescriptionLength = 30

/** The business's own description. */
const descriptionOf = (site: Site): PageText | null => {
  const [home] = site.pages
  const businesses = businessesOf(site).map((pageNode) => propertyText(pageNode, "description"))
  const sentences = site.pages.flatMap((page) =>
    bodySentences(page)
      .filter(({ notEvidence }) => notEvidence === null)
      .map((sentence) => locate(page, sentence))
  )
  const found = [...businesses, home!.description, ...sentences].find(
    (one) => one !== null && one.text.length >= minDescriptionLength
  )
  return found === undefined || found === null ? null : { text: found.text, url: found.url, at: found.at }
}
