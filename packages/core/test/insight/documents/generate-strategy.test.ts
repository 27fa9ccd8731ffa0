import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { until } from "../../support/until.ts"
import { follow, startWorker } from "../../support/workers.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!
type Begun = Output<"strategy.generate">
type Strategy = Output<"strategy.get">

const generate = (key: string, values: Record<string, unknown> = {}) =>
  demo.run(call("strategy.generate", key, values))
const begun = async (key: string, values: Record<string, unknown> = {}) =>
  (await generate(key, values)).output as Begun
const read = async (key: string, strategy_id: string) =>
  (await demo.run(call("strategy.get", key, { strategy_id }))).output as Strategy
const listed = async (key: string, values: Record<string, unknown> = {}) =>
  (await demo.run(call("strategy.list", key, values))).output as Output<"strategy.list">
/** Reads everything that a strategy uses and must not change. */
const untouched = () =>
  demo.query(
    `select (select json_agg(c order by id) from campaigns c) as campaigns,
       (select json_agg(k order by id) from keywords k) as keywords,
       (select json_agg(r order by id) from recommendations r) as recommendations,
       (select json_agg(a order by sequence) from actions a) as actions,
       (select json_agg(p order by organization_id) from business_profiles p) as profiles`
  )

describe("before it is generated", () => {
  it("a strategy exists, queued, without a body, and its task can be polled", async () => {
    const refused = await generate(owner, { documents: [{ name: "", content: "" }] })
    const answer = await generate(owner, { documents: [{ name: "Goals", content: "More emergency calls." }] })
    expect(answer).toMatchObject({ status: 202, error: null })
    // It counts as a write; the refused call did not.
    expect(answer.quota!.remaining).toBe(refused.quota!.remaining - 1)
    const { strategy, task_tracking_id, url } = answer.output as Begun
    expect(url).toBe(`http://adwarden.test/o/northwind/strategy/${strategy}`)
    expect(await read(owner, strategy)).toEqual({
      id: strategy,
      status: "queued",
      title: "Strategy for Northwind Plumbing & Heating",
      created_at: expect.any(String),
      finished_at: null,
      url,
      markdown: null,
      error: null
    })
    const { output } = await demo.run(call("tasks.get", owner, { id: task_tracking_id }))
    expect(output).toMatchObject({ type: "strategy", status: "running", progress: 0 })
  })

  it("the same idempotency key starts it once, and is refused for other documents", async () => {
    const values = { idempotency_key: "strategy-1", documents: [{ name: "A", content: "One." }] }
    const [first, again] = [await generate(owner, values), await generate(owner, values)]
    expect(again).toMatchObject({ status: 202, replayed: true, output: first.output, quota: first.quota })
    const other = await generate(owner, { ...values, documents: [{ name: "A", content: "Two." }] })
    expect(other).toMatchObject({ status: 409, error: { _tag: "idempotency_conflict" } })
  })

  it("is not held for approval, can be requested by a member, and is visible to its organization only", async () => {
    const held = await generate(demo.keys["fabrikam"]!.admin!)
    expect(held).toMatchObject({ status: 202, error: null })
    const member = demo.keys["northwind"]!.member!
    expect((await generate(member)).status).toBe(202)
    const { strategy } = held.output as Begun
    const foreign = await demo.run(call("strategy.get", owner, { strategy_id: strategy }))
    expect(foreign).toMatchObject({ status: 404, error: { _tag: "not_found" } })
  })

  it.each([
    [
      "six documents",
      Array.from({ length: 6 }, () => ({ name: "A", content: "a" })),
      "documents",
      "must have at most 5 documents"
    ],
    [
      "a document that is too long",
      [{ name: "A", content: "é".repeat(20_001) }],
      "documents.0.content",
      "must be at most 20000 characters"
    ],
    [
      "a name of nothing",
      [{ name: " ", content: "a" }],
      "documents.0.name",
      "must be one line of 1 to 255 characters"
    ]
  ])("%s: is refused with the range, and nothing is started", async (_, documents, path, message) => {
    const { total } = await listed(owner)
    expect(await generate(owner, { documents })).toMatchObject({
      status: 400,
      error: { _tag: "validation_error", fields: [{ path, message }] }
    })
    expect((await listed(owner)).total).toBe(total)
  })

  it("accepts five documents of 20,000 characters, surrogate pairs included", async () => {
    const documents = Array.from({ length: 5 }, (_, n) => ({
      name: `Long ${n}`,
      content: "😀".repeat(20_000)
    }))
    expect((await generate(owner, { documents })).status).toBe(202)
  })

  it("is listed newest first, in pages, without bodies", async () => {
    const all = await listed(owner)
    expect(all.total).toBe(all.strategies.length)
    expect(Object.keys(all.strategies[0]!)).not.toContain("markdown")
    const times = all.strategies.map(({ created_at }) => created_at)
    expect(times).toEqual(times.toSorted().reverse())
    const first = await listed(owner, { limit: 1 })
    const second = await listed(owner, { limit: 100, cursor: first.next_cursor })
    expect([...first.strategies, ...second.strategies]).toEqual(all.strategies)
    const foreign = await demo.run(
      call("strategy.list", demo.keys["fabrikam"]!.owner!, { cursor: first.next_cursor })
    )
    expect(foreign).toMatchObject({ status: 400, error: { _tag: "validation_error" } })
  })
})

