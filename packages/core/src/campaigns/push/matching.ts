import type { PlatformAd, PlatformKeyword, PlatformNegative, Ref } from "../../platform/model.ts"
import { isServing } from "./draft.ts"
import type { LocalAd, LocalKeyword, LocalNegative, LocalParts } from "./parts.ts"

export interface RemoteParts {
  readonly ads: ReadonlyArray<PlatformAd>
  readonly keywords: ReadonlyArray<PlatformKeyword>
  readonly negatives: ReadonlyArray<PlatformNegative>
}

type Pair<Local, Remote> = readonly [Local, Remote]

/** The matching local and remote items, and the differences to push. */
export interface Matched {
  readonly ads: ReadonlyArray<Pair<LocalAd, PlatformAd>>
  readonly keywords: ReadonlyArray<Pair<LocalKeyword, PlatformKeyword>>
  readonly negatives: ReadonlyArray<Pair<LocalNegative, PlatformNegative>>
  readonly missingAds: ReadonlyArray<LocalAd>
  /** With the ad that they belong to; null for the whole campaign. */
  readonly missingKeywords: ReadonlyArray<Pair<LocalKeyword, Ref>>
  readonly missingNegatives: ReadonlyArray<Pair<LocalNegative, Ref | null>>
  /** Removed locally, still in the platform. */
  readonly obsolete: ReadonlyArray<Ref>
  readonly obsoleteAds: ReadonlyArray<Ref>
  /** Enabled in the platform and paused locally, or the reverse. */
  readonly stateMismatches: ReadonlyArray<Pair<LocalKeyword, PlatformKeyword>>
}

/** Matches by resource name if it is known, else by content: the name of a lost response was never stored. */
const pairUp = <Local extends { readonly ref: Ref | null }, Remote extends { readonly ref: Ref }>(
  localRows: ReadonlyArray<Local>,
  remote: ReadonlyArray<Remote>,
  localKey: (one: Local) => string | null,
  remoteKey: (one: Remote) => string
): ReadonlyArray<Pair<Local, Remote>> => {
  const byRef = new Map(remote.map((one) => [one.ref, one]))
  const known = new Set(localRows.flatMap(({ ref }) => ref ?? []))
  const byKey = new Map(remote.filter(({ ref }) => !known.has(ref)).map((one) => [remoteKey(one), one]))
  return localRows.flatMap((one) => {
    const key = localKey(one)
    const found =
      (one.ref === null ? undefined : byRef.get(one.ref)) ?? (key === null ? undefined : byKey.get(key))
    return found === undefined ? [] : [[one, found] as const]
  })
}

const criterionKey = (
  parent: string,
  { match, text }: { readonly match: string; readonly text: string }
): string => JSON.stringify([parent, text.toLowerCase(), match])

export const matchParts = (local: LocalParts, remote: RemoteParts): Matched => {
  const present = <A extends { readonly removed: boolean }>(rows: ReadonlyArray<A>) =>
    rows.filter(({ removed }) => !removed)
  const ads = pairUp(
    present(local.ads),
    remote.ads,
    ({ name }) => name,
    ({ name }) => name
  )
  const adRefs = new Map(ads.map(([localRows, { ref }]) => [localRows.id, ref]))
  const parentOf = (ad: number | null) => (ad === null ? "" : (adRefs.get(ad) ?? null))
  const key = (one: LocalKeyword | LocalNegative) => {
    const parent = parentOf(one.ad)
    return parent === null ? null : criterionKey(parent, one)
  }
  const localKeywords = present(local.keywords)
  const localNegatives = present(local.negatives)
  const keywords = pairUp(localKeywords, remote.keywords, key, (one) => criterionKey(one.ad, one))
  const negatives = pairUp(localNegatives, remote.negatives, key, (one) => criterionKey(one.ad ?? "", one))
  const without = <A>(rows: ReadonlyArray<A>, pairs: ReadonlyArray<Pair<A, unknown>>) => {
    const paired = new Set(pairs.map(([one]) => one))
    return rows.filter((one) => !paired.has(one))
  }
  const removedRefs = new Set(
    [...local.keywords, ...local.negatives].flatMap(({ ref, removed }) =>
      removed && ref !== null ? [ref] : []
    )
  )
  const pairedAds = new Set(ads.map(([, { ref }]) => ref))
  const removedAds = local.ads.filter(({ removed }) => removed)
  const obsoleteAds = remote.ads
    .filter(({ name, ref }) =>
      // By local name only if the resource name is unknown.
      removedAds.some((one) => (one.ref === null ? one.name === name : one.ref === ref))
    )
    .map(({ ref }) => ref)
    .filter((ref) => !pairedAds.has(ref))
  // An item that was removed and added again has its old resource name in the platform, so it is not
  // obsolete.
  for (const [, { ref }] of [...keywords, ...negatives]) removedRefs.delete(ref)
  return {
    ads,
    keywords,
    negatives,
    missingAds: without(local.ads.filter(isServing), ads),
    missingKeywords: without(localKeywords, keywords).flatMap((one) => {
      const ad = adRefs.get(one.ad)
      return ad === undefined ? [] : [[one, ad] as const]
    }),
    missingNegatives: without(localNegatives, negatives).flatMap((one) => {
      const ad = one.ad === null ? null : adRefs.get(one.ad)
      return ad === undefined ? [] : [[one, ad] as const]
    }),
    // Items of a removed ad are removed with it.
    obsolete: [...remote.keywords, ...remote.negatives]
      .filter(({ ad, ref }) => removedRefs.has(ref) && !obsoleteAds.includes(ad ?? ""))
      .map(({ ref }) => ref),
    obsoleteAds,
    stateMismatches: keywords.filter(([localRows, { state }]) => localRows.state !== state)
  }
}

/** Which differences a push resolves: a launch resolves all, any other push only those made here. */
export type ConvergeScope = "all of it" | "what is new or gone" | "what is gone"

const wasNeverPushed = ([one]: Pair<{ readonly ref: Ref | null }, unknown>): boolean => one.ref === null

/** Leaves out items that others removed or changed in the platform. */
export const limitToScope = (scope: ConvergeScope, matched: Matched): Matched => {
  if (scope === "all of it") return matched
  const createsNew = scope === "what is new or gone"
  return {
    ...matched,
    missingAds: matched.missingAds.filter(({ ref }) => createsNew && ref === null),
    missingKeywords: matched.missingKeywords.filter((one) => createsNew && wasNeverPushed(one)),
    missingNegatives: matched.missingNegatives.filter((one) => createsNew && wasNeverPushed(one)),
    stateMismatches: []
  }
}
