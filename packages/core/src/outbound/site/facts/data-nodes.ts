import { oneLine } from "../html.ts"
import type { DataNode, PageText, Site } from "../page.ts"

/* Reads structured data of websites: a value can be a text, a node with a name, or a list of these. */

/** A node and its page. */
export interface PageNode {
  readonly node: DataNode
  readonly url: string
}

const shortType = (type: string): string => type.replace(/^https?:\/\/schema\.org\//, "")

export const asList = (value: unknown): ReadonlyArray<unknown> =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]

export const typesOf = (node: DataNode): ReadonlyArray<string> =>
  asList(node["@type"]).flatMap((type) => (typeof type === "string" ? [shortType(type)] : []))

export const asNode = (value: unknown): DataNode | null =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as DataNode) : null

/** The text of a value, or the name of a node; null for anything else. */
export const textIn = (value: unknown): string | null => {
  const [first] = asList(value)
  if (typeof first === "number") return String(first)
  if (typeof first === "string") return oneLine(first) || null
  const node = asNode(first)
  return node === null ? null : textIn(node["name"] ?? node["@value"])
}

/** Unlike with `Number`, an empty text is not zero. */
export const numberIn = (value: unknown): number | null => {
  const text = textIn(value)
  const number = text === null ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

/** A property's text and its location. */
export const propertyText = (
  { node, url }: PageNode,
  key: string,
  value: unknown = node[key]
): PageText | null => {
  const text = textIn(value)
  return text === null ? null : { text, url, at: `JSON-LD ${typesOf(node)[0] ?? "node"}.${key}` }
}

export const nodesOfSite = ({ pages }: Site): ReadonlyArray<PageNode> =>
  pages.flatMap(({ data, url }) => data.map((node) => ({ node, url })))

/** Types that have a name but are not a business: products, employees, places. */
const notABusinessType =
  /^(Person|Product|Service|Offer|OfferCatalog|Place|City|State|Country|Brand|Event|Article|BlogPosting|NewsArticle|WebPage|WebSite|ImageObject|VideoObject|ListItem|Question|Review|Rating|Recipe|Course|JobPosting|AdministrativeArea)$/

/**
 * The nodes of the business itself: an Organization or one of its subtypes, detected by their typical
 * properties.
 */
export const businessesOf = (site: Site): ReadonlyArray<PageNode> =>
  nodesOfSite(site).filter(({ node }) => {
    if (textIn(node["name"]) === null || typesOf(node).some((type) => notABusinessType.test(type)))
      return false
    const businessKeys = ["address", "telephone", "areaServed", "geo", "logo", "openingHours", "contactPoint"]
    return (
      typesOf(node).some((type) => /Organization|Business|Store|Corporation$/.test(type)) ||
      businessKeys.some((key) => node[key] !== undefined)
    )
  })
