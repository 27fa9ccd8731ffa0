import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Finisher } from "../../src/changes/finish.ts"
import type { PipelineResponse } from "../../src/request/pipeline-request.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import { campaignInDatabase } from "../support/workers.ts"

const demo = await runOnPlatform()
const { query } = demo
const admin = demo.keys["northwind"]!.admin!
const { set, undo, update } = executedWrites(demo, admin)
const exclude = (keyword: string) =>
  demo.run(
    call("keywords.add_negatives", admin, { slug: "boiler-repair", keywords: [keyword], dry_run: false })
  )

/** Reads everything that a change writes, except audit events. */
const storedState = async () => {
  const [row] = await query<Record<string, unknown>>(`select
    (select jsonb_agg(to_jsonb(c) order by id) from campaigns c) as campaigns,
    (select count(*)::int from actions where state = 'executed') as actions,
    (select count(*)::int from actions where undone_at is not null) as undone,
    (select count(*)::int from queued_writes where status <> 'pending') as decided,
    (select count(*)::int from negative_keywords where removed_at is null
      and platform_resource_name is not null) as negatives,
    (select count(*)::int from tasks) as tasks,
    (select sum(used)::int from write_quota) as used`)
  return row!
}
const events = async ({ requestId }: PipelineResponse) =>
  (
    await query<{ told: string }>(
      `select operation || ' ' || status_code as told from audit_events where request_id = '${requestId}'
       order by sequence`
    )
  ).map(({ told }) => told)

await query(`create function no_event() returns trigger language plpgsql as $$
  begin raise exception 'The trail takes nothing'; end $$`)
/** From now on the audit trail rejects events of executed changes. */
const stopTrail = () =>
  query(`create trigger no_event before insert on audit_unsealed for each row when (new.status_code < 300)
    execute function no_event()`)
const restoreTrail = () => query("drop trigger if exists no_event on audit_unsealed")
afterEach(restoreTrail)

describe("a change whose audit event cannot be written", () => {
  it("is rolled back: a field, a state, an undo, an approval", async () => {
    const renamed = actionOf(await update("boiler-repair", { name: "Renamed" }))
    const asked = await executedWrites(demo, demo.keys["fabrikam"]!.admin!).update("boiler-repair", {
      budget: 104
    })
    const { queued_recommendation_id: id } = asked.error as unknown as { queued_recommendation_id: string }
    const before = await storedState()
    await stopTrail()
    const tries = [
      () => update("emergency-plumber", { budget: 59 }),
      () => set("emergency-plumber", "paused"),
      () => undo(renamed)
    ]
    for (const attempt of tries) {
      expect(await attempt()).toMatchObject({ output: null, error: {} })
      expect(await storedState()).toEqual(before)
    }
    const approving = deciding.approve({ organization: "fabrikam", id, by: "olivia@northwind.test" })
    await demo.run(Effect.exit(approving))
    expect(await storedState()).toEqual(before)
    await restoreTrail()
    for (const attempt of tries) expect(await attempt()).toMatchObject({ error: null })
    expect(await demo.run(approving)).toMatchObject({ status: "approved" })
  })

  it("stays open if the platform did it first, until the event can be written", async () => {
    const before = await storedState()
    await stopTrail()
    expect(await exclude("unheard of")).toMatchObject({ output: null, error: {} })
    expect(await storedState()).toMatchObject({ actions: before["actions"], negatives: before["negatives"] })
    await restoreTrail()
    const [open] = await query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
    expect(await storedState()).toMatchObject({ negatives: Number(before["negatives"]) + 1 })
  })
})

describe("an executed call", () => {
  it("has exactly one audit event, on every route", async () => {
    const lowered = await update("boiler-repair", { budget: 90 })
    expect(await events(lowered)).toEqual(["campaigns.update 200"])
    const paused = await set("boiler-repair", "paused")
    expect(await events(paused)).toEqual(["campaigns.set_state 200"])
    const excluded = await exclude("one event")
    expect(await events(excluded)).toEqual(["keywords.add_negatives 200"])
    expect(await events(await undo(actionOf(excluded)))).toEqual(["actions.undo 200"])
    expect(await events(await undo(actionOf(paused)))).toEqual(["actions.undo 200"])
  })

  it("has an event for the unknown outcome, and another once it is known", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
    const unknown = await exclude("two events")
    await demo.control("DELETE", "faults")
    expect(unknown.error).toMatchObject({ _tag: "unavailable", retryAfter: 30 })
    await until("the outcome is recorded", async () => (await events(unknown)).length > 0)
    expect(await events(unknown)).toEqual(["keywords.add_negatives 503"])
    const [open] = await query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, open!.id)))
    expect(await events(unknown)).toEqual(["keywords.add_negatives 503", "keywords.add_negatives 200"])
  })

  it("has one event too if it changed nothing, was refused, or was replayed", async () => {
    const { budget } = await campaignInDatabase(demo, "boiler-repair")
    expect(await events(await update("boiler-repair", { budget }))).toEqual(["campaigns.update 200"])
    expect(await events(await update("boiler-repair", { budget: 5000 }))).toEqual(["campaigns.update 422"])
    const values = { name: "Told twice", idempotency_key: "told-twice" }
    for (const replayed of [false, true]) {
      const answer = await update("boiler-repair", values)
      expect(answer.replayed).toBe(replayed)
      expect(await events(answer)).toEqual(["campaigns.update 200"])
    }
  })
})
