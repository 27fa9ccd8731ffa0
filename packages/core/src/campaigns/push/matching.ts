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
  readonly leftoverAds: ReadonlyArray<Ref>
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
  const pairedAds = new Set(ads.map(([, { ref }]) => ref))
  const goneAds = local.ads.filter(({ removed }) => removed)
  const leftoverAds = there.ads
    .filter(({ name, ref }) =>
      // By its name here only where the one there was never learnt.
      goneAds.some((one) => (one.ref === null ? one.name === name : one.ref === ref))
    )
    .map(({ ref }) => ref)
    .filter((ref) => !pairedAds.has(ref))
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
    // What hangs on an ad goes with it.
    leftovers: [...there.keywords, ...there.negatives]
      .filter(({ ad, ref }) => gone.has(ref) && !leftoverAds.includes(ad ?? ""))
      .map(({ ref }) => ref),
    leftoverAds,
    restated: keywords.filter(([here, { state }]) => here.state !== state)
  }
}

/** How much of what differs a push brings in line: a launch all of it, any other push only what was done here. */
export type Reach = "all of it" | "what is new or gone" | "what is gone"

const neverThere = ([one]: Pair<{ readonly ref: Ref | null }, unknown>): boolean => one.ref === null

/** Without what others took away or changed there: that is theirs. */
export const within = (reach: Reach, matched: Matched): Matched => {
  if (reach === "all of it") return matched
  const makes = reach === "what is new or gone"
  return {
    ...matched,
    missingAds: matched.missingAds.filter(({ ref }) => makes && ref === null),
    missingKeywords: matched.missingKeywords.filter((one) => makes && neverThere(one)),
    missingNegatives: matched.missingNegatives.filter((one) => makes && neverThere(one)),
    restated: []
  }
}
