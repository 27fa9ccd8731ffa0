import { Effect } from "effect"
import type { LinkedAccount, Platform, ReadFailure } from "../../platform/index.ts"
import type { BusinessLocation } from "./stored.ts"

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

/**
 * Selects the platform's matching location. An ambiguous name matches none: ads in another town of that name
 * would only cost money.
 */
export const matchLocation = (
  { country_code, name, region }: BusinessLocation,
  candidates: ReadonlyArray<Platform.LocationMatch>
): Platform.LocationMatch | null => {
  const sameName = candidates.filter(
    (one) =>
      lower(one.searched) === lower(name) &&
      lower(one.name.split(",")[0]!) === lower(name) &&
      (country_code === null || one.countryCode === country_code)
  )
  const smallest = Math.min(...sameName.map(sizeOf))
  const smallestMatches = sameName.filter((one) => sizeOf(one) === smallest)
  if (smallestMatches.length <= 1) return smallestMatches[0] ?? null
  const inRegion = smallestMatches.filter((one) =>
    one.name
      .split(",")
      .slice(1)
      .some((part) => region !== null && isAbbreviationOf(region, part.trim()))
  )
  return inRegion.length === 1 ? inRegion[0]! : null
}

/** Resolves locations in the platform; unknown ones stay unchanged. */
export const resolveLocations = (
  account: LinkedAccount,
  locations: ReadonlyArray<BusinessLocation>
): Effect.Effect<ReadonlyArray<BusinessLocation>, ReadFailure> => {
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
        const found = location.geo_target === null ? matchLocation(location, candidates.flat()) : null
        return found === null ? location : { ...location, geo_target: found.geoTarget, full_name: found.name }
      })
  )
}

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
