import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { CampaignPlan } from "../definition/types.ts"
import { momentBefore } from "../traffic/days.ts"

/**
 * What the platform cannot know of a campaign: that it is ours, what kind it is and what it is for. One that was
 * synced for the last time some days ago looks as it did then, so that later edits are news.
 */
const dressOne = (organizationId: number, name: string, plan: CampaignPlan, website: string, today: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const created = momentBefore(today, { days: plan.createdDaysAgo })
    const synced = plan.syncedDaysAgo ? momentBefore(today, { days: plan.syncedDaysAgo }) : null
    const [row] = yield* sql<{ id: number }>`
      update campaigns set type = ${plan.type}, origin = ${plan.origin ?? "created"}, goal = ${plan.goal}, website_url = ${website},
        created_at = ${created}, generated_at = ${created},
        first_launched_at = ${momentBefore(today, { days: plan.launchedDaysAgo ?? 0 })},
        last_synced_at = coalesce(${synced}, last_synced_at)
      where organization_id = ${organizationId} and name = ${name} and platform_id is not null returning id`
    if (row === undefined) return undefined
    yield* sql`
      update negative_keywords set source = 'dashboard'
      where organization_id = ${organizationId} and campaign_id = ${row.id} and ${plan.origin === undefined}`
    return row.id
  })

/** Campaigns that no plan speaks of are ours all the same. */
const dressRest = (organizationId: number, names: ReadonlyArray<string>, website: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update campaigns set type = 'prospecting', origin = 'created', website_url = ${website}
      where organization_id = ${organizationId} and origin = 'imported' and not name = any(${names})`
  )

/** Answers the ids of the campaigns by the slugs of their plans. */
export const dress = (
  organizationId: number,
  pairs: ReadonlyMap<string, CampaignPlan>,
  website: string,
  today: string
) =>
  Effect.gen(function* () {
    const ids = new Map<string, number>()
    for (const [name, plan] of pairs) {
      const id = yield* dressOne(organizationId, name, plan, website, today)
      if (id !== undefined) ids.set(plan.slug, id)
    }
    yield* dressRest(organizationId, [...pairs.keys()], website)
    return ids
  })
