import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { AdPlatform } from "../../platform/ad-platform.ts"
import type { AdAccount } from "../../platform/model/index.ts"
import { readCampaigns } from "./local.ts"
import { planCampaigns } from "./plan-campaigns.ts"
import { writeAds } from "./write-ads.ts"
import { writeCampaigns } from "./write-campaigns.ts"
import { writeKeywords } from "./write-keywords.ts"
import { writeNegatives } from "./write-negatives.ts"

/** Statements the account's structure and brings our copy to it, in one transaction under the organization's lock. */
export const syncStructure = (account: AdAccount, accepted: ReadonlySet<number>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { accountId, organizationId } = account
    // By the database's clock, so that it compares with what is stored.
    const [clock] = yield* sql<{ now: string }>`select date_trunc('milliseconds', now()) as now`
    const readAt = clock!.now
    const structure = yield* (yield* AdPlatform).structure(account)
    return yield* sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`set local statement_timeout = '5min'`
        yield* sql`select 1 from organizations where id = ${organizationId} for no key update`
        const local = yield* readCampaigns(organizationId, accountId, readAt)
        const plan = planCampaigns(structure, local, accepted)
        const campaigns = yield* writeCampaigns(organizationId, accountId, plan, structure, readAt)
        const ads = yield* writeAds(organizationId, campaigns, structure)
        yield* writeKeywords(organizationId, campaigns, ads, structure)
        yield* writeNegatives(organizationId, campaigns, ads, structure)
        // Of a campaign that is new to us all days are wanted, not only the latest.
        yield* sql`
          update ad_accounts set structure_synced_at = ${readAt}, updated_at = now(),
            metrics_synced_through = case when ${plan.imports.length > 0} then null else metrics_synced_through end
          where organization_id = ${organizationId} and id = ${accountId}`
        return plan.counts
      })
    )
  }).pipe(Effect.withSpan("Sync.structure"))
