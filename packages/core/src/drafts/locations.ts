import { Effect } from "effect"
import type { SiteLocation } from "../outside/index.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import type { AdAccount, FoundLocation, Radius } from "../platform/model/index.ts"

/** Where a draft is shown: places that the platform knows, or a circle around the business. */
export interface Targeting {
  readonly locations: ReadonlyArray<{ readonly name: string; readonly geo_target: string }>
  readonly radius: Radius | null
}

/** How far people go for something that has an address and no area. */
const around = { radius: 25, unit: "kilometers" } as const

/** A city before a region of the same name: whoever writes "Berlin" means the town. */
const ranks = ["City", "Municipality", "Neighborhood", "Postal Code", "County", "Region", "Province", "State"]
const rankOf = ({ type }: FoundLocation): number => {
  const rank = ranks.indexOf(type)
  return rank < 0 ? ranks.length : rank
}

const sameName = (found: FoundLocation, name: string): boolean =>
  (found.name.split(",")[0] ?? "").trim().toLowerCase() === (name.split(",")[0] ?? "").trim().toLowerCase()

/** Of what the platform suggests for a name the likeliest: called just so, in the business's own country. */
export const likeliest = (
  name: string,
  suggested: ReadonlyArray<FoundLocation>,
  country: string | null
): FoundLocation | undefined =>
  suggested
    .filter((one) => one.searched.toLowerCase() === name.toLowerCase())
    .map((one, place) => ({ one, place }))
    .toSorted(
      (a, b) =>
        Number(sameName(b.one, name)) - Number(sameName(a.one, name)) ||
        Number(b.one.countryCode === country) - Number(a.one.countryCode === country) ||
        rankOf(a.one) - rankOf(b.one) ||
        a.place - b.place
    )[0]?.one

/**
 * The places that the business wants customers in, as the platform calls them; else those that its website names;
 * else a circle around its address. None of these leaves the draft without a place, and a launch says so.
 */
export const targetingFor = (
  account: AdAccount,
  wanted: ReadonlyArray<string>,
  known: ReadonlyArray<SiteLocation>
) =>
  Effect.gen(function* () {
    const platform = yield* AdPlatform
    const country = known.find(({ countryCode }) => countryCode !== null)?.countryCode ?? null
    const look = (names: ReadonlyArray<string>) =>
      names.length === 0
        ? Effect.succeed([])
        : Effect.map(platform.findLocations(account, names), (suggested) => {
            const found = names.flatMap((name) => likeliest(name, suggested, country) ?? [])
            return [...new Map(found.map((one) => [one.geoTarget, one])).values()]
          })
    const asWanted = yield* look([...new Set(wanted)])
    const found = asWanted.length > 0 ? asWanted : yield* look([...new Set(known.map(({ text }) => text))])
    const geo = known.find((one) => one.geo !== null)?.geo ?? null
    const targeting: Targeting = {
      locations: found.map(({ geoTarget, name }) => ({ name, geo_target: geoTarget })),
      radius: found.length > 0 || geo === null ? null : { ...geo, ...around }
    }
    return targeting
  })
