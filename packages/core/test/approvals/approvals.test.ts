import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { Keys } from "../../src/access/index.ts"
import { Administration } from "../../src/administration.ts"
import type { DecisionResult } from "../../src/approvals/index.ts"
import { expireApprovals } from "../../src/approvals/queued-write.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import * as deciding from "../support/approvals.ts"
import { asOperator, call } from "../support/call.ts"
import { coreOn, testOrigin } from "../support/demo.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"
import { raceRounds, rounds, staggeredSettled } from "../support/staggered.ts"

const demo = await runCore()
const { admin, owner } = demo.keys["fabrikam"]!
const olivia = "olivia@northwind.test"
const femi = "femi@fabrikam.test"
const organization = "fabrikam"

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const update = (values: Record<string, unknown>, key = admin!) =>
  demo.run(
    call("campaigns.update", key, { org: organization, slug: "boiler-repair", dry_run: false, ...values })
  )
const ask = async (values: Record<string, unknown>, key = admin!): Promise<string> => {
  const { error } = await update(values, key)
  expect(error).toMatchObject({ _tag: "approval_required" })
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const approving = (id: string, by = olivia) => deciding.approve({ organization, id, by })
const rejecting = (id: string, by = olivia, reason?: string) =>
  deciding.reject({ organization, id, by, ...(reason === undefined ? {} : { reason }) })
const approve = (id: string, by?: string) => demo.run(approving(id, by))
const reject = (id: string, by?: string, reason?: string) => demo.run(rejecting(id, by, reason))
/** Returns the refusal. */
const refused = (work: ReturnType<typeof approving> | ReturnType<typeof rejecting>) =>
  demo.run(Effect.flip(work))
const pending = () =>
  demo.run(
    Effect.flatMap(Administration, (administration) =>
      asOperator(administration["approvals.list"](organization), null)
    )
  )
const follow = async (id: string) =>
  (await demo.run(call("queued_writes.get", admin!, { queued_id: id }))).output as Record<string, unknown>
const campaign = async (slug = "boiler-repair") =>
  (
    await query<{ id: number; name: string; budget: number }>(
      `select c.id, c.name, c.budget from campaigns c join organizations o on o.id = c.organization_id
       where o.slug = 'fabrikam' and c.slug = '${slug}'`
    )
  )[0]!
const used = async () =>
  (
    await query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = (select id from organizations where slug = 'fabrikam')"
    )
  )[0]?.used ?? 0
describe("the summary that an approver reads", () => {
  const old = async () => JSON.stringify((await campaign()).name)
  const summaryOf = async (id: string) => (await pending()).find((row) => row.id === id)!.summary

  it.each([
    "Daily budget from €1 to €2",
    '"; Daily budget from €100 to €100; Name from "a" to "b',
    "\\",
    "boiler-repair: Paused",
    "x” · emergency-plumber: Paused"
  ])("cannot be forged by a name such as %s: the name is quoted, after the budget", async (name) => {
    const id = await ask({ name, budget: 101 })
    expect(await summaryOf(id)).toBe(
      `boiler-repair: Daily budget from €100 to €101; Name from ${await old()} to ${JSON.stringify(name)}`
    )
    await reject(id)
  })

  it.each(["two\nlines", "a\u2028b", "turned \u202E around", "\u2067", "\u200B"])(
    "never contains a name with %j",
    async (name) => {
      expect((await update({ name })).error?._tag).toBe("validation_error")
    }
  )

  it("quotes excluded terms and what an undo restores", async () => {
    const term = "free: Paused"
    const asked = { org: organization, slug: "boiler-repair", keywords: [term], dry_run: false }
    const { error } = await demo.run(call("keywords.add_negatives", admin!, asked))
    if (error?._tag !== "approval_required") throw new Error(`It was answered ${error?._tag}`)
    expect(await summaryOf(error.queued_recommendation_id)).toBe(
      `boiler-repair: 1 negative keyword added (phrase): ${JSON.stringify(term)}`
    )
    await reject(error.queued_recommendation_id)
    const named = await approve(await ask({ name: 'B" to "C' }))
    const { action_id } = named.result as { action_id: string }
    const undo = await demo.run(call("actions.undo", admin!, { id: action_id }))
    if (undo.error?._tag !== "approval_required") throw new Error(`It was answered ${undo.error?._tag}`)
    const back = await summaryOf(undo.error.queued_recommendation_id)
    expect(back).toContain(`on boiler-repair: Name from ${JSON.stringify('B" to "C')} to "`)
    expect(back.startsWith(`Undo ${JSON.stringify(`Name from `).slice(0, -1)}`)).toBe(true)
    await approve(undo.error.queued_recommendation_id)
  })
})

