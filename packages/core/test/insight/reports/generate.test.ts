import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { lastPeriod, windowsOf } from "../../../src/insight/reports/periods.ts"
import { readToday } from "../../../src/insight/reports/read/read.ts"
import { saveReport } from "../../../src/insight/reports/rows.ts"
import { unsupportedFigures } from "../../../src/outbound/index.ts"
import { call } from "../../support/call.ts"
import { fakeModel } from "../../support/fake-model.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { follow, startWorker } from "../../support/workers.ts"
import { reportBefore } from "./support/report-before.ts"

type Answer = ReturnType<Parameters<typeof fakeModel>[0]>
let says: (text: string) => Answer = () => ({ status: 529 })
const model = await fakeModel(({ body }) => {
  const { text } = JSON.parse(body.messages[0]!.content[0]!.text) as { text: string }
  return says(text)
})
const demo = await runOnPlatform({ languageModel: model.languageModel })
const keys = demo.keys["northwind"]!
const [admin, member] = [keys.admin!, keys.member!]
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(async () => {
  await stop()
  await model.close()
})

const generate = (key: string, more: Record<string, unknown> = {}) =>
  demo.run(call("reports.generate", key, { type: "weekly", ...more }))
const made = async (key = member) => {
  const answer = await generate(key)
  expect(answer).toMatchObject({ status: 202, output: { status: "queued" } })
  const { task_tracking_id } = answer.output as Output<"reports.generate">
  return follow(demo, key, task_tracking_id)
}
const latest = async (key = member) =>
  (await demo.run(call("reports.latest", key, { type: "weekly" }))).output as Output<"reports.latest">

