import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PlatformChange, PlatformChanges, Ref } from "../platform/model/index.ts"
import { type Campaign, isPlatformFirst } from "./campaign.ts"

/** Keywords and exclusions: words on an ad or a campaign, which come and go alike. */
type CriterionTable = "keywords" | "negative_keywords"

/** A row of either as edits see it. */
export interface StoredCriterion {
  readonly id: number
  readonly text: string
  /** Its name in the platform, where it is there. */
  readonly ref: string | null
  readonly removed: boolean
}

/** What was only intended goes without a trace. */
export const deletePending = (table: CriterionTable, organization: number, ids: ReadonlyArray<number>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from ${sql(table)}
      where organization_id = ${organization} and id = any(${ids}::bigint[]) and removed_at is not null`
  )

export const markRemoved = (table: CriterionTable, organization: number, ids: ReadonlyArray<number>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`update ${sql(table)} set removed_at = now()
      where organization_id = ${organization} and id = any(${ids}::bigint[]) and removed_at is null`
  )

/** The campaign's name in the platform. */
export const platformRefOf = (organization: number, campaign: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ ref: string }>`select platform_resource_name as ref from campaigns
        where organization_id = ${organization} and id = ${campaign}`,
      ([row]) => row!.ref
    )
  )

/** What the platform would receive of an edit of keywords or exclusions; null where they stay here. */
export const criterionChanges = (
  campaign: Campaign,
  changesOf: (campaign: Ref) => ReadonlyArray<PlatformChange>
): PlatformChanges | null => {
  const { ad_account_id: account, platform_resource_name: ref } = campaign
  if (!isPlatformFirst(campaign) || account === null || ref === null) return null
  const changes = changesOf(ref)
  return changes.length === 0 ? null : { account, changes }
}