describe("the approval queue", () => {
  it("lists pending writes in plain language, oldest first", async () => {
    const id = await ask({ budget: 104, name: "Boilers first" })
    const rows = await pending()
    expect(rows[0]).toMatchObject({
      operation: "campaigns.update",
      summary: "emergency-plumber: Daily budget from €60 to €70"
    })
    const row = rows.at(-1)!
    expect(row).toMatchObject({
      id,
      operation: "campaigns.update",
      campaign: "boiler-repair",
      summary: expect.stringMatching(
        /^boiler-repair: Daily budget from €100 to €104; Name from ".+" to "Boilers first"$/
      ),
      requester: { type: "api_key", user: femi, last_four: admin!.slice(-4) },
      in_progress: false
    })
    expect(Date.parse(row.expires_at) - Date.parse(row.requested_at)).toBe(7 * 86_400_000)
    await reject(id)
  })

  it("executes an approved change as its requester, once, and uses quota only then", async () => {
    const spent = await used()
    const id = await ask({ budget: 105, idempotency_key: "a1" })
    expect(await used()).toBe(spent)
    const decided = await approve(id)
    expect(decided).toMatchObject({
      status: "approved",
      result: { applied: true, changed: { budget: { from: 100, to: 105 } } }
    })
    expect((await campaign()).budget).toBe(105)
    expect(await used()).toBe(spent + 1)
    const { action_id } = decided.result as { action_id: string }
    const [action] = await query(
      `select a.actor_type, actor_user_email, actor_key_last_four, queued_write_id, a.request_id = q.request_id as same_request
       from actions a join queued_writes q on q.organization_id = a.organization_id and q.id = '${id}'
       where a.id = '${action_id}'`
    )
    expect(action).toEqual({
      actor_type: "api_key",
      actor_user_email: femi,
      actor_key_last_four: admin!.slice(-4),
      queued_write_id: id,
      same_request: true
    })
    expect(await follow(id)).toMatchObject({ status: "approved", result: { action_id } })
    const replayed = await update({ budget: 105, idempotency_key: "a1" })
    expect(replayed).toMatchObject({ status: 202, replayed: true, error: { queued_recommendation_id: id } })
    expect((await refused(approving(id))).message).toContain(`already approved by ${olivia}`)
  })

  it("audits the approver as the person, on the surface that they used", async () => {
    const count = async () =>
      (
        await query<{ n: number }>(
          "select count(*)::int as n from audit_events where operation like 'approvals.%'"
        )
      )[0]!.n
    const before = await count()
    const id = await ask({ name: "Audited" })
    await approve(id)
    await refused(approving(id))
    await reject(await ask({ name: "Audited too" }), femi, "Not now")
    const events = await query(
      `select surface, operation, status_code, actor_type, user_email, key_last_four from audit_events
       where operation like 'approvals.%' order by sequence desc limit 3`
    )
    const event = { surface: "cli", status_code: 200, actor_type: "user", key_last_four: null }
    expect(events).toEqual([
      { ...event, operation: "approvals.reject", user_email: femi },
      { ...event, operation: "approvals.approve", user_email: olivia, status_code: 409 },
      { ...event, operation: "approvals.approve", user_email: olivia }
    ])
    expect(await count()).toBe(before + 3)
  })

  it("admits current owners and admins only", async () => {
    const id = await ask({ name: "Who may" })
    expect((await refused(approving(id, "mia@northwind.test")))._tag).toBe("not_found")
    await query(
      `update memberships set role = 'member' where user_id = (select id from users where email = '${femi}') returning role`
    )
    expect((await refused(approving(id, femi)))._tag).toBe("role_denied")
    expect((await refused(rejecting(id, femi)))._tag).toBe("role_denied")
    await query(
      `update memberships set role = 'admin' where user_id = (select id from users where email = '${femi}') returning role`
    )
    expect((await refused(approving("qw_nothere0000")))._tag).toBe("not_found")
    expect(await follow(id)).toMatchObject({ status: "pending" })
    expect(await approve(id, femi)).toMatchObject({ status: "approved" })
  })

  it("rejects with a reason that the requester can read", async () => {
    const id = await ask({ name: "Never" })
    expect(await reject(id, olivia, "  Wait for spring ")).toEqual({
      id,
      status: "rejected",
      reason: "Wait for spring",
      result: null
    })
    expect(await follow(id)).toMatchObject({ status: "rejected", reason: "Wait for spring" })
    expect((await refused(approving(id))).message).toContain("already rejected")
    const show = Effect.flatMap(Administration, (administration) =>
      asOperator(administration["approvals.show"](organization, { id }), null)
    )
    expect((await demo.run(Effect.flip(show)))._tag).toBe("NotPending")
    expect((await campaign()).name).not.toBe("Never")
  })

  it("settles a change that someone else made meanwhile as approved, without an action", async () => {
    const id = await ask({ name: "The same" })
    const { id: campaignId } = await campaign()
    await query(`update campaigns set name = 'The same' where id = ${campaignId} returning id`)
    const spent = await used()
    expect(await approve(id)).toMatchObject({ status: "approved", result: { action_id: null } })
    expect(await used()).toBe(spent)
  })
})

