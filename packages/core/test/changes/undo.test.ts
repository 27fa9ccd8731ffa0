import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { randomFrom } from "../support/random.ts"
import { runCore } from "../support/run-core.ts"
import { staggeredEffects } from "../support/staggered.ts"

type Undone = Output<"actions.undo">

const demo = await runCore()
const { admin, member, owner } = demo.keys["northwind"]!

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const set = async (slug: string, values: Record<string, unknown>): Promise<string> => {
  const { error, output } = await demo.run(
    call("campaigns.update", admin!, { slug, ...values, dry_run: false })
  )
  expect(error).toBeNull()
  return (output as { action_id: string }).action_id
}
const undo = (id: string, key = admin!, more = {}) => demo.run(call("actions.undo", key, { id, ...more }))
const campaign = async (slug: string) =>
  (
    await query<{ name: string; budget: number; target_cpa: number }>(
      `select name, budget, target_cpa from campaigns where organization_id = 1 and slug = '${slug}'`
    )
  )[0]!
const used = async () =>
  (
    await query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
  )[0]?.used ?? 0
/** Returns fabrikam's only action. */
const fabrikamAction = async () =>
  (await query<{ id: string }>("select id from actions where organization_id = 2"))[0]!.id

describe("undoing an action", () => {
  it("restores exactly what the action changed, once", async () => {
    const before = await campaign("emergency-plumber")
    const id = await set("emergency-plumber", { budget: 70, name: "Pipes" })
    await set("emergency-plumber", { target_cpa: 33.33 })
    const [jobs] = await query<{ n: number }>(
      "select count(*) as n from pgboss.job where name = 'campaign-push'"
    )
    const spent = await used()
    const done = await undo(id)
    expect(done.output).toEqual({
      undone: true,
      action_id: id,
      restored: expect.arrayContaining([
        `Name of emergency-plumber to ${JSON.stringify(before.name)}`,
        "Daily budget of emergency-plumber to $60"
      ]),
      sync: "pending"
    })
    expect(await campaign("emergency-plumber")).toEqual({ ...before, target_cpa: 33.33 })
    expect(await query("select count(*) as n from pgboss.job where name = 'campaign-push'")).toEqual([
      { n: jobs!.n + 1 }
    ])
    expect(await used()).toBe(spent + 1)

    await set("emergency-plumber", { budget: 55 })
    const again = await undo(id)
    expect(again.output).toEqual({ undone: true, action_id: id, restored: [] })
    expect(again.quota).toEqual({ limit: 1000, remaining: 1000 - spent - 2 })
    expect((await campaign("emergency-plumber")).budget).toBe(55)
  })

  it("is shown in the log with its actor, and creates no entry", async () => {
    const id = await set("boiler-repair", { name: "For a moment" })
    const entries = async () =>
      (await demo.run(call("actions.list", owner!, {}))).output as Output<"actions.list">
    const { total } = await entries()
    await undo(id, owner!)
    const { actions, total: after } = await entries()
    expect(after).toBe(total)
    expect(actions[0]).toMatchObject({ id, undone: true, actor: { user: "adam@northwind.test" } })
    const [row] = await query<{ undone_by: object }>(`select undone_by from actions where id = '${id}'`)
    expect(row!.undone_by).toMatchObject({
      type: "api_key",
      user: "olivia@northwind.test",
      last_four: owner!.slice(-4)
    })
  })

  it("removes a target that was not set before", async () => {
    const id = await set("boiler-repair", { target_cpa: 41.5 })
    expect((await undo(id)).output).toMatchObject({ restored: ["Target CPA of boiler-repair to none"] })
    expect((await campaign("boiler-repair")).target_cpa).toBeNull()
  })

  it("is refused after a later action on the same key, and names the latest standing one", async () => {
    const first = await set("boiler-repair", { budget: 105 })
    const second = await set("boiler-repair", { budget: 110 })
    const third = await set("boiler-repair", { budget: 115 })
    await set("boiler-repair", { name: "Not the budget" })
    const conflict = (id: string) => ({ _tag: "undo_conflict", conflicting_action_id: id })
    expect((await undo(first)).error).toMatchObject(conflict(third))
    await undo(third)
    expect((await undo(first)).error).toMatchObject(conflict(second))
    await undo(second)
    expect((await undo(first)).output).toMatchObject({ restored: ["Daily budget of boiler-repair to $100"] })
  })

  it("is refused even if later actions restored the value", async () => {
    const first = await set("boiler-repair", { budget: 105 })
    await set("boiler-repair", { budget: 110 })
    const back = await set("boiler-repair", { budget: 105 })
    expect((await undo(first)).error).toMatchObject({ conflicting_action_id: back })
  })

  it("leaves what was changed outside the service, and reports it", async () => {
    const id = await set("bathroom-fitting", { budget: 33, name: "Baths" })
    await query(
      "update campaigns set budget = 31 where organization_id = 1 and slug = 'bathroom-fitting' returning id"
    )
    const { output } = await undo(id)
    expect(output).toMatchObject({
      undone: true,
      restored: [expect.stringContaining("Name of bathroom-fitting to")],
      not_restored: [
        { what: "Daily budget of bathroom-fitting", reason: expect.stringContaining("It is $31 now") }
      ]
    })
    const lost = await set("bathroom-fitting", { budget: 35 })
    await query(
      "update campaigns set budget = 30 where organization_id = 1 and slug = 'bathroom-fitting' returning id"
    )
    const spent = await used()
    expect((await undo(lost)).output).toMatchObject({ undone: false, restored: [], not_restored: [{}] })
    expect(await used()).toBe(spent)
  })

  it("may move a budget further than one call, but not above the monthly cap", async () => {
    const ids = []
    for (const budget of [80, 64, 52]) ids.push(await set("boiler-repair", { budget }))
    // Nothing is pushed here, so a lowered budget still counts with the platform's value.
    const [before] = await query<{ daily: number }>(
      `select sum(greatest(budget, case when 'budget' = any(unpushed) or conflict is not null then ceil(platform_budget) end)
         + coalesce(budget_left, 0) / 30)::float as daily from campaigns
       where organization_id = 1 and slug <> 'boiler-repair'`
    )
    const cap = Math.ceil((before!.daily + 62) * 30)
    await query(`update organizations set max_spend = ${cap} where id = 1 returning id`)
    const refused = await undo(ids[2]!)
    expect(refused.error).toMatchObject({
      _tag: "budget_cap_exceeded",
      monthly_cap: cap,
      allowed_max_daily: 62,
      restores: "Daily budget of boiler-repair to $64"
    })
    await query("update organizations set max_spend = 20000 where id = 1 returning id")
    await query(
      `update actions set steps = jsonb_set(steps, '{0,trace,was}', '200') where id = '${ids[2]}' returning id`
    )
    expect((await undo(ids[2]!)).output).toMatchObject({
      restored: ["Daily budget of boiler-repair to $200"]
    })
    await query(
      "update campaigns set budget = 100 where organization_id = 1 and slug = 'boiler-repair' returning id"
    )
  })

  it("restores nothing of a failed action, waits for one in progress, and finds only its own organization's", async () => {
    await query(`insert into actions (organization_id, id, op, detail, source, actor_type, state)
      select 1, 'act_state' || state, 'x', 'Something', 'dashboard', 'user', state
      from unnest(array['executing', 'failed']) state returning id`)
    expect((await undo("act_statefailed")).output).toMatchObject({
      undone: false,
      restored: [],
      not_restored: [{ what: "Something", reason: "The action failed and changed nothing." }]
    })
    const busy = await undo("act_stateexecuting")
    expect(busy).toMatchObject({
      status: 503,
      error: { because: expect.stringContaining("still being executed") }
    })
    expect((await undo(await fabrikamAction())).error?._tag).toBe("not_found")
    expect((await undo("act_stateexecuting", member!)).error?._tag).toBe("insufficient_scope")
  })

  it("happens once for concurrent calls", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await set("boiler-repair", { name: `Asked by many ${round}` })
      const spent = await used()
      const answers = await demo.run(
        staggeredEffects(
          Array.from({ length: 20 }, () => call("actions.undo", admin!, { id })),
          round
        )
      )
      const restored = answers.map(({ output }) => (output as Undone).restored.length)
      expect(restored.filter((n) => n > 0)).toEqual([1])
      expect(await used()).toBe(spent + 1)
    }
  })

  it("waits for approval if the organization requires it", async () => {
    const { owner } = demo.keys["fabrikam"]!
    const id = await fabrikamAction()
    const [campaign] = await query<{ id: number }>(`select c.id from actions a
      join campaigns c on c.organization_id = a.organization_id and c.slug = 'boiler-repair' where a.id = '${id}'`)
    const step = {
      kind: "campaign.field",
      version: 1,
      sentence: { subject: "Daily budget", of: "boiler-repair" },
      trace: { campaign: campaign!.id, field: "budget", was: 120, set: 100 }
    }
    await query(`update actions set campaign_id = ${campaign!.id}, affected_keys = '{}',
        steps = '${JSON.stringify([step])}' where id = '${id}' returning id`)
    const answer = await undo(id, owner!)
    expect(answer).toMatchObject({ status: 202, error: { _tag: "approval_required" } })
    const [queued] = await query(
      `select reserved_budgets, preview->'would_restore' as restore from queued_writes where operation = 'actions.undo'`
    )
    expect(queued).toEqual({ reserved_budgets: [120], restore: ["Daily budget of boiler-repair to €120"] })
  })

  it("returns the first response for the same idempotency key", async () => {
    const id = await set("boiler-repair", { name: "Twice" })
    const once = await undo(id, admin!, { idempotency_key: "u1" })
    const twice = await undo(id, admin!, { idempotency_key: "u1" })
    expect(twice.output).toEqual(once.output)
    expect(twice.replayed).toBe(true)
  })
})

