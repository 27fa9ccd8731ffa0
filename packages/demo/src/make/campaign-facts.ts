import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { OrganizationPlan } from "../definition/types.ts"
import { websiteOf } from "./profiles.ts"
import { daysAgo } from "./rows.ts"

/**
 * Adds the facts that the platform does not know to synced campaigns: origin, type, goal and creation date.
 * It also marks their negative keywords as the service's. Holds the organization's lock.
 */
export const writeCampaignFacts = (id: number, { campaigns, slug }: OrganizationPlan) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`select 1 from organization_locks where organization_id = ${id} for no key update`
    for (const facts of campaigns) {
      const created = daysAgo(facts.createdDaysAgo)
      yield* sql`
        update campaigns set type = ${facts.type}, goal = ${facts.goal}, website_url = ${websiteOf(slug)},
          origin = ${facts.imported ? "imported" : "created"}, created_at = ${created}, generated_at = ${created},
          first_launched_at = ${daysAgo(facts.launchedDaysAgo)}
        where organization_id = ${id} and slug = ${facts.slug}`
    }
    yield* sql`
      update negative_keywords n set source = 'dashboard' from campaigns c
      where n.organization_id = ${id} and c.organization_id = n.organization_id and c.id = n.campaign_id
        and n.source = 'imported' and c.origin = 'created'`
  }).pipe((work) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(work)))
