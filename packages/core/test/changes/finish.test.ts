import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { Finisher } from "../../src/changes/finish.ts"
import * as deciding from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { coreOnPlatform } from "../support/core-on-platform.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { staggeredEffects } from "../support/staggered.ts"

const demo = await runOnPlatform({ writeQuota: 100 })
const admin = demo.keys["northwind"]!.admin!

const add = (keywords: ReadonlyArray<string>, values: Record<string, unknown> = {}) =>
  demo.run(
    call("keywords.add_negatives", admin, { slug: "boiler-repair", keywords, dry_run: false, ...values })
  )
const fault = (values: object) => demo.control("POST", "faults", values)
const calm = () => demo.control("DELETE", "faults")
const used = async () =>
  (
    await demo.query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
  )[0]?.used ?? 0

/** The number of audit events of executed exclusions. */
const audited = async () =>
  (
    await demo.query<{ n: number }>(
      "select count(*)::int as n from audit_events where operation = 'keywords.add_negatives' and status_code = 200"
    )
  )[0]!.n

/** Creates an action that its host left: sent, and without a response. */
const leave = async (term: string, values: Record<string, unknown> = {}) => {
  await fault({ kind: "lost", method: "mutate", times: 1 })
  await fault({ kind: "internal", method: "search", after: 1 })
  expect((await add([term], values)).error?._tag).toBe("unavailable")
  await calm()
  const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
  return left!.id
}
/** A worker knows the execution, not the action that it makes. */
const finish = (id: string) =>
  Effect.gen(function* () {
    const finisher = yield* Finisher
    const sql = yield* SqlClient.SqlClient
    const [execution] = yield* sql<{ id: string }>`select id from executions
      where organization_id = 1 and work->'actions'->0->>'action' = ${id}`
    yield* finisher.finish(1, execution!.id)
  })
const actionOf = async (id: string) =>
  (await demo.query<Record<string, unknown>>(`select state, failure from actions where id = '${id}'`))[0]!
const inForce = async (term: string) =>
  (await demo.query(`select 1 from negative_keywords where text = '${term}' and removed_at is null`)).length

describe("an execution that its host left open", () => {
  it("is finished once by concurrent workers", async () => {
    for (let round = 0; round < 3; round++) {
      const [before, events] = [await used(), await audited()]
      const [term, key] = [`taken up ${round}`, { idempotency_key: `many ${round}` }]
      const id = await leave(term, key)
      await demo.run(
        staggeredEffects(
          Array.from({ length: 6 }, () => finish(id)),
          round
        )
      )
      expect(await actionOf(id)).toEqual({ state: "executed", failure: null })
      expect(await inForce(term)).toBe(1)
      expect([await used(), await audited()]).toEqual([before + 1, events + 1])
      const { output, replayed } = await add([term], key)
      expect([replayed, output]).toMatchObject([true, { action_id: id, added: 1, already_there: [] }])
    }
  })

  it("fails and refunds its quota if the platform does not have it and refuses it", async () => {
    const before = await used()
    await fault({ kind: "lost", when: "before", method: "mutate", times: 1 })
    await fault({ kind: "internal", method: "search", after: 1 })
    expect((await add(["declined"], { idempotency_key: "declined" })).error?._tag).toBe("unavailable")
    await calm()
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Too late." })
    await demo.run(finish(left!.id))
    expect(await actionOf(left!.id)).toEqual({ state: "failed", failure: "Too late." })
    expect(await inForce("declined")).toBe(0)
    expect(await used()).toBe(before)
    const again = await add(["declined"], { idempotency_key: "declined" })
    expect([again.replayed, again.output]).toMatchObject([false, { added: 1 }])
  })

  it("stays open if the platform cannot be reached after a send without a response", async () => {
    await fault({ kind: "lost", when: "before", method: "mutate", times: 1 })
    await fault({ kind: "quota", method: "mutate", retryDelaySeconds: 0 })
    expect((await add(["sent twice"])).error).toMatchObject({
      _tag: "unavailable",
      because: expect.stringContaining("has not confirmed the change yet")
    })
    await calm()
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    await demo.run(finish(left!.id))
    expect(await actionOf(left!.id)).toMatchObject({ state: "executed" })
  })

  it("stays open after two sends without a response", async () => {
    await fault({ kind: "lost", when: "before", method: "mutate", times: 3 })
    expect((await add(["sent too often"])).error?._tag).toBe("unavailable")
    await calm()
    // Meanwhile no other change affects the same exclusion.
    expect((await add(["sent too often"])).error).toMatchObject({
      _tag: "unavailable",
      because: expect.stringContaining("Another change of the same setting")
    })
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    await demo.run(finish(left!.id))
    expect(await actionOf(left!.id)).toMatchObject({ state: "executed" })
  })

  it("stays open if its host stops waiting, even if nothing was sent yet", async () => {
    const impatient = ManagedRuntime.make(
      coreOnPlatform(demo.url, demo.emulator, { executionTakeoverSeconds: 0 })
    )
    const { error } = await impatient.runPromise(
      call("keywords.add_negatives", admin, { slug: "boiler-repair", keywords: ["too slow"], dry_run: false })
    )
    expect(error).toMatchObject({ because: expect.stringContaining("has not confirmed the change yet") })
    await impatient.dispose()
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    await demo.run(finish(left!.id))
    expect(await actionOf(left!.id)).toMatchObject({ state: "executed" })
  })

  it("refunds the quota of the day on which it was used, even after midnight", async () => {
    await fault({ kind: "lost", when: "before", method: "mutate", times: 1 })
    await fault({ kind: "internal", method: "search", after: 1 })
    expect((await add(["past midnight"])).error?._tag).toBe("unavailable")
    await calm()
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    // As if it had been sent the day before.
    await demo.query("update executions set quota_day = quota_day - 1 where state = 'open'")
    await demo.query(`insert into write_quota (organization_id, day, used)
      select organization_id, day - 1, 9 from write_quota where organization_id = 1 order by day desc limit 1
      on conflict (organization_id, day) do update set used = 9`)
    const days = () =>
      demo.query<{ used: number }>(
        "select used from write_quota where organization_id = 1 order by day desc limit 2"
      )
    const [today] = await days()
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Too late." })
    await demo.run(finish(left!.id))
    expect(await actionOf(left!.id)).toMatchObject({ state: "failed" })
    expect(await days()).toEqual([today, { used: 8 }])
    await demo.query("delete from write_quota where organization_id = 1 and used = 8")
  })

  it("stays undecided while the platform cannot be read", async () => {
    const id = await leave("patience")
    await fault({ kind: "internal", method: "search" })
    const failure = await demo.run(Effect.flip(finish(id)))
    expect(failure._tag).toBe("Undecided")
    expect(await actionOf(id)).toMatchObject({ state: "executing" })
    // A login that was revoked after the send does not show that nothing was done.
    const login = (state: string) =>
      demo.query(`update ad_platform_logins set state = '${state}' where organization_id = 1 returning id`)
    await login("broken")
    expect((await demo.run(Effect.flip(finish(id))))._tag).toBe("Undecided")
    expect(await actionOf(id)).toMatchObject({ state: "executing" })
    await login("connected")
    await demo.query("update executions set created_at = now() - interval '1 hour' where state = 'open'")
    expect(await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finishAll))).toBe(0)
    await calm()
    expect(await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finishAll))).toBe(1)
    expect(await actionOf(id)).toMatchObject({ state: "executed" })
  })
})

