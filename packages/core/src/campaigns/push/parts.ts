import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { Match, Ref } from "../../platform/model.ts"
import { runSql, runSqlText } from "../../storage/index.ts"

interface Part {
  readonly id: number
  readonly ref: Ref | null
  readonly removed: boolean
}
export interface LocalAd extends Part {
  readonly name: string
  readonly url: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly state: "generating" | "enabled" | "paused" | "error"
}
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
      runSqlText<Row>(
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
