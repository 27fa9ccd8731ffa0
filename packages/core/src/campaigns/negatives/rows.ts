import { Effect } from "effect"
import { runSql, valueRows } from "../../storage/index.ts"
import type { StoredCriterion } from "../criterion-rows.ts"
import { type Exclusion, termKey } from "./terms.ts"

/* Negative keyword lists that campaigns share, or that concern a whole account. They are kept in the platform. */

/** SQL: the keywords of the lists that concern a campaign, for `from campaigns c, …`; `n` is a keyword, `l` its list. */
export const listedNegatives = `negative_lists l, unnest(l.texts, l.match_types) with ordinality n(text, match_type, place)
  where l.organization_id = $1 and l.ad_account_id = c.ad_account_id
    and (l.campaign_ids is null or c.id = any(l.campaign_ids))`

/** A keyword of a list that concerns a campaign. */
export interface ListedNegative extends Exclusion {
  readonly list: string
}

/** Reads the keywords of the lists that concern a campaign. */
export const readListedNegatives = (organization: number, campaign: number) =>
  runSql<ListedNegative>(
    `select n.text, n.match_type as match, l.name as list
     from campaigns c, ${listedNegatives} and c.organization_id = $1 and c.id = $2`,
    [organization, campaign]
  )

/** A negative keyword of a whole campaign, or of one of its ads. */
export interface StoredNegative extends Exclusion, StoredCriterion {
  /** Null if it applies to the whole campaign. */
  readonly ad: number | null
  /** Its ad's resource name in the platform, if the ad is there. */
  readonly adRef: string | null
  readonly adRemoved: boolean
}

/** A negative keyword and its resource name in the platform. */
export interface NamedNegative {
  readonly id: number
  /** Null while the campaign does not run there: its launch sends it. */
  readonly ref: string | null
}

/** The identity of an exclusion within a campaign. */
export const exclusionKey = ({ match, text }: Exclusion): string => `${match} ${termKey(text)}`

/** The affected key of an exclusion. It uses the text because a new exclusion has no id yet. */
export const affectedNegativeKey = (
  campaign: number,
  { ad, match, text }: Exclusion & { readonly ad?: number | null }
): string => `campaign/${campaign}${ad == null ? "" : `/ad/${ad}`}/negative/${match}/${termKey(text)}`

const columns = `n.id, n.text, n.match_type as match, n.platform_resource_name as ref, n.ad_id as ad,
  a.platform_resource_name as "adRef", a.removed_at is not null as "adRemoved",
  n.removed_at is not null and n.awaits_campaign_id is null as removed`
const joinedTables =
  "negative_keywords n left join ads a on a.organization_id = n.organization_id and a.id = n.ad_id"

export const readNegatives = (organization: number, ids: ReadonlyArray<number>) =>
  runSql<StoredNegative>(
    `select ${columns} from ${joinedTables} where n.organization_id = $1 and n.id = any($2::bigint[]) order by n.id`,
    [organization, ids]
  )

/** Reads the negative keywords in force on a campaign and on its ads, without those of lists. */
export const readOwnNegatives = (organization: number, campaign: number) =>
  runSql<StoredNegative>(
    `select ${columns} from ${joinedTables}
     where n.organization_id = $1 and n.campaign_id = $2 and n.removed_at is null order by n.id`,
    [organization, campaign]
  )

/** Reads removed negative keywords that can be restored: their ad exists, and no other one took their place. */
export const readRestorableNegatives = (organization: number, ids: ReadonlyArray<number>) =>
  runSql<StoredNegative>(
    `select ${columns} from ${joinedTables}
     where n.organization_id = $1 and n.id = any($2::bigint[]) and n.removed_at is not null and a.removed_at is null
       and not exists (select 1 from negative_keywords o where o.organization_id = $1
         and o.campaign_id = n.campaign_id and o.ad_id is not distinct from n.ad_id and o.removed_at is null
         and lower(o.text) = lower(n.text) and o.match_type = n.match_type)
     order by n.id`,
    [organization, ids]
  )

