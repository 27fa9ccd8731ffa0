import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"

/** Whether an ad-platform account is linked, and one that this person can access. */
export const isLinked = (organization: number, account: string | null, user: number) =>
  account === null
    ? Effect.succeed(false)
    : Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const [row] = yield* sql<{ linked: boolean }>`
          select exists (select from ad_accounts a
            join ad_account_access x on x.organization_id = a.organization_id and x.ad_account_id = a.id
            where a.organization_id = ${organization} and a.id = ${account} and a.status = 'linked'
              and x.user_id = ${user}) as linked`
        return row!.linked
      })