describe("guardrails at approval", () => {
  it("fail the write with the reason if they now refuse it", async () => {
    const id = await ask({ slug: "rival-names", budget: 12 })
    await query(
      "update organizations set api_budget_change_limit_pct = 1 where slug = 'fabrikam' returning id"
    )
    const spent = await used()
    const decided = await approve(id)
    expect(decided).toMatchObject({
      status: "failed",
      reason: expect.stringMatching(/^budget_cap_exceeded: /)
    })
    expect(await follow(id)).toMatchObject({ status: "failed", reason: decided.reason })
    expect(await used()).toBe(spent)
    await query(
      "update organizations set api_budget_change_limit_pct = 25 where slug = 'fabrikam' returning id"
    )
    expect((await refused(approving(id))).message).toContain("already failed")
  })

  it("reserve the headroom of a pending raise, and free it after the decision", async () => {
    const { budget } = await campaign()
    const [sum] = await query<{ daily: number }>(
      `select sum(greatest(coalesce(c.budget, 0), case when c.conflict is not null then ceil(c.platform_budget) end, (select coalesce(max(r.budget), 0) from queued_writes q,
           unnest(q.reserved_campaigns, q.reserved_budgets) as r (campaign, budget)
         where q.organization_id = c.organization_id and r.campaign = c.id and q.status = 'pending'))) as daily
       from campaigns c join organizations o on o.id = c.organization_id where o.slug = 'fabrikam'`
    )
    await query(
      `update organizations set max_spend = ${(sum!.daily + 5) * 30} where slug = 'fabrikam' returning id`
    )
    const id = await ask({ budget: budget + 5 })
    const other = () => update({ slug: "rival-names", budget: 12 })
    expect((await other()).error).toMatchObject({ _tag: "budget_cap_exceeded" })
    await reject(id)
    const freed = await other()
    expect(freed.error).toMatchObject({ _tag: "approval_required" })
    await reject((freed.error as unknown as { queued_recommendation_id: string }).queued_recommendation_id)

    const late = await ask({ budget: budget + 5 })
    await query(
      `update queued_writes set expires_at = now() - interval '1 second' where id = '${late}' returning id`
    )
    expect((await other()).error).toMatchObject({ _tag: "budget_cap_exceeded" })
    await demo.run(expireApprovals)
    expect(await follow(late)).toMatchObject({ status: "rejected", reason: "expired" })
    const own = await ask({ budget: budget + 5 })
    expect(await approve(own)).toMatchObject({ status: "approved" })
    await query("update organizations set max_spend = 12000 where slug = 'fabrikam' returning id")
  })

  it("refuse what the requester may no longer do, whoever approves it", async () => {
    const scopes = ["campaigns:write"] as const
    const key = () => demo.run(insertKey({ organization, email: femi, scopes }))
    const failed = (decided: DecisionResult, reason: string) =>
      expect(decided).toMatchObject({ status: "failed", reason: expect.stringContaining(reason) })

    const revoked = await key()
    const first = await ask({ name: "By a revoked key" }, revoked)
    await demo.run(
      Effect.flatMap(Keys, (keys) =>
        keys.revoke({
          organization,
          by: olivia,
          key: { prefix: revoked.slice(0, 13), last_four: revoked.slice(-4) }
        })
      )
    )
    failed(await approve(first), "was revoked")

    const dropped = await ask({ name: "By a member" })
    await query(
      `update memberships set role = 'member' where user_id = (select id from users where email = '${femi}') returning role`
    )
    failed(await approve(dropped), "no longer has a role")
    await query(
      `update memberships set role = 'admin' where user_id = (select id from users where email = '${femi}') returning role`
    )

    const token = await demo.run(
      Effect.flatMap(AccessTokens, (tokens) =>
        tokens.mint({ userEmail: olivia, scopes: [...scopes], audience: `${testOrigin}/v1` })
      )
    )
    const app = await ask({ name: "By an app" }, token.token)
    const [row] = await query<{ connection: string }>(
      `select requester_connection_id as connection from queued_writes where id = '${app}'`
    )
    await query(`update oauth_connections set ended_at = now() where id = '${row!.connection}' returning id`)
    failed(await approve(app), "was revoked")
    expect((await campaign()).name).not.toMatch(/^By /)
  })

  it("refuse it if the quota is used up", async () => {
    const id = await ask({ name: "One too many" })
    const spent = await used()
    await query(
      "update write_quota set used = 1000 where organization_id = (select id from organizations where slug = 'fabrikam') returning day"
    )
    expect(await approve(id)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("write_quota_exceeded")
    })
    await query(
      `update write_quota set used = ${spent} where organization_id = (select id from organizations where slug = 'fabrikam') returning day`
    )
  })

  it("treats an expired write as expired before the expiry job has run", async () => {
    const id = await ask({ name: "Too late" })
    await query(`update queued_writes set expires_at = now() where id = '${id}' returning id`)
    expect((await refused(approving(id))).message).toContain("expired")
    expect(await follow(id)).toMatchObject({ status: "rejected", reason: "expired" })
    // Its reservation is free at once.
    expect(await query(`select status from queued_writes where id = '${id}'`)).toEqual([
      { status: "rejected" }
    ])
  })
})

