import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformUnreachable } from "../../platform/errors.ts"
import type { KeywordDraft, Mutation, Ref } from "../../platform/model.ts"
import { updateAll } from "../sync/bulk.ts"
import { readOpenChanges } from "../sync/local.ts"
import { adDraft } from "./draft.ts"
import { ignoreUnknownOutcome } from "./failure.ts"
import { type ConvergeScope, limitToScope, type Matched, matchParts, type RemoteParts } from "./matching.ts"
import { type LocalAd, type LocalParts, markAdsSent, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

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
