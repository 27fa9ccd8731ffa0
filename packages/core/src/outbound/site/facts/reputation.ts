import { uniqueBy } from "../html.ts"
import type { PageText, Passage, Site } from "../page.ts"
import { asList, asNode, businessesOf, nodesOfSite, numberIn, propertyText, textIn } from "./data-nodes.ts"
import { audienceHeading, comparisonHeading, trustHeading, trustWords } from "./words.ts"

const maxItems = 12
const maxTextLength = 90

const toPageText = ({ at, text, url }: PageText): PageText => ({ text, url, at })

const distinct = (all: ReadonlyArray<PageText>): ReadonlyArray<PageText> =>
  uniqueBy(all, ({ text }) => text.toLowerCase())
    .slice(0, maxItems)
    .map(toPageText)

const itemsUnderHeading = ({ pages }: Site, heading: RegExp): ReadonlyArray<Passage> =>
  pages.flatMap(({ listItems }) =>
    listItems.filter(
      ({ text, under }) => under !== null && heading.test(under) && text.length <= maxTextLength
    )
  )

/** Splits sentences by the language's rules, so that none is truncated. */
export const splitSentences = (text: string, language: string): ReadonlyArray<string> =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)].map(({ segment }) =>
    segment.trim()
  )

/**
 * Reasons to trust the business: its awards and certifications, and statements under "why us" or in such
 * words.
 */
export const trustSignalsOf = (site: Site): ReadonlyArray<PageText> => {
  const structured = businessesOf(site).flatMap((pageNode) => [
    ...asList(pageNode.node["award"]).map((award) => propertyText(pageNode, "award", award)),
    ...asList(pageNode.node["hasCredential"]).map((one) => propertyText(pageNode, "hasCredential", one)),
    ratingOf(pageNode)
  ])
  const mentioned = site.pages.flatMap(({ headings, listItems, paragraphs }) => [
    ...[...listItems, ...headings].filter(
      ({ text }) => text.length <= maxTextLength && trustWords.test(text)
    ),
    ...paragraphs.flatMap((paragraph) =>
      splitSentences(paragraph.text, site.language)
        .filter((text) => text.length <= maxTextLength && trustWords.test(text))
        .map((text) => ({ ...paragraph, text }))
    )
  ])
  return distinct([
    ...structured.filter((found) => found !== null),
    ...mentioned,
    ...itemsUnderHeading(site, trustHeading)
  ])
}

/** `4.8/5 (213)`: independent of the language. */
const ratingOf = (pageNode: Parameters<typeof propertyText>[0]): PageText | null => {
  const rating = asNode(asList(pageNode.node["aggregateRating"])[0])
  const value = numberIn(rating?.["ratingValue"])
  const count = numberIn(rating?.["reviewCount"] ?? rating?.["ratingCount"])
  if (value === null || count === null) return null
  return propertyText(
    pageNode,
    "aggregateRating",
    `${value}/${numberIn(rating?.["bestRating"]) ?? 5} (${count})`
  )
}

/** The audiences that the business states. */
export const audiencesOf = (site: Site): ReadonlyArray<PageText> => {
  const structured = nodesOfSite(site).flatMap((pageNode) =>
    asList(pageNode.node["audience"]).map((audience) =>
      propertyText(pageNode, "audience", textIn(asNode(audience)?.["audienceType"]) ?? audience)
    )
  )
  return distinct([
    ...structured.filter((found) => found !== null),
    ...itemsUnderHeading(site, audienceHeading)
  ])
}

/** `Northwind vs Rocket`: the other name is the competitor. */
const versusPattern = /^(.{2,40}?)\s+(?:vs\.?|versus|gegen|contre|contra)\s+(.{2,40})$/iu

/** The competitors that the site itself names. */
export const competitorsOf = (site: Site, brand: PageText): ReadonlyArray<PageText> => {
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