describe("any sequence of changes", () => {
  /** No worker runs here, so unpushed changes only accumulate; undo-everything compares those too. */
  const rows = () =>
    query(
      "select to_jsonb(c) - array['updated_at', 'unpushed', 'unpushed_from'] as row from campaigns c where organization_id = 1 order by id"
    )

  it.each([1, 2, 3, 4, 5])("is reverted by undoing all of it in reverse (%i)", async (seed) => {
    const next = randomFrom(seed * 7919)
    const slugs = [
      "boiler-repair",
      "emergency-plumber",
      "spring-offers",
      "radiators-draft",
      "bathroom-fitting"
    ]
    const before = await rows()
    const ids: Array<string> = []
    for (let n = 0; n < 25; n++) {
      const slug = slugs[Math.floor(next() * slugs.length)]!
      const values = {
        ...(next() < 0.5 ? { budget: Math.round(5 + next() * 120) } : {}),
        ...(next() < 0.4 ? { name: `Name ${Math.floor(next() * 5)}` } : {}),
        ...(next() < 0.4 ? { target_cpa: Math.round(next() * 10_000) / 100 + 0.01 } : {})
      }
      if (Object.keys(values).length === 0) continue
      const { output } = await demo.run(call("campaigns.update", admin!, { slug, ...values, dry_run: false }))
      const id = (output as { action_id?: string | null } | null)?.action_id
      if (id) ids.push(id)
    }
    expect(ids.length).toBeGreaterThan(3)
    for (const id of ids.toReversed()) {
      const { error, output } = await undo(id)
      expect(error).toBeNull()
      expect((output as Undone).not_restored).toBeUndefined()
    }
    expect(await rows()).toEqual(before)
  })
})
