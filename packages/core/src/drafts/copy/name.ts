import type { BusinessFacts } from "./facts.ts"
import { tidyHeading } from "./line.ts"

/** The campaign types of drafts. */
export const draftTypes = ["prospecting", "brand", "hipo", "location", "icp", "competitor"] as const
export type DraftType = (typeof draftTypes)[number]

const typeLabels: Readonly<Record<DraftType, string>> = {
  prospecting: "Prospecting",
  brand: "Brand",
  hipo: "High potential",
  location: "Location",
  icp: "Customer profile",
  competitor: "Competitors"
}

/** The platform accepts 255 characters; lists of campaigns show far fewer. */
const maxNameLength = 120

const formatNames = (names: ReadonlyArray<string>): string => {
  const [first, second, ...rest] = names
  if (first === undefined) return ""
  if (second === undefined) return first
  return rest.length === 0 ? `${first}, ${second}` : `${first} and ${names.length - 1} more`
}

/**
 * Builds the name from business, type and what distinguishes the campaign, mostly its locations:
 * "Northwind - Prospecting - Seattle, Bellevue".
 */
export const campaignName = (brand: string, type: DraftType, labels: ReadonlyArray<string>): string => {
  const parts = [tidyHeading(brand), typeLabels[type], formatNames(labels)].filter((part) => part !== "")
  const fullName = parts.join(" - ")
  // Drops whole parts before it truncates a word.
  return [...fullName].length <= maxNameLength
    ? fullName
    : `${typeLabels[type]}${parts[2] === undefined ? "" : ` - ${parts[2]}`}`
}

/** Returns the goal of the campaign in one line, for its detail page. */
export const campaignGoal = (
  facts: BusinessFacts,
  type: DraftType,
  locations: ReadonlyArray<string>,
  competitors: ReadonlyArray<string> = []
): string => {
  const brand = tidyHeading(facts.brand.text)
  if (competitors.length > 0) return `People who search for ${formatNames(competitors)} by name`
  if (type === "brand") return `People who search for ${brand} by name`
  const offers = facts.offers.slice(0, 3).map(({ name }) => tidyHeading(name.text))
  const what =
    offers.length === 0
      ? `what ${brand} offers`
      : new Intl.ListFormat("en", { type: "conjunction" }).format(offers)
  return `People who search for ${what}${locations.length === 0 ? "" : ` in ${formatNames(locations)}`}`
}
