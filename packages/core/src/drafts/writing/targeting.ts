import { Effect } from "effect"
import {
  type BusinessLocation,
  resolveLocations,
  type Targeting,
  targetingOf
} from "../../organizations/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"

const hasTargeting = ({ locations, radius }: Targeting): boolean => locations.length > 0 || radius !== null

/**
 * Where a draft is shown: in the first of these lists of places of which the platform knows any, or which is a point on
 * the map. A draft that is nowhere is written too, and its launch says what is missing.
 */
export const targetingFor = (
  organization: number,
  account: string,
  places: ReadonlyArray<ReadonlyArray<BusinessLocation>>
) =>
  Effect.gen(function* () {
    const platform = yield* AdPlatform
    const adAccount = yield* (yield* AdAccounts).get(organization, account)
    let targeting = targetingOf([])
    for (const placeList of places) {
      if (hasTargeting(targeting)) break
      targeting = targetingOf(yield* resolveLocations(platform, adAccount, placeList))
    }
    return targeting
  })
