import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import type { Match, Ref } from "../../platform/model/index.ts"

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
  /** Null for an exclusion on the whole campaign. */
  readonly ad: number | null
  readonly text: string
  readonly match: Match
}

/** What hangs on a campaign, and what did and may still hang on it in the platform. */
export interface LocalParts {
  readonly ads: ReadonlyArray<LocalAd>
  readonly keywords: ReadonlyArray<LocalKeyword>
  readonly negatives: ReadonlyArray<LocalNegative>
}

export const readParts = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = <Row extends Part>(table: string, columns: string, mayBeInPlatform = "false") =>
      sql.unsafe<Row>(
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
 * Notes that the making of ads is about to be sent. Should they be removed before their names in the platform are
 * learnt, they are looked for there by what they are called: nothing may go on serving that is gone here.
 */
export const markAdsSent = (organization: number, ads: ReadonlyArray<LocalAd>) =>
  underOrganizationLock(
    organization,
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`update ads set sent_at = now()
        where organization_id = ${organization} and id = any(${ads.map(({ id }) => id)}::bigint[])`
    )
  )
