import type { PlatformAd, PlatformKeyword, PlatformNegative, Ref } from "../../platform/model/index.ts"
import { isServing } from "./draft.ts"
import type { LocalAd, LocalKeyword, LocalNegative, LocalParts } from "./parts.ts"

export interface ThereParts {
  readonly ads: ReadonlyArray<PlatformAd>
  readonly keywords: ReadonlyArray<PlatformKeyword>
  readonly negatives: ReadonlyArray<PlatformNegative>
}

type Pair<Here, There> = readonly [Here, There]

/** What belongs together here and there, and what has to be done so that all of it does. */
export interface Matched {
  readonly ads: ReadonlyArray<Pair<LocalAd, PlatformAd>>
  readonly keywords: ReadonlyArray<Pair<LocalKeyword, PlatformKeyword>>
  readonly negatives: ReadonlyArray<Pair<LocalNegative, PlatformNegative>>
  readonly missingAds: ReadonlyArray<LocalAd>
  /** With the ad that they hang on; null for the whole campaign. */
  readonly missingKeywords: ReadonlyArray<Pair<LocalKeyword, Ref>>
  readonly missingNegatives: ReadonlyArray<Pair<LocalNegative, Ref | null>>
  /** Removed here, still there. */
  readonly leftovers: ReadonlyArray<Ref>
  /** Enabled there and paused here, or the other way round. */
  readonly restated: ReadonlyArray<Pair<LocalKeyword, PlatformKeyword>>
}

/** By the platform's name where it is known, else by what it is: the name of a lost answer was never learnt. */
const pairUp = <Here extends { readonly ref: Ref | null }, There extends { readonly ref: Ref }>(
  here: ReadonlyArray<Here>,
  there: ReadonlyArray<There>,
  hereKey: (one: Here) => string | null,
  thereKey: (one: There) => string
): ReadonlyArray<Pair<Here, There>> => {
  const byRef = new Map(there.map((one) => [one.ref, one]))
  const known = new Set(here.flatMap(({ ref }) => ref ?? []))
  const byKey = new Map(there.filter(({ ref }) => !known.has(ref)).map((one) => [thereKey(one), one]))
  return here.flatMap((one) => {
    const key = hereKey(one)
    const found =
      (one.ref === null ? undefined : byRef.get(one.ref)) ?? (key === null ? undefined : byKey.get(key))
    return found === undefined ? [] : [[one, found] as const]
  })
}

const word = (place: string, { match, text }: { readonly match: string; readonly text: string }): string =>
  JSON.stringify([place, text.toLowerCase(), match])

export const matchParts = (local: LocalParts, there: ThereParts): Matched => {
  const present = <A extends { readonly removed: boolean }>(rows: ReadonlyArray<A>) =>
    rows.filter(({ removed }) => !removed)
  const ads = pairUp(
    present(local.ads),
    there.ads,
    ({ name }) => name,
    ({ name }) => name
  )
  const adRefs = new Map(ads.map(([here, { ref }]) => [here.id, ref]))
  const placeOf = (ad: number | null) => (ad === null ? "" : (adRefs.get(ad) ?? null))
  const key = (one: LocalKeyword | LocalNegative) => {
    const place = placeOf(one.ad)
    return place === null ? null : word(place, one)
  }
  const hereKeywords = present(local.keywords)
  const hereNegatives = present(local.negatives)
  const keywords = pairUp(hereKeywords, there.keywords, key, (one) => word(one.ad, one))
  const negatives = pairUp(hereNegatives, there.negatives, key, (one) => word(one.ad ?? "", one))
  const without = <A>(rows: ReadonlyArray<A>, pairs: ReadonlyArray<Pair<A, unknown>>) => {
    const paired = new Set(pairs.map(([one]) => one))
    return rows.filter((one) => !paired.has(one))
  }
  const gone = new Set(
    [...local.keywords, ...local.negatives].flatMap(({ ref, removed }) =>
      removed && ref !== null ? [ref] : []
    )
  )
  // What was removed and added again bears its old name in the platform: it is no leftover.
  for (const [, { ref }] of [...keywords, ...negatives]) gone.delete(ref)
  return {
    ads,
    keywords,
    negatives,
    missingAds: without(local.ads.filter(isServing), ads),
    missingKeywords: without(hereKeywords, keywords).flatMap((one) => {
      const ad = adRefs.get(one.ad)
      return ad === undefined ? [] : [[one, ad] as const]
    }),
    missingNegatives: without(hereNegatives, negatives).flatMap((one) => {
      const ad = one.ad === null ? null : adRefs.get(one.ad)
      return ad === undefined ? [] : [[one, ad] as const]
    }),
    leftovers: [...there.keywords, ...there.negatives].map(({ ref }) => ref).filter((ref) => gone.has(ref)),
    restated: keywords.filter(([here, { state }]) => here.state !== state)
  }
}
