import type { LaunchContent } from "./facts.ts"
import { firstOf } from "./wording.ts"

const isPlace = (value: number, most: number): boolean => Number.isFinite(value) && Math.abs(value) <= most

export const locationMissing = ({ locations, radius }: LaunchContent): string | null => {
  if (locations.length === 0 && radius === null) {
    return "The campaign has no location and no radius, so it would be shown everywhere. Give it one in the dashboard, then launch it."
  }
  if (radius !== null) {
    const { latitude, longitude } = radius
    if (!(radius.radius > 0) || !isPlace(latitude, 90) || !isPlace(longitude, 180)) {
      return "The campaign's radius is not one on this earth: it needs a latitude, a longitude and a radius above 0. Set it again in the dashboard, then launch it."
    }
  }
  return firstOf(locations, ({ geo_target, name }) =>
    /^geoTargetConstants\/\d+$/.test(geo_target ?? "")
      ? null
      : `The ad platform does not know the location “${name}”. Choose another one in the dashboard, then launch it.`
  )
}
