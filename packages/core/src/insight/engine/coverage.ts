import type { StoredTargeting } from "../../campaigns/index.ts"
import type { ReadyProfile } from "../../organizations/index.ts"
import type { NewRecommendation } from "../recommendations/save.ts"

/** The targeted locations of a campaign. */
export interface TargetedArea extends Pick<StoredTargeting, "locations" | "radius"> {
  /** A campaign from the platform without locations targets everywhere; a draft of ours targets nowhere. */
  readonly everywhere: boolean
}

type ProfilePlace = ReadyProfile["places"][number]

/** Normalises a location name of the platform: "seattle,washington,united states". */
const canonical = (name: string): string =>
  name
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .join(",")

const kilometersIn = { miles: 1.609, kilometers: 1 } as const
const earthRadiusKm = 6371

/** Returns the distance between two points in kilometers, by the haversine formula. */
const distance = (a: Point, b: Point): number => {
  const [rad, squaredHalfSine] = [
    (degrees: number) => (degrees * Math.PI) / 180,
    (angle: number) => Math.sin(angle / 2) ** 2
  ]
  const h =
    squaredHalfSine(rad(b.latitude - a.latitude)) +
    Math.cos(rad(a.latitude)) * Math.cos(rad(b.latitude)) * squaredHalfSine(rad(b.longitude - a.longitude))
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(h))
}
interface Point {
  readonly latitude: number
  readonly longitude: number
}

/**
 * Whether a campaign targets a location: the location itself, an area that contains it, or a radius around
 * it.
 */
const covers =
  ({ full_name, geo, geo_target, name }: ProfilePlace) =>
  ({ everywhere, locations, radius }: TargetedArea): boolean => {
    const fullName = canonical(full_name ?? name)
    const isInLocation = (location: TargetedArea["locations"][number]) =>
      location.geo_target === geo_target ||
      `,${fullName}`.endsWith(`,${canonical(location.name)}`) ||
      (full_name === null && canonical(location.name).split(",")[0] === fullName)
    const isInRadius =
      radius !== null && geo !== null && distance(geo, radius) <= radius.radius * kilometersIn[radius.unit]
    return everywhere || isInRadius || locations.some(isInLocation)
  }

/** The profile's locations and customers, and the targeted locations of campaigns. */
export interface BusinessView {
  readonly profile: Pick<ReadyProfile, "url" | "places" | "ideal_customer_profiles">
  readonly targetedAreas: ReadonlyArray<TargetedArea>
}

/** Recommends a campaign for each target location that no campaign covers. */
export const locationAdvice = ({ profile, targetedAreas }: BusinessView): ReadonlyArray<NewRecommendation> =>
  profile.places
    // Coverage is unknown for a location without coordinates and geo target.
    .filter(({ geo, geo_target }) => geo_target !== null || geo !== null)
    .filter((place) => !targetedAreas.some(covers(place)))
    .map(({ full_name, name }) => ({
      type: "location",
      discriminator: name,
      summary: `Reach ${full_name ?? name}, where no campaign is shown, with a draft of its own`,
      saving: null,
      findings: [{ location: full_name ?? name }],
      operations: [{ op: "create_draft", type: "location", website: profile.url, location: name }]
    }))

/** Recommends a draft for each customer group of the profile. Saving skips a group that already has one. */
export const customerAdvice = ({ profile }: BusinessView): ReadonlyArray<NewRecommendation> =>
  [...new Set(profile.ideal_customer_profiles)].map((audience) => ({
    type: "icp",
    discriminator: audience,
    summary: `Speak to ${JSON.stringify(audience)} with a draft of their own`,
    saving: null,
    findings: [{ customer_profile: audience }],
    operations: [{ op: "create_draft", type: "icp", website: profile.url, audience }]
  }))
