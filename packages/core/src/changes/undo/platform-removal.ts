import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { AdAccounts, AdPlatform } from "../../platform/index.ts"
import type { InverseOf } from "../inverse.ts"
import type { Kind } from "./kind.ts"

type Piece = InverseOf<"negative_keywords">

interface Row {
  readonly ref: string
  readonly account: string
}

/** Takes negative keywords out of the platform. Those that are gone already count as removed. */
export const platformRemoval: Effect.Effect<
  NonNullable<Kind<Piece>["platform"]>,
  never,
  SqlClient.SqlClient | AdAccounts | AdPlatform
> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const platform = yield* AdPlatform
  const accounts = yield* AdAccounts
  return (organization, { ids }) =>
    Effect.gen(function* () {
      const rows = yield* sql<Row>`
        select n.platform_resource_name as ref, c.ad_account_id as account
        from negative_keywords n
        join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
        where n.organization_id = ${organization} and n.id = any(${ids}) and n.platform_resource_name is not null
          and n.removed_at is null`
      if (rows.length === 0) return
      const account = yield* accounts.get(organization, rows[0]!.account)
      const refs = rows.map(({ ref }) => ref)
      yield* platform.removeKeywords(account, refs)
    })
})