describe("generated", () => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    await demo.query("delete from pgboss.job where name = 'task'")
    stop = await startWorker(demo)
  })
  afterAll(() => stop())

  it("it describes performance, waste, demand and the plan; and changes nothing else", async () => {
    const before = await untouched()
    const stages = new Set<string>()
    const documents = [{ name: "Goals 2027", content: "We want 20% more emergency calls before Christmas." }]
    const { strategy, task_tracking_id, url } = await begun(owner, { documents })
    await until("it is written", async () => {
      const { output } = await demo.run(call("tasks.get", owner, { id: task_tracking_id }))
      const { stage, status } = output as Output<"tasks.get">
      if (stage !== undefined) stages.add(stage)
      return status !== "running"
    })
    expect(await follow(demo, owner, task_tracking_id)).toMatchObject({
      status: "completed",
      progress: 100,
      result: { strategy, url }
    })
    for (const stage of stages) expect(stage).toMatch(/^(Reading|Asking|Auditing|Writing) .*\.$/)
    const { finished_at, markdown, status } = await read(owner, strategy)
    expect({ status, finished: finished_at !== null }).toEqual({ status: "succeeded", finished: true })
    const headings = markdown!.split("\n").filter((line) => /^##? /.test(line))
    expect(headings).toEqual([
      "# Strategy for Northwind Plumbing & Heating",
      "## The business",
      "## Where things stand",
      "## What is wasted",
      "## Where more budget could go",
      "## Demand and gaps",
      "## The plan",
      "## What your documents say",
      "## What this is based on"
    ])
    expect(markdown).toContain("> We want 20% more emergency calls before Christmas.")
    // No operation, tool or detector name: people read it.
    expect(markdown).not.toMatch(/\{|dry_run|svc_|[a-z]_[a-z]|boiler-repair/)
    expect(await untouched()).toEqual(before)
  })

  it("its figures equal those of the operations", async () => {
    const { strategy, task_tracking_id } = await begun(owner)
    await follow(demo, owner, task_tracking_id)
    const { markdown } = await read(owner, strategy)
    const period = (await demo.run(call("performance.get", owner))).output as Output<"performance.get">
    const from = new Date(Date.parse(period.period.to) - 29 * 86_400_000).toISOString().slice(0, 10)
    const { output } = await demo.run(call("performance.get", owner, { from }))
    const { summary } = output as Output<"performance.get">
    const money = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" })
    expect(markdown).toContain(`spent **${money(summary.spend)}** for **${summary.conversions} conversions**`)
    const found = await demo.run(
      call("detectors.run", owner, {
        slug: "boiler-repair",
        detector: "negative_keywords",
        options: { days: 30 }
      })
    )
    const { estimated_monthly_saving } = found.output as Output<"detectors.run">
    expect(markdown).toContain(`: ${money(estimated_monthly_saving!)} a month`)
  })

  it("its steps name the recommendations that do them", async () => {
    const { output } = await demo.run(
      call("detectors.run", owner, { slug: "boiler-repair", detector: "negative_keywords" })
    )
    const { findings } = output as Output<"detectors.run">
    const id = findings.find(({ recommendation_id }) => recommendation_id !== undefined)!.recommendation_id
    const { strategy, task_tracking_id } = await begun(owner)
    await follow(demo, owner, task_tracking_id)
    const { markdown } = await read(owner, strategy)
    expect(markdown).toMatch(new RegExp(`\\*\\*Boiler repair\\*\\*: .* a month \\(applied by \`${id}\`\\)`))
  })

  it.each([
    ["tailspin", "setup_required", /neither a business profile nor an ad account/],
    ["wingtip", "google_ads_connection_broken", /has to connect it again in the dashboard/]
  ])("%s fails with %s, and states what to do", async (org, reason, why) => {
    const key = demo.keys[org]!.owner!
    const { strategy, task_tracking_id } = await begun(key)
    const task = await follow(demo, key, task_tracking_id)
    expect(task).toMatchObject({ status: "failed", error: { reason, message: expect.stringMatching(why) } })
    expect(await read(key, strategy)).toMatchObject({
      status: "failed",
      markdown: null,
      finished_at: expect.any(String),
      error: task.error!.message
    })
  })

  it("continues without demand if the platform refuses, and states so", async () => {
    await demo.control("POST", "faults", { kind: "refused", method: "generateKeywordIdeas", times: 1 })
    const { strategy, task_tracking_id } = await begun(owner)
    expect(await follow(demo, owner, task_tracking_id)).toMatchObject({ status: "completed" })
    const { markdown } = await read(owner, strategy)
    expect(markdown).toMatch(/What people search for is not known: Google Ads declined to say/)
    expect(markdown).toContain("**Not known:** keyword demand.")
  })

  it("waits for a business profile that is being generated", async () => {
    const during =
      "update business_profiles set status = 'analysing', analysing_url = url where organization_id = 1"
    await demo.query(during)
    const { strategy, task_tracking_id } = await begun(owner)
    await until("it was tried", async () => {
      const [task] = await demo.query<{ attempts: number }>(
        `select attempts from tasks where id = ${task_tracking_id}`
      )
      return task!.attempts > 0
    })
    await demo.query(
      "update business_profiles set status = 'ready', analysing_url = null where organization_id = 1"
    )
    await demo.query("update pgboss.job set start_after = now() where state = 'retry'")
    expect(await follow(demo, owner, task_tracking_id)).toMatchObject({ status: "completed" })
    expect((await read(owner, strategy)).markdown).toContain("## The business")
  })
})
