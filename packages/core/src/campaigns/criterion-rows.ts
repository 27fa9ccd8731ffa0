import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PlatformChange, PlatformChanges, Ref } from "../platform/model.ts"
import { runSql } from "../storage/index.ts"
import { type Campaign, isPlatformFirst } from "./campaign.ts"

/** Keywords and negative keywords: criteria of an ad or a campaign, which are added and removed alike. */
export type CriterionTable = "keywords" | "negative_keywords"

/** A row of either table, as edits read it. */
export interface StoredCriterion {
  readonly id: number
  readonly text: string
  /** Its resource name in the platform, if it is there. */
  readonly ref: string | null
  readonly removed: boolean
}

/** Deletes rows that were only planned and never reached the platform. */
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

/** Returns the campaign's resource name in the platform. */
export const platformRefOf = (organization: number, campaign: number) =>
  Effect.map(
    runSql<{ ref: string }>`select platform_resource_name as ref from campaigns
        where organization_id = ${organization} and id = ${campaign}`,
    ([row]) => row!.ref
  )

/** Returns the mutations that an edit of keywords or negative keywords sends; null if nothing is sent. */
export const criterionChanges = (
  campaign: Campaign,
  changesOf: (campaign: Ref) => ReadonlyArray<PlatformChange>
): PlatformChanges | null => {
  const { ad_account_id: account, platform_resource_name: ref } = campaign
  if (!isPlatformFirst(campaign) || account === null || ref === null) return null
  const changes = changesOf(ref)
  return changes.length === 0 ? null : { account, changes }
}
