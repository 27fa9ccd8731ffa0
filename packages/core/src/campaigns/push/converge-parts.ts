import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformUnreachable } from "../../platform/errors.ts"
import type {
  KeywordDraft,
  Mutation,
  PlatformAd,
  PlatformKeyword,
  PlatformNegative,
  Ref
} from "../../platform/model.ts"
import { updateAll } from "../sync/bulk.ts"
import { readOpenChanges } from "../sync/local.ts"
import {
  adDraft,
  isServing,
  type LocalAd,
  type LocalKeyword,
  type LocalNegative,
  type LocalParts,
  markAdsSent,
  readParts
} from "./parts.ts"
import { ignoreUnknownOutcome, type PushRecord } from "./record.ts"

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
type ConvergeScope = "all of it" | "what is new or gone" | "what is gone"

const wasNeverPushed = ([one]: Pair<{ readonly ref: Ref | null }, unknown>): boolean => one.ref === null

/** Leaves out items that others removed or changed in the platform. */
const limitToScope = (scope: ConvergeScope, matched: Matched): Matched => {
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

/** Each round writes and reads back. A healthy platform needs fewer rounds than this. */
const maxRounds = 4

const readRemote = (account: LinkedAccount, campaign: Ref, local: LocalParts) =>
  Effect.gen(function* () {
    const { platform } = account
    const ads = yield* platform.ads(account, campaign)
    const adsWithNegatives = new Set(local.negatives.flatMap(({ ad }) => ad ?? []))
    const onAds = adsWithNegatives.size === 0 ? [] : ads
    const remote: RemoteParts = {
      ads,
      keywords: yield* platform.keywords(account, { campaign }),
      negatives: [
        ...(yield* platform.negatives(account, { campaign })),
        ...(yield* Effect.forEach(onAds, ({ ref }) => platform.negatives(account, { ad: ref }))).flat()
      ]
    }
    return remote
  })

const withNewRef = <Local extends { readonly ref: Ref | null }, Remote extends { readonly ref: Ref }>(
  pairs: ReadonlyArray<readonly [Local, Remote]>
) => pairs.filter(([local, remote]) => local.ref !== remote.ref)

/** Stores the platform's resource names of existing items. */
const storeRefs = ({ organization }: PushRecord, matched: Matched) => {
  const ads = withNewRef(matched.ads)
  const keywords = withNewRef(matched.keywords)
  const negatives = withNewRef(matched.negatives)
  if (ads.length + keywords.length + negatives.length === 0) return Effect.void
  const name = { platform_resource_name: "text" } as const
  const numbered = { ...name, platform_id: "text" } as const
  return underOrganizationLock(
    organization,
    Effect.gen(function* () {
      yield* updateAll(
        "ads",
        organization,
        { ...numbered, platform_ad_resource_name: "text" },
        ads.map(([{ id }, { adRef, platformId, ref }]) => ({
          id,
          platform_id: platformId,
          platform_resource_name: ref,
          platform_ad_resource_name: adRef
        }))
      )
      yield* updateAll(
        "keywords",
        organization,
        numbered,
        keywords.map(([{ id }, { platformId, ref }]) => ({
          id,
          platform_id: platformId,
          platform_resource_name: ref
        }))
      )
      yield* updateAll(
        "negative_keywords",
        organization,
        name,
        negatives.map(([{ id }, { ref }]) => ({ id, platform_resource_name: ref }))
      )
    })
  )
}

const isInSync = (matched: Matched): boolean =>
  matched.missingAds.length === 0 &&
  matched.missingKeywords.length === 0 &&
  matched.missingNegatives.length === 0 &&
  matched.obsolete.length === 0 &&
  matched.obsoleteAds.length === 0 &&
  matched.stateMismatches.length === 0

/**
 * Whether a change of the campaign is open. A push that reads the rows meanwhile would send again what the
 * change removed, so it is only done once no change is open.
 */
const isBeingChanged = ({ id, organization }: PushRecord) =>
  Effect.map(readOpenChanges(organization, [id]), (changing) => changing.length > 0)

const waitBetween = "100 millis"
const maxWaits = 30

const beingChanged = ({ platform }: LinkedAccount) =>
  new PlatformUnreachable({
    platform: platform.label,
    message: "Another change of the campaign is not confirmed yet"
  })

const keywordOf = ({ match, text }: KeywordDraft): KeywordDraft => ({ match, text })

/**
 * Returns the keyword and negative keyword mutations, for one request that is applied completely or not at
 * all.
 */
const criterionMutations = (campaign: Ref, matched: Matched): ReadonlyArray<Mutation> => [
  ...matched.missingKeywords.map(([one, ad]) => ({ do: "add_keyword", ad, ...keywordOf(one) }) as const),
  ...matched.missingNegatives.map(
    ([one, ad]) =>
      ({ do: "add_negative", parent: ad === null ? { campaign } : { ad }, ...keywordOf(one) }) as const
  ),
  ...matched.obsolete.map((ref) => ({ do: "remove", ref }) as const),
  ...matched.stateMismatches.map(
    ([{ state }, { ref }]) => ({ do: "set_keyword_state", keyword: ref, state }) as const
  )
]

/** Creates an ad in the platform. Returns the ad if the platform refuses it and another push reports that. */
const createAd = ({ account, campaign, hasOwnPush }: PushTarget, ad: LocalAd, local: LocalParts) =>
  ignoreUnknownOutcome(account.platform.createAd(account, campaign, adDraft(ad, local))).pipe(
    Effect.as("sent" as const),
    Effect.catchIf(
      (error) => error._tag === "PlatformRefused" && hasOwnPush(ad),
      () => Effect.succeed("declined" as const)
    )
  )

interface PushTarget {
  readonly account: LinkedAccount
  readonly campaign: Ref
  /** Whether another push handles this ad and reports its result. */
  readonly hasOwnPush: (ad: LocalAd) => boolean
}

/** Returns the ads that the platform refuses and that other pushes report. */
const writeDifferences = (target: PushTarget, organization: number, local: LocalParts, matched: Matched) =>
  Effect.gen(function* () {
    const { account, campaign } = target
    const { platform } = account
    const declined: Array<number> = []
    // Remove obsolete ads first: a new ad may need their name.
    for (const ad of matched.obsoleteAds) yield* ignoreUnknownOutcome(platform.removeAd(account, ad))
    if (matched.missingAds.length > 0) yield* markAdsSent(organization, matched.missingAds)
    for (const ad of matched.missingAds) {
      if ((yield* createAd(target, ad, local)) === "declined") declined.push(ad.id)
    }
    const mutations = criterionMutations(campaign, matched)
    if (mutations.length > 0) yield* ignoreUnknownOutcome(platform.mutate(account, mutations))
    return declined
  })

/**
 * Brings ads, keywords and negative keywords in the platform to our state, and stores their resource names.
 * In a live campaign every new ad has a task with its own push. That push reports a refused ad, so it does
 * not block the others. `own` is the ad of this push, if any.
 */
export const convergeParts = (
  account: LinkedAccount,
  campaign: Ref,
  record: PushRecord,
  scope: ConvergeScope,
  ownAd: number | null
) =>
  Effect.gen(function* () {
    const hasOwnPush = ({ id }: LocalAd) => scope === "what is new or gone" && id !== ownAd
    const target = { account, campaign, hasOwnPush }
    const declined = new Set<number>()
    let waits = 0
    for (let round = 1; round <= maxRounds; round++) {
      const changing = yield* isBeingChanged(record)
      const local = yield* readParts(record.organization, record.id)
      const found = limitToScope(scope, matchParts(local, yield* readRemote(account, campaign, local)))
      const matched = { ...found, missingAds: found.missingAds.filter(({ id }) => !declined.has(id)) }
      yield* storeRefs(record, matched)
      if (isInSync(matched)) {
        if (!changing) return
        if (++waits > maxWaits) return yield* beingChanged(account)
        yield* Effect.sleep(waitBetween)
        round = 0
        continue
      }
      for (const ad of yield* writeDifferences(target, record.organization, local, matched)) declined.add(ad)
    }
    return yield* new PlatformUnreachable({
      platform: account.platform.label,
      message: "It does not show what was sent to it"
    })
  })
