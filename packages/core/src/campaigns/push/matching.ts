import type { PlatformAd, PlatformKeyword, PlatformNegative, Ref } from "../../platform/model/index.ts"
import { isServing } from "./draft.ts"
import type { LocalAd, LocalKeyword, LocalNegative, LocalParts } from "./parts.ts"

export interface RemoteParts {
  readonly ads: ReadonlyArray<PlatformAd>
  readonly keywords: ReadonlyArray<PlatformKeyword>
  readonly negatives: ReadonlyArray<PlatformNegative>
}

type Pair<Local, Remote> = readonly [Local, Remote]

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
  readonly obsolete: ReadonlyArray<Ref>
  readonly obsoleteAds: ReadonlyArray<Ref>
  /** Enabled there and paused here, or the other way round. */
  readonly stateMismatches: ReadonlyArray<Pair<LocalKeyword, PlatformKeyword>>
}

/** By the platform's name where it is known, else by what it is: the name of a lost answer was never learnt. */
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
      // By its name here only where the one there was never learnt.
      removedAds.some((one) => (one.ref === null ? one.name === name : one.ref === ref))
    )
    .map(({ ref }) => ref)
    .filter((ref) => !pairedAds.has(ref))
  // What was removed and added again bears its old name in the platform: it is no leftover.
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
    // What hangs on an ad goes with it.
    obsolete: [...remote.keywords, ...remote.negatives]
      .filter(({ ad, ref }) => removedRefs.has(ref) && !obsoleteAds.includes(ad ?? ""))
      .map(({ ref }) => ref),
    obsoleteAds,
    stateMismatches: keywords.filter(([localRows, { state }]) => localRows.state !== state)
  }
}

/** How much of what differs a push brings in line: a launch all of it, any other push only what was done here. */
export type ConvergeScope = "all of it" | "what is new or gone" | "what is gone"

const wasNeverPushed = ([one]: Pair<{ readonly ref: Ref | null }, unknown>): boolean => one.ref === null

/** Without what others took away or changed there: that is theirs. */
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
