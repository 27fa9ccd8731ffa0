import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { StoredCriterion } from "../criterion-rows.ts"
import type { Exclusion } from "./blocks.ts"
import { termKey } from "./terms.ts"

export interface StoredNegative extends Exclusion, StoredCriterion {}

/** A negative keyword and its name in the platform. */
interface NamedNegative {
  readonly id: number
  /** Null while the campaign is not in service there: its launch takes it along. */
  readonly ref: string | null
}

/** What makes two exclusions of a campaign the same. */
export const exclusionKey = ({ match, text }: Exclusion): string => `${match} ${termKey(text)}`

export const readNegatives = (organization: number, ids: ReadonlyArray<number>) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<StoredNegative>`
      select id, text, match_type as match, platform_resource_name as ref,
        removed_at is not null and awaits_campaign_id is null as removed
      from negative_keywords where organization_id = ${organization} and id = any(${ids}::bigint[]) order by id`
  )

/**
 * Writes exclusions of an action down. Those that go to the platform first are kept as removed until it said yes,
 * so that nothing that is read tells of them before.
 */
export const writeNegatives = (
  organization: number,
  campaign: number,
  action: string,
  negatives: ReadonlyArray<Exclusion>,
  active: boolean
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [texts, matches] = [negatives.map(({ text }) => text), negatives.map(({ match }) => match)]
    // The platform gives the same words the same name again, and a name has one owner.
    yield* sql`
      update negative_keywords old set platform_resource_name = null
      from unnest(${texts}::text[], ${matches}::text[]) n(text, match)
      where old.organization_id = ${organization} and old.campaign_id = ${campaign} and old.ad_id is null
        and old.removed_at is not null and lower(old.text) = lower(n.text) and old.match_type = n.match`
    const rows = yield* sql<{ id: number }>`
      insert into negative_keywords (organization_id, campaign_id, text, match_type, source, action_id, removed_at)
      select ${organization}, ${campaign}, n.text, n.match, 'dashboard', ${action},
        case when ${active} then null else now() end
      from unnest(${texts}::text[], ${matches}::text[])
        with ordinality n(text, match, place) order by n.place
      returning id`
    return rows.map(({ id }) => id)
  })

/** Puts intended ones in force under their names in the platform. A copy that a sync made meanwhile gives way. */
export const activateNegatives = (
  organization: number,
  campaign: number,
  withRefs: ReadonlyArray<NamedNegative>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [ids, refs] = [withRefs.map((one) => one.id), withRefs.map((one) => one.ref)]
    yield* sql`
      delete from negative_keywords copy using negative_keywords ours
      where ours.organization_id = ${organization} and ours.id = any(${ids}::bigint[])
        and copy.organization_id = ${organization} and copy.campaign_id = ${campaign} and copy.ad_id is null
        and copy.removed_at is null and copy.id <> ours.id and copy.source = 'imported'
        and lower(copy.text) = lower(ours.text) and copy.match_type = ours.match_type`
    yield* sql`
      update negative_keywords n set removed_at = null, awaits_campaign_id = null, platform_resource_name = v.ref
      from unnest(${ids}::bigint[], ${refs}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.id = v.id`
  })

/** Those that somebody else had made in the platform before: no work of this action, and not its to take back. */
export const markAsImported = (
  organization: number,
  campaign: number,
  existing: ReadonlyArray<NamedNegative>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const ids = existing.map((one) => one.id)
    // Where a sync has brought them meanwhile, there is nothing to keep.
    yield* sql`
      delete from negative_keywords ours using negative_keywords there
      where ours.organization_id = ${organization} and ours.id = any(${ids}::bigint[]) and ours.removed_at is not null
        and there.organization_id = ${organization} and there.campaign_id = ${campaign} and there.ad_id is null
        and there.removed_at is null and lower(there.text) = lower(ours.text)
        and there.match_type = ours.match_type`
    yield* sql`
      update negative_keywords n
      set removed_at = null, platform_resource_name = v.ref, source = 'imported', action_id = null
      from unnest(${ids}::bigint[], ${existing.map((one) => one.ref)}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.id = v.id`
  })
