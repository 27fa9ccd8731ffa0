import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { insertOldActions } from "../support/many-actions.ts"
import { runCore } from "../support/run-core.ts"

type Log = Output<"actions.list">

const demo = await runCore()
const { admin, member, owner } = demo.keys["northwind"]!
const list = async (values: Record<string, unknown> = {}, key = owner!) =>
  demo.run(call("actions.list", key, values))
const log = async (values: Record<string, unknown> = {}) => (await list(values)).output as Log
const update = (values: Record<string, unknown>) =>
  demo.run(call("campaigns.update", admin!, { slug: "boiler-repair", dry_run: false, ...values }))

/** 30 actions, one per day, every third by the engine, two of them at the same time. */
beforeAll(() =>
  demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql`
        insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type, actor_user_email,
          state, executed_at)
        select o.id, 'act_old' || lpad(n::text, 8, '0'), '2025-03-01T23:59:59.999Z'::timestamptz + (n / 2) * interval '2 days',
          'update_campaign', c.id, 'Old ' || n, case when n % 3 = 0 then 'engine' else 'dashboard' end, 'user',
          'olivia@northwind.test', 'executed', now()
        from organizations o join campaigns c on c.organization_id = o.id and c.slug = 'northwind-brand',
          generate_series(0, 29) n
        where o.slug = 'northwind'`
    )
  )
)

describe("the action log", () => {
  it("lists actions newest first, with time, actor and key", async () => {
    const { total: before } = await log()
    const done = await update({ budget: 110 })
    const { actions, total } = await log({ limit: 1 })
    expect(before).toBeGreaterThanOrEqual(30)
    expect(total).toBe(before + 1)
    const key = admin!
    expect(actions[0]).toEqual({
      id: (done.output as { action_id: string }).action_id,
      at: expect.stringMatching(/^\d{4}-/),
      source: "dashboard",
      actor: {
        type: "api_key",
        prefix: key.slice(0, 13),
        last_four: key.slice(-4),
        user: "adam@northwind.test"
      },
      op: "update_campaign",
      campaign: "boiler-repair",
      detail: "Daily budget from $100 to $110",
      undone: false
    })
    const { actions: older } = await log({ to: "2025-12-31", limit: 1 })
    expect(older[0]).toMatchObject({
      campaign: "northwind-brand",
      actor: { type: "user", user: "olivia@northwind.test" }
    })
  })

  it("excludes refused, failed and in-progress changes", async () => {
    const before = await log()
    await update({ budget: 5000 })
    await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`insert into actions (organization_id, id, op, detail, source, actor_type, state)
          select id, 'act_' || state || '00', 'x', 'x', 'dashboard', 'user', state
          from organizations, unnest(array['executing', 'failed']) state where slug = 'northwind'`
      )
    )
    expect(await log()).toEqual(before)
  })

  it("returns each row once across pages, even with equal times and concurrent inserts", async () => {
    const seen: Array<string> = []
    let cursor: string | null = null
    const first = await log({ limit: 100 })
    do {
      const page: Log = await log({ limit: 7, ...(cursor === null ? {} : { cursor }) })
      seen.push(...page.actions.map(({ id }) => id))
      cursor = page.next_cursor
      await update({ name: `Page ${seen.length}` })
    } while (cursor !== null)
    expect(seen).toEqual(first.actions.map(({ id }) => id))
  })

  it("filters by day, both ends included, and by source", async () => {
    const days = await log({ from: "2025-03-01", to: "2025-03-03", limit: 100 })
    expect(days.total).toBe(4)
    expect((await log({ from: "2025-03-02", to: "2025-03-02" })).total).toBe(0)
    expect((await log({ to: "2025-12-31" })).total).toBe(30)
    const engine = await log({ source: "engine", limit: 3 })
    expect(engine.total).toBe(10)
    expect(engine.actions.every(({ source }) => source === "engine")).toBe(true)
    expect(await log({ source: "api" })).toEqual({ actions: [], total: 0, next_cursor: null })
    const next = await list({ source: "dashboard", cursor: engine.next_cursor })
    expect(next.error?._tag).toBe("validation_error")
    expect((await list({ from: "2025-03-03", to: "2025-03-01" })).error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "from" }]
    })
    expect((await log({ from: "0000-01-01" })).total).toBeGreaterThan(30)
  })

  it("is visible to owners only, and to one organization only", async () => {
    expect((await list({}, admin!)).error?._tag).toBe("insufficient_scope")
    expect((await list({}, member!)).error?._tag).toBe("insufficient_scope")
    expect((await list({ org: "northwind" }, demo.keys["fabrikam"]!.owner!)).error?._tag).toBe(
      "org_access_denied"
    )
    const other = (await list({}, demo.keys["fabrikam"]!.owner!)).output as Log
    expect(other.actions).toMatchObject([
      { campaign: "fabrikam-brand", actor: { user: "femi@fabrikam.test" } }
    ])
  })

  it("counts every action exactly and lists all", async () => {
    const filters = [{}, { source: "dashboard" }, { source: "engine" }]
    const totals = () =>
      Promise.all(filters.map(async (filter) => (await log({ ...filter, limit: 1 })).total))
    const [all, edits, engine] = await totals()
    await demo.run(insertOldActions(1040))
    expect(await totals()).toEqual([all! + 1040, edits! + 1040, engine])
    const old = { from: "2024-01-01", to: "2024-01-01" }
    const seen: Array<string> = []
    let cursor: string | null = null
    do {
      const page: Log = await log({ ...old, limit: 100, ...(cursor === null ? {} : { cursor }) })
      expect(page.total).toBe(1040)
      seen.push(...page.actions.map(({ detail }) => detail))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual(Array.from({ length: 1040 }, (_, n) => `Many ${1040 - n}`))
  })
})
