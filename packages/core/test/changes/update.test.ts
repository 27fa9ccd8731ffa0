import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { call } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered, staggeredEffects } from "../support/staggered.ts"
import { until } from "../support/until.ts"

const demo = await runCore({ writeQuota: 20 })
const admin = demo.keys["northwind"]!.admin!

const update = async (values: Record<string, unknown>, key = admin) =>
  demo.run(call("campaigns.update", key, { slug: "boiler-repair", ...values }))
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

describe("changing a campaign", () => {
  it("previews first, and executes what it previewed", async () => {
    const preview = await update({ budget: 109.6, target_cpa: 40.129, name: " Boilers " })
    expect(preview.output).toMatchObject({
      dry_run: true,
      would_change: {
        budget: { from: 100, to: 110 },
        target_cpa: { from: 0, to: 40.13 },
        name: { to: "Boilers" }
      },
      within_limits: true,
      preview_hash: expect.stringMatching(/^[0-9a-f]{32}$/)
    })
    const { preview_hash } = preview.output as { preview_hash: string }
    const done = await update({
      budget: 109.6,
      target_cpa: 40.129,
      name: " Boilers ",
      dry_run: false,
      preview_hash
    })
    expect(done.output).toMatchObject({
      applied: true,
      action_id: expect.stringMatching(/^act_/),
      changed: (preview.output as { would_change: object }).would_change
    })
    expect(done.quota).toEqual({ limit: 20, remaining: preview.quota!.remaining - 1 })
    const [row] = await query(
      "select name, budget, target_cpa from campaigns where slug = 'boiler-repair' and organization_id = 1"
    )
    expect(row).toEqual({ name: "Boilers", budget: 110, target_cpa: 40.13 })
    const stale = await update({ budget: 115, dry_run: false, preview_hash })
    expect(stale.error).toMatchObject({ _tag: "preview_stale", current: { dry_run: true } })
  })

  it("schedules a job in the same transaction, and none for a campaign that is not in the platform", async () => {
    const jobs = () =>
      query<{ n: number }>("select count(*) as n from pgboss.job where name = 'campaign-push'")
    const [before] = await jobs()
    await update({ slug: "spring-offers", budget: 26, dry_run: false })
    expect(await jobs()).toEqual([before])
    await update({ slug: "emergency-plumber", budget: 61, dry_run: false })
    expect(await jobs()).toEqual([{ n: before!.n + 1 }])
  })

  it("reports exceeded limits: as within_limits in a preview, else as an error", async () => {
    expect((await update({ budget: 500 })).output).toMatchObject({ within_limits: false })
    expect((await update({ budget: 500, dry_run: false })).error).toMatchObject({
      _tag: "budget_cap_exceeded",
      allowed_min: expect.any(Number),
      allowed_max: expect.any(Number)
    })
  })

  it("does nothing and uses no quota if nothing would change", async () => {
    const unchanged = { name: "Boilers", dry_run: false, idempotency_key: "unchanged" }
    const { output, quota } = await update(unchanged)
    expect(output).toEqual({ applied: true, action_id: null, changed: {} })
    expect(await update(unchanged)).toMatchObject({ output, quota, replayed: true })
    const stored = () => query("select quota_day from executions where state = 'unchanged'")
    expect(await stored()).toEqual([{ quota_day: null }])
    // Without a key there is nothing to replay.
    expect((await update({ name: "Boilers", dry_run: false })).quota).toEqual(quota)
    expect(await stored()).toHaveLength(1)
  })

  it("returns the same response for the same idempotency key, and refuses the key for another call", async () => {
    const once = await update({ budget: 112, dry_run: false, idempotency_key: "k1" })
    const twice = await update({ budget: 112, dry_run: false, idempotency_key: "k1" })
    expect(twice.output).toEqual(once.output)
    expect([once.replayed, twice.replayed]).toEqual([false, true])
    expect(twice.quota).toEqual(once.quota)
    const other = await update({ budget: 113, dry_run: false, idempotency_key: "k1" })
    expect(other.error?._tag).toBe("idempotency_conflict")
    const someoneElse = await update(
      { budget: 113, dry_run: false, idempotency_key: "k1" },
      demo.keys["northwind"]!.owner!
    )
    expect(someoneElse.output).toMatchObject({ applied: true })
  })

  it("accepts an idempotency key again after a day, unless its first call is still open", async () => {
    const keyed = (name: string) => update({ name, dry_run: false, idempotency_key: "daily" })
    const aged = (age: string, more = "") =>
      query(
        `update executions set created_at = now() - interval '${age}' ${more} where idempotency_key = 'daily'`
      )
    expect((await keyed("Today")).replayed).toBe(false)
    await aged("23 hours 59 minutes")
    expect((await keyed("Today")).replayed).toBe(true)
    expect((await keyed("Tomorrow")).error?._tag).toBe("idempotency_conflict")
    await aged("24 hours 1 second")
    expect((await keyed("Tomorrow")).output).toMatchObject({ changed: { name: { to: "Tomorrow" } } })
    await aged("25 hours", ", state = 'open', settled_at = null, answer = null")
    expect((await keyed("Tomorrow")).error).toMatchObject({
      because: expect.stringContaining("still running")
    })
    await query("update executions set state = 'refused', settled_at = now() where state = 'open'")
  })

  it("waits for approval if the organization requires it, with its headroom reserved", async () => {
    const femi = demo.keys["fabrikam"]!.admin!
    const answer = await update({ budget: 105, dry_run: false, idempotency_key: "f1" }, femi)
    expect(answer).toMatchObject({ status: 202, error: { _tag: "approval_required" } })
    const id = (answer.error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
    const queued = await demo.run(call("queued_writes.get", femi, { queued_id: id }))
    expect(queued.output).toMatchObject({ status: "pending", operation: "campaigns.update" })
    const [row] = await query<{ reserved: ReadonlyArray<number> }>(
      `select reserved_budgets as reserved from queued_writes where id = '${id}'`
    )
    expect(row!.reserved).toEqual([105])
    const replayed = await update({ budget: 105, dry_run: false, idempotency_key: "f1" }, femi)
    expect(replayed).toMatchObject({ replayed: true, error: { queued_recommendation_id: id } })
    expect((await update({ budget: 9000, dry_run: false }, femi)).error?._tag).toBe("budget_cap_exceeded")
  })
})

describe("two hundred concurrent writers", () => {
  it("never exceed the cap, the per-call limit or the quota, and lose no action", async () => {
    // A total budget has no daily amount to change.
    const campaigns = await query<{ slug: string }>(
      "select slug from campaigns where organization_id = 1 and budget_left is null"
    )
    const [before] = await query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
    const answers = await demo.run(
      staggeredEffects(
        Array.from({ length: 200 }, (_, n) => {
          const { slug } = campaigns[n % campaigns.length]!
          const wanted = n % 4 === 0 ? { name: `Name ${n}` } : { budget: 20 + ((n * 37) % 150) }
          return call("campaigns.update", admin, { slug, ...wanted, dry_run: false })
        })
      )
    )
    const [sum] = await query<{ daily: number; total: number }>(
      "select sum(greatest(coalesce(budget, 0), case when conflict is not null then ceil(platform_budget) end)) as daily, sum(budget_left)::float as total from campaigns where organization_id = 1"
    )
    expect(sum!.daily * 30 + sum!.total).toBeLessThanOrEqual(12_000)
    const executed = answers.filter(
      (answer) => (answer.output as { action_id?: string | null } | null)?.action_id
    )
    const [after] = await query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
    expect(after!.used - (before?.used ?? 0)).toBe(executed.length)
    // Stopping spend always works: a lower budget is accepted without quota.
    const lowered = executed.filter(({ output }) => {
      const { budget } = (output as { changed: { budget?: { from: number; to: number } } }).changed
      return budget !== undefined && budget.to < budget.from
    })
    // Each day has its own quota, and midnight may pass.
    const [days] = await query<{ n: number }>(
      "select count(*)::int as n from write_quota where organization_id = 1"
    )
    expect(after!.used - lowered.length).toBeLessThanOrEqual(20 * days!.n)
    const ids = executed.map((answer) => (answer.output as { action_id: string }).action_id)
    const [logged] = await query<{ n: number }>(
      `select count(*) as n from actions where id in (${ids.map((id) => `'${id}'`).join(",")})`
    )
    expect(logged!.n).toBe(ids.length)
    const codes = new Set(answers.flatMap((answer) => answer.error?._tag ?? []))
    expect(
      [...codes].every((code) =>
        ["budget_cap_exceeded", "sync_conflict", "write_quota_exceeded"].includes(code)
      )
    ).toBe(true)
    expect(codes.has("write_quota_exceeded")).toBe(true)
  })
})

/*
 * Within a process, one writer of an organization waits for the other. Between processes, only the database
 * lock orders them. Here both have started before either can write, because another transaction holds their
 * rows.
 */
describe("two hosts that write concurrently", () => {
  const slugs = ["boiler-repair", "emergency-plumber"] as const
  const otherHost = ManagedRuntime.make(coreOn(demo.url, { writeQuota: 20 }))
  const holder = new pg.Client({ connectionString: demo.url })
  const watcher = new pg.Client({ connectionString: demo.url })
  beforeAll(async () => {
    await holder.connect()
    await watcher.connect()
    await query("update campaigns set budget = 100 where organization_id = 1")
  })
  afterAll(async () => {
    await holder.end()
    await watcher.end()
    await otherHost.dispose()
  })

  const used = (writes: number) =>
    query(`with before as (delete from write_quota where organization_id = 1 and day < (now() at time zone 'UTC')::date)
      insert into write_quota (organization_id, day, used)
      values (1, (now() at time zone 'UTC')::date, ${writes})
      on conflict (organization_id, day) do update set used = ${writes}`)
  const bothWait = async () => {
    const { rows } = await watcher.query(
      "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
    )
    return rows[0].n >= 2
  }
  const together = async (wanted: Record<string, unknown>) => {
    await holder.query("begin")
    await holder.query("select 1 from campaigns where organization_id = 1 for update")
    const [one, other] = slugs.map((slug) =>
      call("campaigns.update", admin, { slug, ...wanted, dry_run: false })
    )
    const running = [demo.run(one!), otherHost.runPromise(other!)]
    await until("both wait for somebody", bothWait)
    await holder.query("commit")
    return (await Promise.all(running)).map(({ error }) => error?._tag ?? "executed").toSorted()
  }

  it("do not both use the remaining headroom of the monthly cap", async () => {
    await used(0)
    const { output } = await demo.run(call("organizations.get", admin))
    const { committed_monthly } = output as { committed_monthly: number }
    await query(`update organizations set max_spend = ${committed_monthly + 10 * 30} where id = 1`)
    expect(await together({ budget: 108 })).toEqual(["budget_cap_exceeded", "executed"])
  })

  it("do not both use the last write of the day", async () => {
    await used(19)
    expect(await together({ target_cpa: 33 })).toEqual(["executed", "write_quota_exceeded"])
  })

  it("can still lower spend when the writes of the day are used up", async () => {
    await used(20)
    expect((await update({ target_cpa: 34, dry_run: false })).error?._tag).toBe("write_quota_exceeded")
    expect((await update({ budget: 99, dry_run: false })).output).toMatchObject({ applied: true })
  })

  it("execute one change for one idempotency key, in any interleaving", async () => {
    for (let round = 0; round < 20; round++) {
      await used(0)
      const wanted = {
        slug: slugs[0],
        name: `Once ${round}`,
        dry_run: false,
        idempotency_key: `once-${round}`
      }
      const answers = await staggered(
        Array.from({ length: 6 }, (_, n) => () => {
          const run = n % 2 === 0 ? demo.run : otherHost.runPromise
          return run(call("campaigns.update", admin, wanted))
        }),
        round
      )
      const actions = answers.map(
        ({ error, output }) => error?._tag ?? (output as { action_id: string }).action_id
      )
      expect(new Set(actions.filter((id) => id.startsWith("act_"))).size).toBe(1)
      expect(answers.filter(({ replayed, error }) => error === null && replayed !== true)).toHaveLength(1)
      const [spent] = await query(
        "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
      )
      expect(spent).toEqual({ used: 1 })
    }
  })
})

describe("while an organization is being written to", () => {
  it("its reads and previews continue, and so do other organizations' writes", async () => {
    const sql = await demo.run(SqlClient.SqlClient)
    const meanwhile = Effect.all(
      [
        call("campaigns.list", admin),
        call("keywords.list", admin, { slug: "boiler-repair" }),
        call("campaigns.update", admin, { slug: "boiler-repair", budget: 90 }),
        call("campaigns.update", demo.keys["contoso"]!.owner!, {
          slug: "dental-implants",
          budget: 71,
          dry_run: false
        })
      ],
      { concurrency: "unbounded" }
    )
    const answers = await demo.run(
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select 1 from organization_locks where organization_id = 1 for update`
          return yield* Effect.promise(() => demo.run(meanwhile))
        })
      )
    )
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
  })
})
