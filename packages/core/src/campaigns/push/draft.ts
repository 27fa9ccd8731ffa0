import type { AdDraft, CampaignDraft, KeywordDraft } from "../../platform/model.ts"
import type { LocalAd, LocalParts } from "./parts.ts"
import type { PushRecord } from "./record.ts"

const keywordsOf = (
  rows: ReadonlyArray<KeywordDraft & { readonly ad: number | null; readonly removed: boolean }>,
  ad: number | null
): ReadonlyArray<KeywordDraft> =>
  rows.filter((row) => row.ad === ad && !row.removed).map(({ match, text }) => ({ match, text }))

/** Whether an ad is finished and enabled. */
export const isServing = (ad: LocalAd): boolean => !ad.removed && ad.state === "enabled"

export const adDraft = (ad: LocalAd, { keywords, negatives }: LocalParts): AdDraft => ({
  name: ad.name,
  url: ad.url,
  headlines: ad.headlines,
  descriptions: ad.descriptions,
  paths: ad.paths,
  keywords: keywordsOf(keywords, ad.id),
  negatives: keywordsOf(negatives, ad.id)
})

/** The columns of a campaign that its creation in the platform needs. */
export type DraftRecord = Pick<
  PushRecord,
  | "id"
  | "organization"
  | "name"
  | "budget"
  | "target_cpa"
  | "language"
  | "cpc_ceiling"
  | "locations"
  | "radius"
  | "sitelinks"
  | "callouts"
>

/** Returns the campaign to create. It is paused: a separate step sets it live once everything exists. */
export const campaignDraft = (record: DraftRecord, parts: LocalParts): CampaignDraft => ({
  name: record.name,
  state: "paused",
  budget: record.budget ?? 0,
  targetCpa: record.target_cpa,
  cpcCeiling: record.cpc_ceiling,
  language: record.language,
  locations: record.locations.map(({ geo_target }) => geo_target),
  radius: record.radius,
  ads: parts.ads.filter(isServing).map((ad) => adDraft(ad, parts)),
  negatives: keywordsOf(parts.negatives, null),
  sitelinks: record.sitelinks.map(({ description1, description2, text, url }) => ({
    text,
    url,
    ...(description1 && description2 ? { description1, description2 } : {})
  })),
  callouts: record.callouts
})
