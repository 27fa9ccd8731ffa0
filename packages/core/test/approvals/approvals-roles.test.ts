import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Role } from "../../src/contract/index.ts"
import { addMember } from "../support/add-member.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"

/* Owners and admins may decide on a queued write. The test tries each role, and staff. */

const demo = await runCore()
const organization = "fabrikam"
const femi = "femi@fabrikam.test"
const query = queryOn(demo)

/**
 * Gives the decider another role in the organization; null removes the membership and makes them staff of its
 * team.
 */
const become = async (role: Role | null) => {
  const idIn = async (table: string, condition: string) =>
    (await query<{ id: number }>(`select id from ${table} where ${condition} order by id limit 1`))[0]!.id
  const user = await idIn("users", `email = '${femi}'`)
  const own = await idIn("organizations", `slug = '${organization}'`)
  await query(`delete from memberships where user_id = ${user} and organization_id = ${own}`)
  if (role !== null) return addMember(query, organization, femi, role)
  const team = await idIn("adops_teams", "true")
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
