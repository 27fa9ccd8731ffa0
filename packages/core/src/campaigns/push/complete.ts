import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { AdPlatformShape } from "../../platform/ad-platform.ts"
import { PlatformUnreachable } from "../../platform/errors.ts"
import type { AdAccount, Ref } from "../../platform/model/index.ts"
import { adDraft } from "./draft.ts"
import { lookAgain } from "./failure.ts"
import { type Matched, matchParts, type ThereParts } from "./matching.ts"
import { type LocalParts, readParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

/** Writing, and looking whether it was done: more rounds than a healthy platform needs. */
const rounds = 4

const look = (platform: AdPlatformShape, account: AdAccount, campaign: Ref, local: LocalParts) =>
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

/** Remembers the platform's names of what is there. */
const learn = ({ organization }: PushRecord, { ads, keywords, negatives }: Matched) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    for (const [here, there] of ads) {
      if (here.ref === there.ref) continue
      yield* sql`update ads set platform_id = ${there.platformId}, platform_resource_name = ${there.ref},
          platform_ad_resource_name = ${there.adRef} where organization_id = ${organization} and id = ${here.id}`
    }
    for (const [here, there] of keywords) {
      if (here.ref === there.ref) continue
      yield* sql`update keywords set platform_id = ${there.platformId}, platform_resource_name = ${there.ref}
        where organization_id = ${organization} and id = ${here.id}`
    }
    for (const [here, there] of negatives) {
      if (here.ref === there.ref) continue
      yield* sql`update negative_keywords set platform_resource_name = ${there.ref}
        where organization_id = ${organization} and id = ${here.id}`
    }
  })

const isWhole = (matched: Matched): boolean =>
  matched.missingAds.length === 0 &&
  matched.missingKeywords.length === 0 &&
  matched.missingNegatives.length === 0 &&
  matched.leftovers.length === 0 &&
  matched.restated.length === 0

const mend = (
  platform: AdPlatformShape,
  account: AdAccount,
  campaign: Ref,
  local: LocalParts,
  matched: Matched
) =>
  Effect.gen(function* () {
    for (const ad of matched.missingAds) {
      yield* lookAgain(platform.createAd(account, campaign, adDraft(ad, local)))
    }
    for (const [ad, rows] of Map.groupBy(matched.missingKeywords, ([, ref]) => ref)) {
      yield* lookAgain(
        platform.addKeywords(
          account,
          ad,
          rows.map(([one]) => one)
        )
      )
    }
    for (const [ad, rows] of Map.groupBy(matched.missingNegatives, ([, ref]) => ref)) {
      const drafts = rows.map(([one]) => one)
      yield* lookAgain(platform.addNegatives(account, ad === null ? { campaign } : { ad }, drafts))
    }
    if (matched.leftovers.length > 0) yield* lookAgain(platform.removeKeywords(account, matched.leftovers))
    for (const [state, rows] of Map.groupBy(matched.restated, ([here]) => here.state)) {
      const refs = rows.map(([, { ref }]) => ref)
      yield* lookAgain(platform.setKeywordState(account, refs, state))
    }
  })

/** Brings ads, keywords and negatives in the platform to what is here, and learns their names. */
export const complete = (platform: AdPlatformShape, account: AdAccount, campaign: Ref, record: PushRecord) =>
  Effect.gen(function* () {
    for (let round = 1; round <= rounds; round++) {
      const local = yield* readParts(record.organization, record.id)
      const matched = matchParts(local, yield* look(platform, account, campaign, local))
      yield* learn(record, matched)
      if (isWhole(matched)) return
      yield* mend(platform, account, campaign, local, matched)
    }
    return yield* new PlatformUnreachable({ message: "It does not show what was sent to it" })
  })
