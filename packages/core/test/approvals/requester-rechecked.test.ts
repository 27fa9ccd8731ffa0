import { Effect } from "effect"
import pg from "pg"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { AccessTokens } from "../support/access-tokens.ts"
import { addMember } from "../support/add-member.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { campaignOf, queryOn } from "../support/executed-writes.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = queryOn(demo)
const adam = "adam@northwind.test"
const [{ id: userId }] = (await query<{ id: number }>(`select id from users where email = '${adam}'`)) as [
  { id: number }
]

/** Another transaction on the same organization. */
const other = new pg.Client(demo.url)
await other.connect()
afterAll(() => other.end())

let renamed = 0
/**
 * Sends a call that is authenticated and then waits for the organization's lock, makes a change meanwhile,
 * and returns the outcome. It does not depend on timing: the change follows once the call is seen waiting.
 */
const callDuringChange = (token: string, change: string, surface: "rest" | "mcp") => {
  const values = { org: "northwind", slug: "boiler-repair", name: `Renamed ${++renamed}`, dry_run: false }
  return changeWhileWaiting(call("campaigns.update", token, values, { surface }), change)
}

const changeWhileWaiting = (calling: ReturnType<typeof call>, change: string) =>
  commitWhileWaiting(() => demo.run(calling), change)

/** Takes the organization's lock, for which the work then waits, and commits a change once the work is seen waiting. */
const commitWhileWaiting = async <A>(work: () => Promise<A>, change: string) => {
  await other.query("begin; select 1 from organization_locks where organization_id = 1 for no key update")
  const answering = work()
  let answered = false
  answering.finally(() => {
    answered = true
  })
  for (let waiting = 0; waiting === 0 && !answered; ) {
    const { rowCount } = await other.query(`select from pg_locks where not granted
      and locktype = 'transactionid' and transactionid = pg_current_xact_id()::xid`)
    waiting = rowCount ?? 0
  }
  await other.query(`${change}; commit`)
  return answering
}

const newKey = () =>
  demo.run(insertKey({ organization: "northwind", email: adam, scopes: ["campaigns:write"] }))

const restore = async () => {
  await query(`insert into memberships (organization_id, user_id, role) values (1, ${userId}, 'admin')
    on conflict (organization_id, user_id) do update set role = 'admin'`)
  await query(`update users set disabled_at = null where email = '${adam}' returning id`)
}
afterEach(restore)

describe("a caller who lost their rights while the call waited", () => {
  const losses = [
    [
      "the key was revoked",
      (key: string) => `update api_keys set revoked_at = now() where last_four = '${key.slice(-4)}'`
    ],
    ["its creator was demoted", () => `update memberships set role = 'member' where user_id = ${userId}`],
    ["its creator was removed", () => `delete from memberships where user_id = ${userId}`],
    ["its creator was disabled", () => `update users set disabled_at = now() where email = '${adam}'`]
  ] as const

  it.each(losses)("changes nothing: %s", async (_, change) => {
    for (const surface of ["rest", "mcp"] as const) {
      const key = await newKey()
      const before = await campaignOf(demo, "boiler-repair")
      const answer = await callDuringChange(key, change(key), surface)
      expect(answer).toMatchObject({ status: 401, output: null, error: { _tag: "unauthorized" } })
      expect(await campaignOf(demo, "boiler-repair")).toEqual(before)
      await restore()
    }
  })

  it("changes nothing: the connected app was revoked", async () => {
    const { token } = await demo.run(
      Effect.flatMap(AccessTokens, (tokens) =>
        tokens.mint({ userEmail: adam, scopes: ["campaigns:write"], audience: `${testOrigin}/v1` })
      )
    )
    const before = await campaignOf(demo, "boiler-repair")
    const cut = `update oauth_connections set ended_at = now() where user_id = ${userId}`
    expect(await callDuringChange(token, cut, "rest")).toMatchObject({ error: { _tag: "unauthorized" } })
    expect(await campaignOf(demo, "boiler-repair")).toEqual(before)
  })

  it("succeeds if no right was lost, so waiting alone is not the cause", async () => {
    const answer = await callDuringChange(await newKey(), "select 1", "rest")
    expect(answer).toMatchObject({ status: 200, error: null, output: { applied: true } })
  })
})

describe("an approver who lost their role while the decision waited", () => {
  const by = "olivia@northwind.test"
  const idOf = async () => (await query<{ id: number }>(`select id from users where email = '${by}'`))[0]!.id
  const ask = async () => {
    await query("update organizations set approvals_required = true where id = 1 returning id")
    const values = { slug: "boiler-repair", name: `Approved ${++renamed}`, dry_run: false }
    const { error } = await demo.run(call("campaigns.update", await newKey(), values))
    return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  }
  const reinstate = () => addMember(query, "northwind", by, "owner")
  afterEach(() => query("update organizations set approvals_required = false where id = 1 returning id"))

  it.each([
    ["removed", "delete from memberships", { _tag: "not_found" }],
    ["demoted", "update memberships set role = 'member'", { _tag: "role_denied", required_role: "admin" }]
  ])("decides nothing: %s", async (_, change, refusal) => {
    const decision = { organization: "northwind", id: await ask(), by }
    const lose = `${change} where organization_id = 1 and user_id = ${await idOf()}`
    for (const decide of [deciding.approve(decision), deciding.reject(decision)]) {
      expect(await commitWhileWaiting(() => demo.run(Effect.flip(decide)), lose)).toMatchObject(refusal)
      const [write] = await query<{ status: string }>(
        `select status, claimed_at from queued_writes where id = '${decision.id}'`
      )
      expect(write).toEqual({ status: "pending", claimed_at: null })
      await reinstate()
    }
  })
})

it("does not launch without a platform read if the launch became possible only under the lock", async () => {
  const owner = demo.keys["northwind"]!.owner!
  const launch = call("campaigns.set_state", owner, {
    slug: "bathroom-fitting",
    state: "live",
    dry_run: false
  })
  await query("update organizations set max_spend = 30 where id = 1 returning id")
  const answer = await changeWhileWaiting(launch, "update organizations set max_spend = 12000 where id = 1")
  expect(answer).toMatchObject({ status: 503, error: { because: expect.stringContaining("was not asked") } })
  expect(await campaignOf(demo, "bathroom-fitting")).toMatchObject({ state: "paused" })
  expect((await demo.run(launch)).output).toMatchObject({ accepted: true })
})
