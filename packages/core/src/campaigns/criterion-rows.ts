import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { PlatformChange, PlatformChanges, Ref } from "../platform/model.ts"
import { runSql, valueRows } from "../storage/index.ts"
import { type Campaign, isPlatformFirst } from "./campaign.ts"
import { type Exclusion, termKey } from "./negatives/terms.ts"

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

type KeywordState = "enabled" | "paused"

/** A keyword as edits read it. */
export interface StoredKeyword extends NewKeyword, StoredCriterion {
  readonly state: KeywordState
  /** Its ad's resource name in the platform, if the ad is there. */
  readonly adRef: string | null
}

/** A keyword to be added to an ad. */
export interface NewKeyword extends Exclusion {
  readonly ad: number
  /** Enabled, unless it says otherwise. */
  readonly state?: KeywordState
}

/** The identity of a keyword: its text and match type on its ad. */
export const keywordKey = (ad: string | number, { match, text }: Exclusion): string =>
  `${ad} ${match} ${termKey(text)}`

/**
 * The affected key of a keyword. It uses the text because a new keyword has no id yet. A later change of the
 * keyword then conflicts with an undo of its addition.
 */
export const affectedKeywordKey = (campaign: number, keyword: NewKeyword): string =>
  `campaign/${campaign}/keyword/${keywordKey(keyword.ad, keyword)}`

const columns = `k.id, k.ad_id as ad, k.text, k.match_type as match, k.state, k.platform_resource_name as ref,
  a.platform_resource_name as "adRef", k.removed_at is not null as removed`
const joinedTables = "keywords k join ads a on a.organization_id = k.organization_id and a.id = k.ad_id"

export const readKeywordRows = (organization: number, ids: ReadonlyArray<number>) =>
  runSql<StoredKeyword>(
    `select ${columns} from ${joinedTables} where k.organization_id = $1 and k.id = any($2::bigint[]) order by k.id`,
    [organization, ids]
  )

/** Reads the keywords of ads, in any state. */
export const readKeywordsOn = (organization: number, ads: ReadonlyArray<number>) =>
  runSql<StoredKeyword>(
    `select ${columns} from ${joinedTables}
       where k.organization_id = $1 and k.ad_id = any($2::bigint[]) and k.removed_at is null`,
    [organization, ads]
  )

/** Reads the ads of a campaign that can have keywords. */
export const readAdsOf = (organization: number, campaign: number) =>
  runSql<{
    id: number
    name: string
    ref: string | null
  }>`select id, name, platform_resource_name as ref from ads
      where organization_id = ${organization} and campaign_id = ${campaign} and removed_at is null order by id`

/** Inserts keywords. Platform-first ones are stored as removed until the platform has confirmed them. */
export const writeKeywordRows = (
  organization: number,
  campaign: number,
  keywords: ReadonlyArray<NewKeyword>,
  active: boolean
) =>
  Effect.gen(function* () {
    if (keywords.length === 0) return []
    const values = valueRows(keywords.length, {
      before: ["$1", "$2", active ? "null" : "now()"],
      parameters: 4,
      first: 3
    })
    const rows = yield* runSql<{ id: number }>(
      `insert into keywords (organization_id, campaign_id, removed_at, ad_id, text, match_type, state)
       values ${values} returning id`,
      [
        organization,
        campaign,
        ...keywords.flatMap(({ ad, match, state = "enabled", text }) => [ad, text, match, state])
      ]
    )
    return rows.map(({ id }) => id)
  })

/**
 * Activates planned keywords, with their resource names in the platform. They replace a copy that a sync
 * imported meanwhile.
 */
export const activateKeywords = (
  organization: number,
  withRefs: ReadonlyArray<{ readonly id: number; readonly ref: string | null }>
) =>
  Effect.gen(function* () {
    const [ids, refs] = [withRefs.map(({ id }) => id), withRefs.map(({ ref }) => ref)]
    yield* runSql`
      update keywords copy set removed_at = now(), platform_resource_name = null, platform_id = null
      from keywords ours
      where ours.organization_id = ${organization} and ours.id = any(${ids}::bigint[])
        and copy.organization_id = ${organization} and copy.ad_id = ours.ad_id and copy.id <> ours.id
        and copy.removed_at is null and lower(copy.text) = lower(ours.text) and copy.match_type = ours.match_type`
    yield* runSql`
      update keywords k set removed_at = null, platform_resource_name = v.ref, updated_at = now(),
        platform_id = split_part(v.ref, '~', 2)
      from unnest(${ids}::bigint[], ${refs}::text[]) v(id, ref)
      where k.organization_id = ${organization} and k.id = v.id`
  })

export const setKeywordStates = (organization: number, ids: ReadonlyArray<number>, state: KeywordState) =>
  runSql`update keywords set state = ${state}, updated_at = now()
      where organization_id = ${organization} and id = any(${ids}::bigint[])`
