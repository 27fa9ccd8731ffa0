import type { StoredTargeting } from "../../campaigns/index.ts"
import type { ReadyProfile } from "../../organizations/index.ts"
import type { NewRecommendation } from "../recommendations/save.ts"

/** Where a campaign is shown. */
export interface TargetedArea extends Pick<StoredTargeting, "locations" | "radius"> {
  /** One that was made in the platform and names no place is shown in all of them; a draft of ours in none. */
  readonly everywhere: boolean
}

type ProfilePlace = ReadyProfile["places"][number]

/** "seattle,washington,united states": as the platform writes it, with or without spaces. */
const canonical = (name: string): string =>
  name
    .split(",")
    .map((part) => part.trim().toLowerCase())
    .join(",")

const kilometersIn = { miles: 1.609, kilometers: 1 } as const
const earthRadiusKm = 6371

/** The distance between two points in kilometers, by the haversine formula. */
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

/** Whether a campaign is shown in a place: in it, in what it lies in, or around it. */
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

/** What the profile says of where and whom, and where campaigns are shown. */
export interface BusinessView {
  readonly profile: Pick<ReadyProfile, "url" | "places" | "ideal_customer_profiles">
  readonly targetedAreas: ReadonlyArray<TargetedArea>
}

/** Target locations that no campaign is shown in, each worth a campaign of its own. */
export const locationAdvice = ({ profile, targetedAreas }: BusinessView): ReadonlyArray<NewRecommendation> =>
  profile.places
    // Of a place that nobody can find on the map, nobody can say whether it is covered.
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

/** A draft for each kind of customers that the business names. Whether there is one for them the list itself tells. */
export const customerAdvice = ({ profile }: BusinessView): ReadonlyArray<NewRecommendation> =>
  [...new Set(profile.ideal_customer_profiles)].map((audience) => ({
    type: "icp",
    discriminator: audience,
    summary: `Speak to ${JSON.stringify(audience)} with a draft of their own`,
    saving: null,
    findings: [{ customer_profile: audience }],
    operations: [{ op: "create_draft", type: "icp", website: profile.url, audience }]
  }))
