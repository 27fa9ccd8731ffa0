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

export interface StoredNegative extends Exclusion, StoredCriterion {}

/** A negative keyword and its resource name in the platform. */
export interface NamedNegative {
  readonly id: number
  /** Null while the campaign does not run there: its launch sends it. */
  readonly ref: string | null
}

/** The identity of an exclusion within a campaign. */
export const exclusionKey = ({ match, text }: Exclusion): string => `${match} ${termKey(text)}`

/** The affected key of an exclusion. It uses the text because a new exclusion has no id yet. */
export const affectedNegativeKey = (campaign: number, { match, text }: Exclusion): string =>
  `campaign/${campaign}/negative/${match}/${termKey(text)}`

export const readNegatives = (organization: number, ids: ReadonlyArray<number>) =>
  runSql<StoredNegative>`
      select id, text, match_type as match, platform_resource_name as ref,
        removed_at is not null and awaits_campaign_id is null as removed
      from negative_keywords where organization_id = ${organization} and id = any(${ids}::bigint[]) order by id`

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
        and copy.organization_id = ${organization} and copy.campaign_id = ${campaign} and copy.ad_id is null
        and copy.removed_at is null and copy.id <> ours.id and copy.source = 'imported'
        and lower(copy.text) = lower(ours.text) and copy.match_type = ours.match_type`
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
        and there.organization_id = ${organization} and there.campaign_id = ${campaign} and there.ad_id is null
        and there.removed_at is null and lower(there.text) = lower(ours.text)
        and there.match_type = ours.match_type`
    yield* runSql`
      update negative_keywords n
      set removed_at = null, platform_resource_name = v.ref, source = 'imported', action_id = null
      from unnest(${ids}::bigint[], ${existing.map((one) => one.ref)}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.id = v.id`
  })
