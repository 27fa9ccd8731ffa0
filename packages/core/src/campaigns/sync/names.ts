import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organization-lock.ts"
import { AdPlatform } from "../../platform/ad-platform.ts"
import type { AdAccount } from "../../platform/model/index.ts"
import { replacePlatformNames } from "../names-in-use.ts"

/**
 * Reads the names of all campaigns of an account, on every channel. Only search campaigns are managed here, but the
 * platform accepts no name twice in an account.
 */
export const syncNames = (account: AdAccount) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { accountId, organizationId } = account
    // By the database's clock, so that it compares with what a push keeps meanwhile.
    const [clock] = yield* sql<{ now: string }>`select date_trunc('milliseconds', now()) as now`
    const names = yield* (yield* AdPlatform).campaignNames(account)
    yield* underOrganizationLock(
      organizationId,
      replacePlatformNames(organizationId, accountId, names, clock!.now)
    )
  }).pipe(Effect.withSpan("Sync.names"))
