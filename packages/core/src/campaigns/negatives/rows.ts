import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Act } from "../../changes/change.ts"
import type { Underway } from "../../changes/finish/course.ts"
import type { Exclusion } from "./blocks.ts"

export interface StoredNegative extends Exclusion {
  readonly id: number
}

/**
 * Writes exclusions of an action down. Those that go to the platform first are kept as removed until it said yes,
 * so that nothing that is read tells of them before.
 */
export const writeNegatives = (
  act: Act,
  campaign: number,
  negatives: ReadonlyArray<Exclusion>,
  inForce: boolean
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const organization = act.clearance.organization.id
    const [texts, matches] = [negatives.map(({ text }) => text), negatives.map(({ match }) => match)]
    // The platform gives the same words the same name again, and a name has one owner.
    yield* sql`
      update negative_keywords old set platform_resource_name = null
      from unnest(${texts}::text[], ${matches}::text[]) n(text, match)
      where old.organization_id = ${organization} and old.campaign_id = ${campaign} and old.ad_id is null
        and old.removed_at is not null and lower(old.text) = lower(n.text) and old.match_type = n.match`
    const rows = yield* sql<{ id: number }>`
      insert into negative_keywords (organization_id, campaign_id, text, match_type, source, action_id, removed_at)
      select ${organization}, ${campaign}, n.text, n.match, 'dashboard', ${act.id},
        case when ${inForce} then null else now() end
      from unnest(${texts}::text[], ${matches}::text[])
        with ordinality n(text, match, place) order by n.place
      returning id`
    return rows.map(({ id }) => id)
  })

/** What an action still wants in the platform. */
export const intendedBy = ({ id, organization }: Underway) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<StoredNegative>`select id, text, match_type as match from negative_keywords
      where organization_id = ${organization} and action_id = ${id} and removed_at is not null order by id`
  )

/** Puts intended ones in force under their names in the platform. A copy that a sync made meanwhile gives way. */
export const putInForce = (
  { campaign, id, organization }: Underway,
  named: ReadonlyArray<{ readonly id: number; readonly ref: string }>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [ids, refs] = [named.map((one) => one.id), named.map((one) => one.ref)]
    yield* sql`
      delete from negative_keywords copy using negative_keywords ours
      where ours.organization_id = ${organization} and ours.action_id = ${id} and ours.id = any(${ids}::bigint[])
        and copy.organization_id = ${organization} and copy.campaign_id = ${campaign} and copy.ad_id is null
        and copy.removed_at is null and copy.id <> ours.id and copy.source = 'imported'
        and lower(copy.text) = lower(ours.text) and copy.match_type = ours.match_type`
    yield* sql`
      update negative_keywords n set removed_at = null, platform_resource_name = v.ref
      from unnest(${ids}::bigint[], ${refs}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.action_id = ${id} and n.id = v.id`
  })

/** Those that somebody else had made in the platform before: no work of this action, and not its to take back. */
export const leaveToOthers = (
  { campaign, id, organization }: Underway,
  found: ReadonlyArray<{ readonly id: number; readonly ref: string }>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Where a sync has brought them meanwhile, there is nothing to keep.
    yield* sql`
      delete from negative_keywords ours using negative_keywords there
      where ours.organization_id = ${organization} and ours.action_id = ${id} and ours.removed_at is not null
        and there.organization_id = ${organization} and there.campaign_id = ${campaign} and there.ad_id is null
        and there.removed_at is null and lower(there.text) = lower(ours.text)
        and there.match_type = ours.match_type`
    yield* sql`
      update negative_keywords n
      set removed_at = null, platform_resource_name = v.ref, source = 'imported', action_id = null
      from unnest(${found.map((one) => one.id)}::bigint[], ${found.map((one) => one.ref)}::text[]) v(id, ref)
      where n.organization_id = ${organization} and n.action_id = ${id} and n.id = v.id`
  })

export const discardIntended = ({ id, organization }: Underway) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`delete from negative_keywords
      where organization_id = ${organization} and action_id = ${id} and removed_at is not null`
  )
