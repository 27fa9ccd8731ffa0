import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import type { AdPlatformShape } from "../../platform/ad-platform.ts"
import { PlatformUnreachable } from "../../platform/errors.ts"
import type { AdAccount, KeywordDraft, Mutation, Ref } from "../../platform/model/index.ts"
import { updateAll } from "../sync/bulk.ts"
import { adDraft } from "./draft.ts"
import { readBackLater } from "./failure.ts"
import { type Matched, matchParts, type Reach, type ThereParts, within } from "./matching.ts"
import { type LocalAd, type LocalParts, noteSent, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

/** Writing, and looking whether it was done: more rounds than a healthy platform needs. */
const rounds = 4

const readThere = (platform: AdPlatformShape, account: AdAccount, campaign: Ref, local: LocalParts) =>
  Effect.gen(function* () {
    const ads = yield* platform.ads(account, campaign)
    const places = new Set(local.negatives.flatMap(({ ad }) => ad ?? []))
    const onAds = places.size === 0 ? [] : ads
    const there: ThereParts = {
      ads,
      keywords: yield* platform.keywords(account, { campaign }),
      negatives: [
        ...(yield* platform.negatives(account, { campaign })),
        ...(yield* Effect.forEach(onAds, ({ ref }) => platform.negatives(account, { ad: ref }))).flat()
      ]
    }
    return there
  })

const renamed = <Here extends { readonly ref: Ref | null }, There extends { readonly ref: Ref }>(
  pairs: ReadonlyArray<readonly [Here, There]>
) => pairs.filter(([here, there]) => here.ref !== there.ref)

/** Remembers the platform's names of what is there. */
const keepNames = ({ organization }: PushRecord, matched: Matched) => {
  const ads = renamed(matched.ads)
  const keywords = renamed(matched.keywords)
  const negatives = renamed(matched.negatives)
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

const isWhole = (matched: Matched): boolean =>
  matched.missingAds.length === 0 &&
  matched.missingKeywords.length === 0 &&
  matched.missingNegatives.length === 0 &&
  matched.leftovers.length === 0 &&
  matched.leftoverAds.length === 0 &&
  matched.restated.length === 0

const sameWords = ({ match, text }: KeywordDraft): KeywordDraft => ({ match, text })

/** What brings the words on ads and campaign in line, as one request: all of it or nothing. */
const wordMutations = (campaign: Ref, matched: Matched): ReadonlyArray<Mutation> => [
  ...matched.missingKeywords.map(([one, ad]) => ({ do: "add_keyword", ad, ...sameWords(one) }) as const),
  ...matched.missingNegatives.map(
    ([one, ad]) =>
      ({ do: "add_negative", place: ad === null ? { campaign } : { ad }, ...sameWords(one) }) as const
  ),
  ...matched.leftovers.map((ref) => ({ do: "remove", ref }) as const),
  ...matched.restated.map(
    ([{ state }, { ref }]) => ({ do: "set_keyword_state", keyword: ref, state }) as const
  )
]

/** Makes an ad there, or answers that the platform declines it, where that is somebody else's to hear. */
const makeAd = ({ account, campaign, isOthers, platform }: Writing, ad: LocalAd, local: LocalParts) =>
  readBackLater(platform.createAd(account, campaign, adDraft(ad, local))).pipe(
    Effect.as("sent" as const),
    Effect.catchIf(
      (error) => error._tag === "PlatformRefused" && isOthers(ad),
      () => Effect.succeed("declined" as const)
    )
  )

interface Writing {
  readonly platform: AdPlatformShape
  readonly account: AdAccount
  readonly campaign: Ref
  /** Whether an ad is brought by a push of its own too, which tells what becomes of it. */
  readonly isOthers: (ad: LocalAd) => boolean
}

/** Answers the ads that the platform declines and that are others' to hear of. */
const writeDifferences = (writing: Writing, organization: number, local: LocalParts, matched: Matched) =>
  Effect.gen(function* () {
    const { account, campaign, platform } = writing
    const declined: Array<number> = []
    // First of all what shall not be shown any more: its name may be wanted by what comes.
    for (const ad of matched.leftoverAds) yield* readBackLater(platform.removeAd(account, ad))
    if (matched.missingAds.length > 0) yield* noteSent(organization, matched.missingAds)
    for (const ad of matched.missingAds) {
      if ((yield* makeAd(writing, ad, local)) === "declined") declined.push(ad.id)
    }
    const words = wordMutations(campaign, matched)
    if (words.length > 0) yield* readBackLater(platform.mutate(account, words))
    return declined
  })

/**
 * Brings ads, keywords and negatives in the platform to what is here, and learns their names. On a campaign that runs every
 * new ad has a task with a push of its own, so that one which the platform declines is told there, and stands in no
 * other's way: `own` is the one that this push is about, if any.
 */
export const complete = (
  platform: AdPlatformShape,
  account: AdAccount,
  campaign: Ref,
  record: PushRecord,
  reach: Reach,
  own: number | null
) =>
  Effect.gen(function* () {
    const isOthers = ({ id }: LocalAd) => reach === "what is new or gone" && id !== own
    const writing = { platform, account, campaign, isOthers }
    const declined = new Set<number>()
    for (let round = 1; round <= rounds; round++) {
      const local = yield* readParts(record.organization, record.id)
      const found = within(reach, matchParts(local, yield* readThere(platform, account, campaign, local)))
      const matched = { ...found, missingAds: found.missingAds.filter(({ id }) => !declined.has(id)) }
      yield* keepNames(record, matched)
      if (isWhole(matched)) return
      for (const ad of yield* writeDifferences(writing, record.organization, local, matched)) declined.add(ad)
    }
    return yield* new PlatformUnreachable({ message: "It does not show what was sent to it" })
  })
