import type { PageText, SiteFacts, SiteLocation } from "../../outbound/index.ts"
import type { BusinessLocation } from "./stored.ts"

/** The content of a business profile. */
export interface ProfileContent {
  readonly url: string
  readonly brand_name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly ideal_customer_profiles: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly trust_signals: ReadonlyArray<string>
  readonly places: ReadonlyArray<BusinessLocation>
}

const texts = (found: ReadonlyArray<PageText>): ReadonlyArray<string> => found.map(({ text }) => text)

/** A place by its name alone, as people write it. */
const namedLocation = (name: string): BusinessLocation => ({
  name,
  region: null,
  country_code: null,
  geo: null,
  geo_target: null,
  full_name: null
})

const businessLocationOf = ({ countryCode, geo, region, text }: SiteLocation): BusinessLocation => ({
  ...namedLocation(text),
  region,
  country_code: countryCode,
  geo
})

/** The places of these names: those that are known keep what the platform calls them. */
export const placesNamed = (
  names: ReadonlyArray<string>,
  known: ReadonlyArray<BusinessLocation>
): ReadonlyArray<BusinessLocation> =>
  names.map((name) => known.find((place) => place.name === name) ?? namedLocation(name))

/** The areas that the business serves, or its addresses if it states none. */
export const businessLocationsOf = (
  locations: ReadonlyArray<SiteLocation>
): ReadonlyArray<BusinessLocation> => {
  const served = locations.filter(({ isServed }) => isServed)
  return (served.length > 0 ? served : locations.filter(({ isAddress }) => isAddress)).map(businessLocationOf)
}

/** Builds a business profile from the website's statements only. */
export const buildProfile = (facts: SiteFacts): ProfileContent => ({
  url: facts.url,
  brand_name: facts.brand.text,
  description: facts.description?.text ?? "",
  products: texts(facts.offers),
  ideal_customer_profiles: texts(facts.audiences),
  competitors: texts(facts.competitors),
  trust_signals: texts(facts.trustSignals),
  places: businessLocationsOf(facts.locations)
})
