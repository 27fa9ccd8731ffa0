import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

/* Owners and admins may decide on a queued write. The test tries each role, and staff. */

const demo = await runCore()
const organization = "fabrikam"
const femi = "femi@fabrikam.test"
const query = (text: string) => demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(text)))

/**
 * Gives the decider another role in the organization; null removes the membership and makes them staff of its
 * team.
 */
const become = async (role: string | null) => {
  const user = `(select id from users where email = '${femi}')`
  const own = `(select id from organizations where slug = '${organization}')`
  await query(`delete from memberships where user_id = ${user} and organization_id = ${own}`)
  if (role !== null) {
    await query(
      `insert into memberships (organization_id, user_id, role) values (${own}, ${user}, '${role}')`
    )
    return
  }
  const team = "(select id from adops_teams order by id limit 1)"
  await query(
    `insert into adops_team_members (team_id, user_id) values (${team}, ${user}) on conflict do nothing`
  )
  await query(`update organizations set adops_team_id = ${team} where slug = '${organization}'`)
}

let asked = 0
const ask = async () => {
  const { error } = await demo.run(
    call("campaigns.update", demo.keys["fabrikam"]!.owner!, {
      slug: "boiler-repair",
      name: `Asked ${++asked}`,
      dry_run: false
    })
  )
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}

const outcome = async (run: typeof deciding.approve | typeof deciding.reject, id: string) => {
  const decided = await demo.run(Effect.either(run({ organization, id, by: femi })))
  return decided._tag === "Right" ? decided.right.status : decided.left._tag
}

describe.each([
  ["a member", "member", "role_denied", "role_denied"],
  ["an admin", "admin", "approved", "rejected"],
  ["an owner", "owner", "approved", "rejected"],
  ["staff of the organization's team", null, "role_denied", "role_denied"]
] as const)("%s", (_, role, approved, rejected) => {
  it(`may approve: ${approved}, may reject: ${rejected}`, async () => {
    const [one, other] = [await ask(), await ask()]
    await become(role)
    expect(await outcome(deciding.approve, one)).toBe(approved)
    expect(await outcome(deciding.reject, other)).toBe(rejected)
  })
})
