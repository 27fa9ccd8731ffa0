import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { OrganizationPlan } from "../definition/types.ts"
import { insertRows } from "./insert-rows.ts"
import type { Person } from "./people.ts"

/** Selects an organization's account, and lets all its members use it; the first of them chose it. */
export const giveAccess = (
  id: number,
  customerId: string,
  members: OrganizationPlan["members"],
  people: ReadonlyMap<string, Person>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [owner, ...others] = Object.keys(members)
    yield* sql`update ad_accounts set selected = true where organization_id = ${id} and id = ${customerId}`
    yield* insertRows(
      "ad_account_access",
      { organization_id: "bigint", ad_account_id: "text", user_id: "bigint", selected: "boolean" },
      [owner!, ...others].map((email) => ({
        organization_id: id,
        ad_account_id: customerId,
        user_id: people.get(email)!.id,
        selected: email === owner
      }))
    )
  })
