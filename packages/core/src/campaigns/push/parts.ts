import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { AdDraft, CampaignDraft, KeywordDraft, Match, Ref } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import type { LaunchAd } from "../launch/checks.ts"
import type { PushRecord } from "./record.ts"

interface Part {
  readonly id: number
  readonly ref: Ref | null
  readonly removed: boolean
}
export type LocalAd = Part & Omit<LaunchAd, "keywords" | "sources">
export interface LocalKeyword extends Part {
  readonly ad: number
  readonly text: string
  readonly match: Match
  readonly state: "enabled" | "paused"
}
export interface LocalNegative extends Part {
  /** Null for a negative keyword of the whole campaign. */
  readonly ad: number | null
  readonly text: string
  readonly match: Match
}

/** The ads and keywords of a campaign, including removed ones that may still be in the platform. */
export interface LocalParts {
  readonly ads: ReadonlyArray<LocalAd>
  readonly keywords: ReadonlyArray<LocalKeyword>
  readonly negatives: ReadonlyArray<LocalNegative>
}

export const readParts = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const rows = <Row extends Part>(table: string, columns: string, mayBeInPlatform = "false") =>
      runSql<Row>(
        `select id, platform_resource_name as ref, removed_at is not null as removed, ${columns} from ${table}
         where organization_id = $1 and campaign_id = $2
           and (removed_at is null or platform_resource_name is not null or ${mayBeInPlatform}) order by id`,
        [organization, campaign]
      )
    const words = "ad_id as ad, text, match_type as match"
    const parts: LocalParts = {
      ads: yield* rows<LocalAd>(
        "ads",
        "name, url, headlines, descriptions, paths, state",
        "sent_at is not null"
      ),
      keywords: yield* rows<LocalKeyword>("keywords", `${words}, state`),
      negatives: yield* rows<LocalNegative>("negative_keywords", words)
    }
    return parts
  })

/**
 * Marks ads before their creation is sent. If they are removed before their resource names are stored, the
 * push finds them by name: a removed ad must not keep serving.
 */
export const markAdsSent = (organization: number, ads: ReadonlyArray<LocalAd>) =>
  underOrganizationLock(
    organization,
    runSql`update ads set sent_at = now()
        where organization_id = ${organization} and id = any(${ads.map(({ id }) => id)}::bigint[])`
  )

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