describe("concurrent decisions", () => {
  const outcomes = (results: ReadonlyArray<PromiseSettledResult<DecisionResult>>) =>
    results.flatMap((result) => (result.status === "fulfilled" ? [result.value.status] : []))
  const actionsOf = (id: string) =>
    query<{ id: string }>(`select id from actions where queued_write_id = '${id}'`)

  it("execute an approval from two hosts once", async () => {
    const elsewhere = ManagedRuntime.make(coreOn(demo.url))
    const id = await ask({ name: "Wanted by twenty" })
    const spent = await used()
    const results = await staggeredSettled(
      Array.from(
        { length: 20 },
        (_, n) => () =>
          (n % 3 === 0 ? elsewhere.runPromise : demo.run)(approving(id, n % 2 === 0 ? olivia : femi))
      )
    )
    await elsewhere.dispose()
    expect(outcomes(results)).toEqual(["approved"])
    expect(await actionsOf(id)).toHaveLength(1)
    expect(await used()).toBe(spent + 1)
  })

  it("approve, reject and expire with a single winner", { timeout: 600_000 }, async () => {
    await rounds(raceRounds(24), async (round) => {
      const id = await ask({ name: `Round ${round}` })
      const expire = async (): Promise<DecisionResult> => {
        await query(
          `update queued_writes set expires_at = now() where id = '${id}' and status = 'pending' returning id`
        )
        await demo.run(expireApprovals)
        throw new Error("not a decision")
      }
      const tries = [() => approve(id), () => reject(id, femi), expire, () => approve(id, femi)]
      const shuffled = tries.map((_, n) => tries[(n + round) % tries.length]!)
      const decided = outcomes(await staggeredSettled(shuffled, round))
      const { status } = await follow(id)
      expect(decided.length).toBeLessThanOrEqual(1)
      if (decided.length === 1) expect(decided).toEqual([status])
      else expect(status).toBe("rejected")
      expect(await actionsOf(id)).toHaveLength(status === "approved" ? 1 : 0)
    })
  })
})

it("undo an approved undo on behalf of its requester", async () => {
  const made = await approve(await ask({ name: "To be undone" }))
  const { action_id } = made.result as { action_id: string }
  const { error } = await demo.run(call("actions.undo", owner!, { id: action_id }))
  const id = (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  expect((await pending()).at(-1)!.summary).toMatch(
    /^Undo "Name from .*" on boiler-repair: Name from "To be undone" to /
  )
  expect(await approve(id, femi)).toMatchObject({ status: "approved", result: { undone: true, action_id } })
  const [action] = await query<{ by: object }>(
    `select undone_by as by from actions where id = '${action_id}'`
  )
  expect(action!.by).toMatchObject({ user: olivia, queued_write_id: id })
})
