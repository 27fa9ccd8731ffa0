import type { Found, Passage, Site } from "../page.ts"
import { onceEach } from "../texts.ts"
import { asNode, businessesOf, foundIn, listOf, nodesOfSite, numberIn, textIn } from "./data-nodes.ts"
import { comparedWith, trustworthy, whomFor, whyUs } from "./words.ts"

const most = 12
const longest = 90

const plain = ({ at, text, url }: Found): Found => ({ text, url, at })

const distinct = (all: ReadonlyArray<Found>): ReadonlyArray<Found> =>
  onceEach(all, ({ text }) => text.toLowerCase())
    .slice(0, most)
    .map(plain)

const itemsUnder = ({ pages }: Site, heading: RegExp): ReadonlyArray<Passage> =>
  pages.flatMap(({ listItems }) =>
    listItems.filter(({ text, under }) => under !== null && heading.test(under) && text.length <= longest)
  )

/** Sentences by the rules of the language, so that none is cut. */
export const sentencesOf = (text: string, language: string): ReadonlyArray<string> =>
  [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)].map(({ segment }) =>
    segment.trim()
  )

/** Why one can trust the business: awards and marks that it tells, and what it says under "why us" or in such words. */
export const trustSignalsOf = (site: Site): ReadonlyArray<Found> => {
  const told = businessesOf(site).flatMap((placed) => [
    ...listOf(placed.node["award"]).map((award) => foundIn(placed, "award", award)),
    ...listOf(placed.node["hasCredential"]).map((one) => foundIn(placed, "hasCredential", one)),
    ratingOf(placed)
  ])
  const said = site.pages.flatMap(({ headings, listItems, paragraphs }) => [
    ...[...listItems, ...headings].filter(({ text }) => text.length <= longest && trustworthy.test(text)),
    ...paragraphs.flatMap((paragraph) =>
      sentencesOf(paragraph.text, site.language)
        .filter((text) => text.length <= longest && trustworthy.test(text))
        .map((text) => ({ ...paragraph, text }))
    )
  ])
  return distinct([...told.filter((found) => found !== null), ...said, ...itemsUnder(site, whyUs)])
}

/** `4.8/5 (213)`: said in no language. */
const ratingOf = (placed: Parameters<typeof foundIn>[0]): Found | null => {
  const rating = asNode(listOf(placed.node["aggregateRating"])[0])
  const value = numberIn(rating?.["ratingValue"])
  const count = numberIn(rating?.["reviewCount"] ?? rating?.["ratingCount"])
  if (value === null || count === null) return null
  return foundIn(placed, "aggregateRating", `${value}/${numberIn(rating?.["bestRating"]) ?? 5} (${count})`)
}

/** Whom the business says it is for. */
export const audiencesOf = (site: Site): ReadonlyArray<Found> => {
  const told = nodesOfSite(site).flatMap((placed) =>
    listOf(placed.node["audience"]).map((audience) =>
      foundIn(placed, "audience", textIn(asNode(audience)?.["audienceType"]) ?? audience)
    )
  )
  return distinct([...told.filter((found) => found !== null), ...itemsUnder(site, whomFor)])
}

/** `Northwind vs Rocket`: the one of the two that is not the business. */
const against = /^(.{2,40}?)\s+(?:vs\.?|versus|gegen|contre|contra)\s+(.{2,40})$/iu

/** Whom the site itself compares the business with. */
export const competitorsOf = (site: Site, brand: Found): ReadonlyArray<Found> => {
  const own = brand.text.toLowerCase().split(" ")[0]!
  const headings = site.pages.flatMap(({ headings }) => headings)
  const named = headings.flatMap((heading) => {
    const sides = against.exec(heading.text)?.slice(1) ?? []
    const others = sides.filter((side) => !side.toLowerCase().includes(own))
    return others.length === 1 ? [{ ...heading, text: others[0]! }] : []
  })
  return distinct([...named, ...itemsUnder(site, comparedWith).filter(({ text }) => text.length <= 40)])
}
