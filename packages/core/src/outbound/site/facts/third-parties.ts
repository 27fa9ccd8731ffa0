import type { Site } from "../page.ts"
import { nodesOfSite, textIn, typesOf } from "./data-nodes.ts"

/** Marks that websites mention as partners, payments or parts. A headline with one of them is disapproved. */
const wellKnown =
  "Google|Facebook|Instagram|WhatsApp|YouTube|TikTok|LinkedIn|Pinterest|Twitter|Trustpilot|Tripadvisor|Yelp|OpenTable|Airbnb|Booking.com|Uber|Deliveroo|PayPal|Visa|Mastercard|American Express|Klarna|Stripe|Apple|iPhone|Android|Microsoft|Windows|Excel|Amazon|eBay|Etsy|Shopify|WordPress|WooCommerce|Wix|QuickBooks|Xero|Salesforce|HubSpot|Slack|Zapier|Toyota|Honda|Ford|Volkswagen|Audi|BMW|Mercedes|Renault|Peugeot|Tesla|Bosch|Siemens|Miele|Vaillant|Viessmann|Shimano|Makita|Velux|Gore-Tex|Invisalign|Botox|DHL|UPS|FedEx"

const wellKnownPattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${wellKnown})(?![\\p{L}\\p{N}])`, "gu")
const marked = /(\p{Lu}[\p{L}\p{N}-]{1,30}(?: \p{Lu}[\p{L}\p{N}-]{1,30})?) ?[®™]/gu

const name = String.raw`\p{Lu}[\p{L}\p{N}-]{1,20}(?: \p{Lu}[\p{L}\p{N}-]{1,20})?`
/** A list of three names or more, at the start of a text or after a word that introduces companies. */
const nameList = new RegExp(
  `(?:^|(?:with|including|like|such as|con|como|avec|comme) )(${name}(?:, ${name})+,? (?:and|or|y|e|o|et|ou|&) ${name})(?=[.,;]|$)`,
  "gu"
)

/**
 * The names in lists of companies: "We work with A, B and C". A word that the site also writes in lower case is none.
 * German writes every noun with a capital.
 */
const listedNames = (texts: ReadonlyArray<string>, language: string): ReadonlyArray<string> => {
  if (language === "de") return []
  const isCommon = (one: string) =>
    texts.some((text) => ` ${text} `.match(/[\p{L}\p{N}-]+/gu)?.includes(one.toLowerCase()) ?? false)
  return texts
    .flatMap((text) => [...text.matchAll(nameList)].map(([, list]) => list!))
    .flatMap((list) => list.split(/, | (?:and|or|y|e|o|et|ou|&) /u))
    .map((one) => one.replace(/^(?:and|or|y|e|o|et|ou|&) /u, ""))
    .filter((one) => !isCommon(one))
}

const sameName = (one: string, other: string): boolean =>
  one.toLowerCase().includes(other.toLowerCase()) || other.toLowerCase().includes(one.toLowerCase())

/** The names of other companies on a website: makers of products, trademarks and well-known services. */
export const thirdPartiesOf = (site: Site, brand: string): ReadonlyArray<string> => {
  const makers = nodesOfSite(site)
    .filter(({ node }) => typesOf(node).some((type) => type.startsWith("Product")))
    .flatMap(({ node }) => [textIn(node["brand"]), textIn(node["manufacturer"])])
    .filter((name) => name !== null)
  const texts = site.pages.flatMap(({ description, headings, listItems, paragraphs, title }) =>
    [title, description, ...headings, ...listItems, ...paragraphs].map((one) => one?.text ?? "")
  )
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(marked)].map(([, name]) => name!),
    ...(text.match(wellKnownPattern) ?? [])
  ])
  const found = [...makers, ...named, ...listedNames(texts, site.language)].filter(
    (name) => name.length > 1 && name.length <= 40 && !sameName(name, brand)
  )
  return [...new Map(found.map((name) => [name.toLowerCase(), name])).values()].slice(0, 50)
}
