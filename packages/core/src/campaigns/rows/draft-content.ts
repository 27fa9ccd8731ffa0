import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { decodeTargeting, type StoredTargeting } from "../stored-json.ts"

/** What people can change of a draft besides its ads. */
export interface StoredDraftContent extends StoredTargeting {
  readonly account: string | null
  readonly language: string | null
  readonly callouts: ReadonlyArray<string>
  readonly locationQuestion: string | null
  /** Whether it is finished; imported campaigns are. */
  readonly written: boolean
}

type Row = Omit<StoredDraftContent, keyof StoredTargeting> & {
  readonly [Column in keyof StoredTargeting]: unknown
}

export const readDraftContent = (organization: number, campaign: number) =>
  Effect.map(
    runSql<Row>`
      select ad_account_id as account, language, callouts, location_question as "locationQuestion", locations, radius, sitelinks,
        origin <> 'created' or generated_at is not null as written
      from campaigns where organization_id = ${organization} and id = ${campaign}`,
    ([row]): StoredDraftContent => ({
      ...row!,
      ...decodeTargeting({ ...row!, organization, id: campaign })
    })
  )

/** The parts of an ad that people can change on a draft. */
export interface AdParts {
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly url: string
}

export interface StoredAdParts extends AdParts {
  readonly id: number
  readonly campaign: number
  readonly name: string
  readonly state: "generating" | "enabled" | "paused" | "error"
  /** The text ad in the platform, if it is there. */
  readonly textRef: string | null
}

/** Null for an ad that does not exist or was removed. */
export const readAdParts = (organization: number, ad: number) =>
  Effect.map(
    runSql<StoredAdParts>`
      select id, campaign_id as campaign, name, state, headlines, descriptions, paths, url,
        platform_ad_resource_name as "textRef"
      from ads where organization_id = ${organization} and id = ${ad} and removed_at is null`,
    ([row]) => row ?? null
  )

/** Reads the ads of a campaign, oldest first. */
export const readAdPartsOf = (organization: number, campaign: number) =>
  runSql<StoredAdParts>`
    select id, campaign_id as campaign, name, state, headlines, descriptions, paths, url,
      platform_ad_resource_name as "textRef"
    from ads where organization_id = ${organization} and campaign_id = ${campaign} and removed_at is null
    order by id`

/** A keyword of a campaign as people name it. */
interface NamedKeyword {
  readonly id: number
  readonly ad: number
  readonly text: string
  readonly match: "phrase" | "exact" | "broad"
  readonly state: "enabled" | "paused"
}

export const readNamedKeywords = (organization: number, campaign: number) =>
  runSql<NamedKeyword>`
    select id, ad_id as ad, text, match_type as match, state from keywords
    where organization_id = ${organization} and campaign_id = ${campaign} and removed_at is null order by id`