describe("a weekly report", () => {
  it("is not there before it is made, and says what to do", async () => {
    const none = await demo.run(call("reports.latest", member, { type: "weekly" }))
    expect(none).toMatchObject({ status: 404, error: { _tag: "not_found" } })
    expect(JSON.stringify(none.error)).toContain("reports.generate")
  })

  it("is made by a task without a result, which any member may ask for", async () => {
    const task = await made()
    expect(task).toMatchObject({ type: "report", status: "completed", progress: 100 })
    expect(task.result ?? null).toBeNull()
    const report = await latest()
    expect(report).toMatchObject({ type: "weekly", id: expect.stringMatching(/^rpt_/) })
    expect(report.markdown).toMatch(/^# Your week: \d+ \w+( \d{4})? to \d+ \w+ \d{4}\n/)
  })

  it("made again takes its place and keeps its id, and later", async () => {
    const before = await latest()
    await made()
    const after = await latest()
    expect(after.id).toBe(before.id)
    expect(Date.parse(after.generated_at)).toBeGreaterThan(Date.parse(before.generated_at))
    const list = await demo.run(call("reports.list", member, { type: "weekly" }))
    const { generated_at, id, type } = after
    expect(list.output).toEqual({ reports: [{ id, type, generated_at }], total: 1, next_cursor: null })
    const byId = await demo.run(call("reports.get", member, { type: "weekly", report_id: id }))
    expect(byId.output).toEqual(after)
  })

  it("of another id, of another type and of another organization is not found", async () => {
    const { id } = await latest()
    const other = (input: Record<string, unknown>, key = member) => demo.run(call("reports.get", key, input))
    expect(await other({ type: "weekly", report_id: "rpt_0000000000000000000000" })).toMatchObject({
      status: 404
    })
    expect(await other({ type: "performance", report_id: id })).toMatchObject({ status: 404 })
    const foreign = demo.keys["fabrikam"]!.admin!
    expect(await other({ type: "weekly", report_id: id }, foreign)).toMatchObject({ status: 404 })
  })

  it("counts as a write: quota and idempotency hold, and approvals do not hold it", async () => {
    const first = await generate(admin, { idempotency_key: "this-week" })
    const again = await generate(admin, { idempotency_key: "this-week" })
    expect(again).toMatchObject({ replayed: true, output: first.output })
    expect(again.quota!.remaining).toBe(first.quota!.remaining)
    const next = await generate(admin)
    expect(next.quota!.remaining).toBe(first.quota!.remaining - 1)
    const held = await generate(demo.keys["fabrikam"]!.admin!)
    expect(held).toMatchObject({ status: 202, output: { status: "queued" } })
  })

  it("is the only type that can be asked for; no action is logged of it", async () => {
    const answer = await demo.run(call("reports.generate", admin, { type: "performance" }))
    expect(answer).toMatchObject({ status: 400, error: { _tag: "validation_error" } })
    const rows = await demo.query("select 1 from actions where op like '%report%'")
    expect(rows).toEqual([])
  })

  it("tells people, programs and the service apart in what was done", async () => {
    // Which week a report covers depends on the account's day, which is not always the day in UTC.
    const { from } = lastPeriod("weekly", await demo.run(readToday(1)))
    await demo.query(`insert into actions (organization_id, id, at, op, campaign_id, detail, source, actor_type,
        actor_user_email, actor_key_prefix, state)
      select c.organization_id, 'act_by_' || who, timestamptz '${from} 12:00 UTC' + interval '3 days', 'update', c.id,
        'Daily budget from 100 to 110', 'dashboard', who, mail, prefix, 'executed'
      from campaigns c, (values ('user', 'adam@northwind.test', null), ('engine', null, null),
        ('api_key', 'mia@northwind.test', 'svc_live_abcd')) as actor (who, mail, prefix)
      where c.slug = 'boiler-repair' and c.organization_id = 1`)
    await made()
    const { markdown } = await latest()
    const part = markdown.slice(markdown.indexOf("## What was done"), markdown.indexOf("## What to do next"))
    expect(part).toContain("3 changes were made. 1 by people, 1 by programs and 1 by Adwarden itself.")
    expect(part).toMatch(/\*\*By people\*\*\n\n- .*adam@northwind\.test/)
    expect(part).toMatch(/\*\*By programs.*\*\*\n\n- .*key svc_live_abcd… of mia@northwind\.test/)
    expect(part).toMatch(/\*\*By Adwarden itself\*\*\n\n- .*Adwarden/)
  })
})

describe("with a language model", () => {
  it("its words are taken where their figures are in the source, and told to be its", async () => {
    says = (text) => ({ text: `In short: ${text.charAt(0).toLowerCase()}${text.slice(1)}` })
    await made()
    const { markdown } = await latest()
    expect(markdown).toContain("In short: you spent **$")
    expect(markdown).toContain("are stand-in's")
    const [stored] = await demo.query<{ facts: unknown }>(
      "select facts from reports where organization_id = 1"
    )
    expect(unsupportedFigures(markdown, JSON.stringify(stored!.facts))).toEqual([])
  })

  it("figures that it makes up, and links, never reach a report", async () => {
    says = (text) => ({ text: `${text} That is 4711% more. See http://evil.test` })
    await made()
    const { markdown } = await latest()
    expect(markdown).not.toMatch(/4711|evil/)
    expect(markdown).toContain("You spent **$")
  })
})

describe("of two that are made at the same time", () => {
  it("the one whose figures were read later stays, whichever ends first", async () => {
    const { facts } = await demo.run(reportBefore(1, "weekly"))
    const { period } = windowsOf("weekly", facts.period)
    const save = (markdown: string, readAt: string) =>
      demo.run(
        Effect.asVoid(saveReport(1, { type: "weekly", period, facts, markdown, readAt: new Date(readAt) }))
      )
    await save("later", "2999-01-02")
    const { id } = await latest()
    await save("earlier", "2999-01-01")
    expect(await latest()).toMatchObject({ id, markdown: "later" })
  })
})

describe("the list", () => {
  it("has the latest days first, and pages that neither repeat nor skip", async () => {
    await demo.query(`insert into reports (organization_id, id, type, period_from, period_to, facts, markdown, generated_at)
      select 1, 'rpt_' || lpad(n::text, 22, '0'), 'competitor', date '2026-01-31' - n, date '2026-01-31' - n,
        '{"version": 1}', 'x', now() - n * interval '1 second' * (case when n % 2 = 0 then 1 else -1 end)
      from generate_series(1, 7) n`)
    const seen: Array<string> = []
    let cursor: string | null = null
    do {
      const input = { type: "competitor", limit: 3, ...(cursor === null ? {} : { cursor }) }
      const { output } = await demo.run(call("reports.list", member, input))
      const page = output as Output<"reports.list">
      expect(page.total).toBe(7)
      seen.push(...page.reports.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `rpt_${String(n).padStart(22, "0")}`))
    const foreign = await demo.run(call("reports.list", member, { type: "weekly", cursor: "bm9uc2Vuc2U" }))
    expect(foreign).toMatchObject({ status: 400, error: { _tag: "validation_error" } })
  })
})
