import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { query } from "../../storage/index.ts"

/** Long enough for the slowest step. A killed process blocks an account no longer than this. */
const leaseDuration = "interval '5 minutes'"

/** Acquires the account's lease, unless another sync holds it. */
export const acquireLease = (organizationId: number, accountId: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const acquired = yield* sql`
      update ad_accounts set sync_lease_until = now() + ${sql.literal(leaseDuration)}, sync_attempted_at = now()
      where organization_id = ${organizationId} and id = ${accountId}
        and (sync_lease_until is null or sync_lease_until < now()) returning 1`
    return acquired.length > 0
  })

export const renewLease = (organizationId: number, accountId: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update ad_accounts set sync_lease_until = now() + ${sql.literal(leaseDuration)}
      where organization_id = ${organizationId} and id = ${accountId}`
  )

export const releaseLease = (organizationId: number, accountId: string) =>
  query`
      update ad_accounts set sync_lease_until = null
      where organization_id = ${organizationId} and id = ${accountId}`.pipe(Effect.ignoreLogged)
