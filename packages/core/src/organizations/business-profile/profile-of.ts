import type { Found, SiteFacts, SiteLocation } from "../../outbound/index.ts"
import type { Place } from "./stored.ts"

/** What a profile says of the business. */
export interface ProfileContent {
  readonly url: string
  readonly brand_name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly ideal_customer_profiles: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly trust_signals: ReadonlyArray<string>
  readonly places: ReadonlyArray<Place>
}

const texts = (found: ReadonlyArray<Found>): ReadonlyArray<string> => found.map(({ text }) => text)

const placeOf = ({ countryCode, geo, region, text }: SiteLocation): Place => ({
  name: text,
  region,
  country_code: countryCode,
  geo,
  geo_target: null,
  full_name: null
})

/** Where it says that it works; a business that says nothing of it works where it is. */
export const placesFrom = (locations: ReadonlyArray<SiteLocation>): ReadonlyArray<Place> => {
  const served = locations.filter(({ isServed }) => isServed)
  return (served.length > 0 ? served : locations.filter(({ isAddress }) => isAddress)).map(placeOf)
}

/** A business profile, from what the website says and nothing else. */
export const profileOf = (facts: SiteFacts): ProfileContent => ({
  url: facts.url,
  brand_name: facts.brand.text,
  description: facts.description?.text ?? "",
  products: texts(facts.offers),
  ideal_customer_profiles: texts(facts.audiences),
  competitors: texts(facts.competitors),
  trust_signals: texts(facts.trustSignals),
  places: placesFrom(facts.locations)
})