/**
 * Inserts the exclusions of an action. Platform-first ones are stored as removed until the platform has
 * confirmed them, so reads ignore them before.
 */
export const writeNegatives = (
  organization: number,
  campaign: number,
  action: string,
  negatives: ReadonlyArray<Exclusion>,
  active: boolean
) =>
  Effect.gen(function* () {
    const [texts, matches] = [negatives.map(({ text }) => text), negatives.map(({ match }) => match)]
    // The platform reuses the resource name for the same text, and a name has one owner.
    yield* runSql`
      update negative_keywords old set platform_resource_name = null
      from unnest(${texts}::text[], ${matches}::text[]) n(text, match)
      where old.organization_id = ${organization} and old.campaign_id = ${campaign} and old.ad_id is null
        and old.removed_at is not null and lower(old.text) = lower(n.text) and old.match_type = n.match`
    if (negatives.length === 0) return []
    const values = valueRows(negatives.length, {
      before: ["$1", "$2", "$3", "'dashboard'", active ? "null" : "now()"],
      parameters: 2,
      first: 4
    })
    const rows = yield* runSql<{ id: number }>(
      `insert into negative_keywords (organization_id, campaign_id, action_id, source, removed_at, text, match_type)
       values ${values} returning id`,
      [organization, campaign, action, ...negatives.flatMap(({ match, text }) => [text, match])]
    )
    return rows.map(({ id }) => id)
  })

/**
 * Activates planned exclusions, with their resource names in the platform. They replace a copy that a sync
 * imported meanwhile.
 */
export const activateNegatives = (
  organization: number,
  campaign: number,
  withRefs: ReadonlyArray<NamedNegative>
) =>
  Effect.gen(function* () {
    const [ids, refs] = [withRefs.map((one) => one.id), withRefs.map((one) => one.ref)]
    yield* runSql`
      delete from negative_keywords copy using negative_keywords ours
      where ours.organization_id = ${organization} and ours.id = any(${ids}::bigint[])
        and copy.organization_id = ${organization} and copy.campaign_id = ${campaign}
        and copy.ad_id is not distinct from ours.ad_id and copy.removed_at is null and copy.id <> ours.id and copy.source = 'imported'
        and lower(copy.text) = lower(ours.text) and copy.match_type = ours.match_type`
    // The platform reuses the resource name for the same text, and a name has one owner.
    yield* runSql`
      update negative_keywords old set platform_resource_name = null from unnest(${ids}::bigint[], ${refs}::text[]) v(id, ref)
      where old.organization_id = ${organization} and old.platform_resource_name = v.ref and old.id <> v.id
        and old.removed_at is not null`
    yield* runSql`
      update negative_keywords n set removed_at = null, awaits_campaign_id = null, platform_resource_name = v.ref
      from unnest(${ids}::bigint[], ${refs}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.id = v.id`
  })

/**
 * Marks exclusions that someone else created in the platform before: they are not part of this action, and
 * its undo leaves them.
 */
export const markAsImported = (
  organization: number,
  campaign: number,
  existing: ReadonlyArray<NamedNegative>
) =>
  Effect.gen(function* () {
    const ids = existing.map((one) => one.id)
    // A sync may have imported them meanwhile; then nothing is to be stored.
    yield* runSql`
      delete from negative_keywords ours using negative_keywords there
      where ours.organization_id = ${organization} and ours.id = any(${ids}::bigint[]) and ours.removed_at is not null
        and there.organization_id = ${organization} and there.campaign_id = ${campaign}
        and there.ad_id is not distinct from ours.ad_id and there.removed_at is null and lower(there.text) = lower(ours.text)
        and there.match_type = ours.match_type`
    yield* runSql`
      update negative_keywords n
      set removed_at = null, platform_resource_name = v.ref, source = 'imported', action_id = null
      from unnest(${ids}::bigint[], ${existing.map((one) => one.ref)}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.id = v.id`
  })