describe("an approved platform-first change", () => {
  const held = async (term: string) => {
    const { error } = await add([term])
    return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  }
  const approve = (id: string) =>
    deciding.approve({ organization: "northwind", id, by: "olivia@northwind.test" })
  const follow = async (id: string) =>
    (await demo.run(call("queued_writes.get", admin, { queued_id: id }))).output

  it("is approved with its result, failed with the platform's reason, or pending while the platform is unavailable", async () => {
    await demo.query("update organizations set approvals_required = true where slug = 'northwind'")
    const approvals = () =>
      demo.query<{ status: number }>(
        "select status_code as status from audit_events where operation = 'approvals.approve' order by sequence"
      )
    const earlier = await approvals()
    const yes = await held("approved term")
    expect(await demo.run(approve(yes))).toMatchObject({ status: "approved", result: { added: 1 } })
    // The approver's event is written once, with the result.
    expect(await approvals()).toEqual([...earlier, { status: 200 }])
    expect(await follow(yes)).toMatchObject({ status: "approved", result: { added: 1 } })

    const no = await held("declined term")
    await fault({ kind: "refused", method: "mutate", times: 1, message: "Not this one." })
    expect(await demo.run(approve(no))).toMatchObject({ status: "failed" })
    expect(await approvals()).toEqual([...earlier, { status: 200 }, { status: 400 }])
    expect(await follow(no)).toMatchObject({
      status: "failed",
      reason: expect.stringContaining("Not this one")
    })

    const away = await held("later term")
    await fault({ kind: "internal", method: "search" })
    expect(await demo.run(Effect.flip(approve(away)))).toMatchObject({ _tag: "unavailable" })
    expect(await follow(away)).toMatchObject({ status: "pending" })
    await calm()
    expect(await demo.run(approve(away))).toMatchObject({ status: "approved" })
  })

  it("is settled by the process that finishes it", async () => {
    const id = await held("orphan term")
    await fault({ kind: "lost", method: "mutate", times: 1 })
    await fault({ kind: "internal", method: "search", after: 1 })
    expect(await demo.run(Effect.flip(approve(id)))).toMatchObject({ _tag: "unavailable" })
    expect(await follow(id)).toMatchObject({ status: "pending" })
    await calm()
    const [left] = await demo.query<{ id: string }>("select id from actions where state = 'executing'")
    await demo.run(finish(left!.id))
    expect(await follow(id)).toMatchObject({ status: "approved", result: { action_id: left!.id, added: 1 } })
  })
})
