import { Effect } from "effect"
import {
  type BusinessLocation,
  resolveLocations,
  type Targeting,
  targetingOf
} from "../../organizations/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"

const hasTargeting = ({ locations, radius }: Targeting): boolean => locations.length > 0 || radius !== null

/**
 * Returns the targeting of a draft: the first list of locations of which the platform knows any, or which has
 * coordinates. A draft without locations is still generated, and its launch check reports them as missing.
 */
export const targetingFor = (
  organization: number,
  account: string,
  places: ReadonlyArray<ReadonlyArray<BusinessLocation>>
) =>
  Effect.gen(function* () {
    const adAccount = yield* (yield* AdAccounts).get(organization, account)
    let targeting = targetingOf([])
    for (const placeList of places) {
      if (hasTargeting(targeting)) break
      targeting = targetingOf(yield* resolveLocations(adAccount, placeList))
    }
    return targeting
  })
