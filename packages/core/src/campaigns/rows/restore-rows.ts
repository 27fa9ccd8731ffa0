import { Effect } from "effect"
import { runSql, runSqlText } from "../../storage/index.ts"
import { excludeBrandKeywords } from "./brand-negatives.ts"

/*
 * Brings removed drafts and ads back. A removal stamps everything with the time of its transaction; a sync may
 * remove the keywords of a large ad shortly after the ad. Earlier times belong to other removals. Each function
 * requires an open transaction with the organization's lock.
 */

/** SQL: an ad ($2) or the ads of a draft ($2) of the organization $1, with the time at which they were removed. */
const removedAds = {
  ad: "select id, removed_at from ads where organization_id = $1 and id = $2",
  draft: `select a.id, a.removed_at from ads a join campaigns c on c.organization_id = a.organization_id
    and c.id = a.campaign_id and c.removed_at = a.removed_at
    where a.organization_id = $1 and a.campaign_id = $2 and a.state <> 'generating'`
}

const restoreAds = (organization: number, which: keyof typeof removedAds, id: number) =>
  Effect.gen(function* () {
    for (const [table, column] of [
      ["keywords", "ad_id"],
      ["negative_keywords", "ad_id"],
      ["ads", "id"]
    ] as const) {
      yield* runSqlText(
        `update ${table} t set removed_at = null from (${removedAds[which]}) r
         where t.organization_id = $1 and t.${column} = r.id and t.removed_at >= r.removed_at`,
        [organization, id]
      )
    }
  })

/** Restores an ad with the keywords and exclusions that were removed with it. */
export const restoreAd = (organization: number, ad: number) => restoreAds(organization, "ad", ad)

/**
 * Forgets where an ad was in the platform, with its keywords and exclusions. Others removed it there, and what was
 * removed cannot be restored, so the next push creates it anew.
 */
export const forgetPlatformAd = (organization: number, ad: number) =>
  Effect.gen(function* () {
    const clear = "platform_resource_name = null"
    for (const [table, column, columns] of [
      ["keywords", "ad_id", `${clear}, platform_id = null`],
      ["negative_keywords", "ad_id", clear],
      ["ads", "id", `${clear}, platform_id = null, platform_ad_resource_name = null, sent_at = null`]
    ] as const) {
      yield* runSqlText(
        `update ${table} set ${columns} where organization_id = $1 and ${column} = $2 and removed_at is null`,
        [organization, ad]
      )
    }
  })

/** Restores a discarded draft with its ads. An ad that was still being written stays removed. */
export const restoreDraft = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    yield* restoreAds(organization, "draft", campaign)
    const [row] = yield* runSql<{ account: string | null }>`
      update campaigns set removed_at = null, state_error = null, updated_at = now()
      where organization_id = ${organization} and id = ${campaign} returning ad_account_id as account`
    if (row?.account != null) yield* excludeBrandKeywords(organization, row.account)
  })

/** A removed ad as its undo reads it. */
export interface RemovedAd {
  readonly campaign: number
  readonly name: string
  readonly removed: boolean
  /** Whether it was ever sent to the platform, or was never finished. */
  readonly unfinished: boolean
}

export const findRemovedAd = (organization: number, ad: number) =>
  Effect.map(
    runSql<RemovedAd>`select campaign_id as campaign, name, removed_at is not null as removed,
        state = 'generating' as unfinished
      from ads where organization_id = ${organization} and id = ${ad}`,
    ([row]) => row!
  )
