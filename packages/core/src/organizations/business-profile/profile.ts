import { Effect, Schema } from "effect"
import type { PageText, SiteFacts, SiteLocation, SiteUnreadable } from "../../outbound/index.ts"
import type { LinkedAccount, Platform, ReadFailure } from "../../platform/index.ts"
import { type StoredRowId, storedColumn } from "../../storage/stored-json.ts"
import { TaskFailed, TryLater } from "../../tasks/failures.ts"

/** A location of the business as its website states it and, if resolved, as the platform knows it. */
const BusinessLocation = Schema.Struct({
  name: Schema.String,
  region: Schema.NullOr(Schema.String),
  country_code: Schema.NullOr(Schema.String),
  geo: Schema.NullOr(Schema.Struct({ latitude: Schema.Number, longitude: Schema.Number })),
  /** The platform's resource name: `geoTargetConstants/1027744`. Null if it is unknown or not resolved. */
  geo_target: Schema.NullOr(Schema.String),
  /** The platform's name: `Seattle, Washington, United States`. */
  full_name: Schema.NullOr(Schema.String)
})
export type BusinessLocation = typeof BusinessLocation.Type

export const businessLocationsColumn = storedColumn(
  "business_profiles.places",
  Schema.Struct({ list: Schema.Array(BusinessLocation) })
)

export const decodeLocations = (stored: unknown, row: StoredRowId): ReadonlyArray<BusinessLocation> =>
  businessLocationsColumn.read(stored, row).list

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
): ReadonlyArray<BusinessLocation> => locations.filter(({ isServed }) => isServed).map(businessLocationOf)

/** Returns the task failure of an unreadable website: final with instructions, or retryable. */
export const taskFailureOf = ({ isRetryable, message }: SiteUnreadable): TaskFailed | TryLater =>
  isRetryable ? new TryLater({ message }) : new TaskFailed({ reason: "task_error", message })

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

const lower = (text: string): string => text.trim().toLowerCase()

/**
 * Whether `short` abbreviates `long`, as `OR` does Oregon: its letters occur in order, starting with the
 * first.
 */
const isAbbreviationOf = (short: string, long: string): boolean => {
  if (lower(short) === lower(long)) return true
  if (short.length > 3 || lower(short)[0] !== lower(long)[0]) return false
  let from = 0
  return [...lower(short)].every((letter) => {
    const index = lower(long).indexOf(letter, from)
    from = index + 1
    return index >= 0
  })
}

/** The smallest type wins if several share a name: the city before the state. */
const typesBySize = [
  "City",
  "Municipality",
  "Borough",
  "Neighborhood",
  "District",
  "County",
  "Province",
  "Region",
  "State"
]
const sizeOf = ({ type }: Platform.LocationMatch): number => {
  const index = typesBySize.indexOf(type)
  return index < 0 ? typesBySize.length : index
}

const firstPart = ({ name }: Platform.LocationMatch): string => lower(name.split(",")[0]!)

/** Returns the platform's locations that a name can mean; several if it is ambiguous. */
const locationChoices = (
  { country_code, name, region }: BusinessLocation,
  candidates: ReadonlyArray<Platform.LocationMatch>
): ReadonlyArray<Platform.LocationMatch> => {
  const found = candidates.filter(
    (one) =>
      lower(one.searched) === lower(name) && (country_code === null || one.countryCode === country_code)
  )
  const sameName = found.filter((one) => firstPart(one) === lower(name))
  // The platform answers in English: Cologne for Köln. A longer name is another place.
  const translated =
    country_code === null ? [] : found.filter((one) => !firstPart(one).startsWith(lower(name)))
  const named = sameName.length > 0 ? sameName : translated
  const smallest = Math.min(...named.map(sizeOf))
  const smallestMatches = named.filter((one) => sizeOf(one) === smallest)
  if (smallestMatches.length <= 1) return smallestMatches
  const inRegion = smallestMatches.filter((one) =>
    one.name
      .split(",")
      .slice(1)
      .some((part) => region !== null && isAbbreviationOf(region, part.trim()))
  )
  return inRegion.length === 1 ? inRegion : smallestMatches
}

/**
 * Selects the platform's matching location. An ambiguous name matches none: ads in another town of that name
 * would only cost money.
 */
export const matchLocation = (
  location: BusinessLocation,
  candidates: ReadonlyArray<Platform.LocationMatch>
): Platform.LocationMatch | null => {
  const choices = locationChoices(location, candidates)
  return choices.length === 1 ? choices[0]! : null
}

/** A location with what it can mean in the platform: one resolves it, several are a question. */
export interface ResolvedLocation {
  readonly location: BusinessLocation
  readonly choices: ReadonlyArray<Platform.LocationMatch>
}

/** Looks locations up in the platform. */
export const lookUpLocations = (
  account: LinkedAccount,
  locations: ReadonlyArray<BusinessLocation>
): Effect.Effect<ReadonlyArray<ResolvedLocation>, ReadFailure> => {
  const unresolved = locations.filter(({ geo_target }) => geo_target === null)
  const countries = [...new Set(unresolved.map(({ country_code }) => country_code))]
  return Effect.map(
    Effect.forEach(countries, (country) =>
      account.platform.findLocations(
        account,
        unresolved.filter(({ country_code }) => country_code === country).map(({ name }) => name),
        country ?? undefined
      )
    ),
    (candidates) =>
      locations.map((location) => {
        const choices = location.geo_target === null ? locationChoices(location, candidates.flat()) : []
        const [found] = choices
        return choices.length === 1
          ? { location: { ...location, geo_target: found!.geoTarget, full_name: found!.name }, choices }
          : { location, choices }
      })
  )
}

/** Resolves locations in the platform; unknown and ambiguous ones stay unchanged. */
export const resolveLocations = (account: LinkedAccount, locations: ReadonlyArray<BusinessLocation>) =>
  Effect.map(lookUpLocations(account, locations), (found) => found.map(({ location }) => location))

export interface Targeting {
  readonly locations: ReadonlyArray<{ readonly name: string; readonly geo_target: string }>
  readonly radius: {
    readonly latitude: number
    readonly longitude: number
    readonly radius: number
    readonly unit: "miles" | "kilometers"
  } | null
}

/** Countries that use miles. */
const miles = new Set(["US", "GB", "LR", "MM"])

/**
 * The targeting of a campaign: the locations that the platform knows, otherwise a radius around the first one
 * with coordinates. With neither, the campaign cannot be launched until a person sets a location.
 */
export const targetingOf = (locations: ReadonlyArray<BusinessLocation>): Targeting => {
  const targets = locations.flatMap(({ full_name, geo_target, name }) =>
    geo_target === null ? [] : [{ name: full_name ?? name, geo_target }]
  )
  const center = locations.find(({ geo }) => geo !== null)
  if (targets.length > 0 || center?.geo == null) return { locations: targets, radius: null }
  const inMiles = miles.has(center.country_code ?? "")
  return {
    locations: targets,
    radius: { ...center.geo, radius: inMiles ? 15 : 25, unit: inMiles ? "miles" : "kilometers" }
  }
}
