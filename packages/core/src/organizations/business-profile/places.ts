import { Effect } from "effect"
import type { AdPlatform, Platform, ReadFailure } from "../../platform/index.ts"
import type { Place } from "./stored.ts"

const lower = (text: string): string => text.trim().toLowerCase()

/** `OR` stands for Oregon: its letters stand in it, in that order, the first of them first. */
const standsFor = (short: string, long: string): boolean => {
  if (lower(short) === lower(long)) return true
  if (short.length > 3 || lower(short)[0] !== lower(long)[0]) return false
  let from = 0
  return [...lower(short)].every((letter) => {
    const at = lower(long).indexOf(letter, from)
    from = at + 1
    return at >= 0
  })
}

/** The smallest kind of place is what a business means by the name: the city, where a state bears it too. */
const sizes = [
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
const sizeOf = ({ type }: Platform.FoundLocation): number => {
  const at = sizes.indexOf(type)
  return at < 0 ? sizes.length : at
}

/**
 * The one of the platform's places that is meant. Where several bear the name and nothing tells which is meant, none is:
 * ads in another town of that name would cost money and bring nobody.
 */
export const meant = (
  { country_code, name, region }: Place,
  suggested: ReadonlyArray<Platform.FoundLocation>
): Platform.FoundLocation | null => {
  const named = suggested.filter(
    (one) =>
      lower(one.searched) === lower(name) &&
      lower(one.name.split(",")[0]!) === lower(name) &&
      (country_code === null || one.countryCode === country_code)
  )
  const smallest = Math.min(...named.map(sizeOf))
  const alike = named.filter((one) => sizeOf(one) === smallest)
  if (alike.length <= 1) return alike[0] ?? null
  const within = alike.filter((one) =>
    one.name
      .split(",")
      .slice(1)
      .some((part) => region !== null && standsFor(region, part.trim()))
  )
  return within.length === 1 ? within[0]! : null
}

/** Looks places up in the platform; those that it does not know by name stay as they are. */
export const lookUp = (
  platform: AdPlatform["Type"],
  account: Platform.AdAccount,
  places: ReadonlyArray<Place>
): Effect.Effect<ReadonlyArray<Place>, ReadFailure> => {
  const unknown = places.filter(({ geo_target }) => geo_target === null)
  const countries = [...new Set(unknown.map(({ country_code }) => country_code))]
  return Effect.map(
    Effect.forEach(countries, (country) =>
      platform.findLocations(
        account,
        unknown.filter(({ country_code }) => country_code === country).map(({ name }) => name),
        country ?? undefined
      )
    ),
    (suggested) =>
      places.map((place) => {
        const found = place.geo_target === null ? meant(place, suggested.flat()) : null
        return found === null ? place : { ...place, geo_target: found.geoTarget, full_name: found.name }
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

/** Where people think in miles. */
const miles = new Set(["US", "GB", "LR", "MM"])

/**
 * Where a campaign for these places is shown: in those that the platform knows, and where it knows none of them, around
 * the first that is a point on the map. Neither is a campaign that cannot be launched before somebody says where.
 */
export const targetingOf = (places: ReadonlyArray<Place>): Targeting => {
  const locations = places.flatMap(({ full_name, geo_target, name }) =>
    geo_target === null ? [] : [{ name: full_name ?? name, geo_target }]
  )
  const around = places.find(({ geo }) => geo !== null)
  if (locations.length > 0 || around?.geo == null) return { locations, radius: null }
  const inMiles = miles.has(around.country_code ?? "")
  return {
    locations,
    radius: { ...around.geo, radius: inMiles ? 15 : 25, unit: inMiles ? "miles" : "kilometers" }
  }
}
