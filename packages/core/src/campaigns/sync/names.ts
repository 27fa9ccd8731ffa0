import { Effect } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import { runSql } from "../../storage/index.ts"
import { replacePlatformNames } from "../names-in-use.ts"

/**
 * Reads the names of all campaigns of an account on every channel. The service manages only search campaigns,
 * but the platform rejects any duplicate name.
 */
export const syncNames = (account: LinkedAccount) =>
  Effect.gen(function* () {
    const { accountId, organizationId } = account
    // The database's clock, so it compares with the names that a push stores meanwhile.
    const [clock] = yield* runSql<{ now: string }>`select date_trunc('milliseconds', now()) as now`
    const names = yield* account.platform.campaignNames(account)
    yield* underOrganizationLock(
      organizationId,
      replacePlatformNames(organizationId, accountId, names, clock!.now)
    )
  }).pipe(Effect.withSpan("Sync.names"))
