import { Effect, ManagedRuntime } from "effect"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { Finisher } from "../../../src/changes/finish.ts"
import { Queue } from "../../../src/tasks/queue.ts"
import * as deciding from "../../support/approvals.ts"
import { call } from "../../support/call.ts"
import { coreOnPlatform } from "../../support/core-on-platform.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { raceRounds, rounds, staggered } from "../../support/staggered.ts"
import { until } from "../../support/until.ts"
import { startWorkerProcess } from "../../support/worker-process.ts"
import { campaignInDatabase, missHeartbeats, startWorker } from "../../support/workers.ts"
import { recommendationHelpers } from "../support/recommendations.ts"

const demo = await runOnPlatform()
const { admin, apply, here, preview, recommend, send, sendUndo, statusOf, there, undo } =
  recommendationHelpers(demo)
const fault = (values: object) => demo.control("POST", "faults", values)
const calm = () => demo.control("DELETE", "faults")
afterEach(calm)

const used = async () =>
  (
    await demo.query<{ used: number }>(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
  )[0]?.used ?? 0
const openExecution = async () =>
  (await demo.query<{ id: string }>("select id from executions where state = 'open'"))[0]
const applied = (id: string) =>
  demo.query<{ id: string; state: string }>(
    `select id, state from actions where 'recommendation/${id}' = any(affected_keys) order by sequence`
  )

describe("a lost response of the platform", () => {
  it("is read back, and reported as it was", async () => {
    const id = await recommend("no_conversion_keywords")
    const { would_apply } = await preview(id)
    const before = await there()
    await fault({ kind: "lost", method: "mutate", times: 1 })
    const { action_id } = await apply(id)
    expect((await there()).filter((one) => !before.includes(one))).toHaveLength(would_apply.length)
    expect(await statusOf(id)).toBe("applied")
    await undo(action_id)
    expect(await there()).toEqual(before)
  })

  it("that cannot be read back leaves it pending and busy until the outcome is known, and counts once", async () => {
    const id = await recommend("new_keywords")
    const { would_apply } = await preview(id)
    const [before, spent] = [await there(), await used()]
    await fault({ kind: "lost", method: "mutate", times: 1 })
    await fault({ kind: "internal", method: "search", after: 1 })
    expect(await send(id, { idempotency_key: "lost" })).toMatchObject({ error: { _tag: "unavailable" } })
    await calm()
    expect(await statusOf(id)).toBe("pending")
    expect(await send(id)).toMatchObject({ error: { _tag: "unavailable" } })
    const open = await openExecution()
    await demo.run(Effect.flatMap(Finisher, ({ finish }) => finish(1, open!.id)))
    expect(await statusOf(id)).toBe("applied")
    expect((await there()).filter((one) => !before.includes(one))).toHaveLength(would_apply.length)
    const again = await send(id, { idempotency_key: "lost" })
    expect(again).toMatchObject({ replayed: true, output: { applied: true } })
    expect(await used()).toBe(spent + 1)
    const [action] = await applied(id)
    await undo(action!.id)
    expect(await there()).toEqual(before)
    expect(await statusOf(id)).toBe("undone")
  })
})

it("a killed worker leaves it to the next, which does it once", async () => {
  const id = await recommend("negative_keywords", { days: 30 })
  const { would_apply } = await preview(id)
  const before = await there("/campaignCriteria/")
  await fault({ kind: "lost", method: "mutate", times: 1 })
  await fault({ kind: "internal", method: "search", after: 1 })
  expect(await send(id)).toMatchObject({ error: { _tag: "unavailable" } })
  await calm()
  // The worker takes the job, reads the platform, and is killed while it waits.
  await fault({ kind: "slow", method: "search", delayMilliseconds: 600_000 })
  await demo.query("update pgboss.job set start_after = now() where name = 'execution-finish'")
  const kill = await startWorkerProcess(demo.url, demo.emulator.url)
  await until("it is taken up", async () => {
    const rows = await demo.query(
      "select 1 from pgboss.job where name = 'execution-finish' and state = 'active'"
    )
    return rows.length > 0
  })
  await kill()
  await calm()
  await missHeartbeats(demo)
  const stop = await startWorker(demo)
  await until("it is finished", async () => {
    await demo.query("update pgboss.job set start_after = least(start_after, now()) where state = 'retry'")
    return (await openExecution()) === undefined
  })
  await stop()
  expect(await statusOf(id)).toBe("applied")
  expect(await there("/campaignCriteria/")).toHaveLength(before.length + would_apply.length)
  const actions = await applied(id)
  expect(actions).toMatchObject([{ state: "executed" }])
  await undo(actions[0]!.id)
  expect(await there("/campaignCriteria/")).toEqual(before)
})

describe("if approval is required", () => {
  const required = (on: boolean) =>
    demo.query(`update organizations set approvals_required = ${on} where slug = 'northwind'`)
  afterEach(() => required(false))
  const approve = (id: string) =>
    demo.run(deciding.approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
  const hold = async (id: string) => {
    const { error } = await send(id)
    expect(error).toMatchObject({ _tag: "approval_required" })
    return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
  }

  it("it is held and pending, then applied like a direct call", async () => {
    const id = await recommend("exact_match")
    const before = await there()
    await required(true)
    const dry = await demo.run(call("recommendations.apply", admin, { id }))
    expect(dry.output).toMatchObject({ needs_approval: true })
    const queued = await hold(id)
    expect(await hold(id)).toBe(queued)
    expect([await statusOf(id), await there()]).toEqual(["pending", before])
    expect(await approve(queued)).toMatchObject({
      status: "approved",
      result: { applied: true, action_ids: [expect.stringMatching(/^act_/)] }
    })
    expect(await statusOf(id)).toBe("applied")
    expect((await there()).length).toBeGreaterThan(before.length)
    await required(false)
    const [action] = await applied(id)
    await undo(action!.id)
    expect(await there()).toEqual(before)
  })

  it("fails if it was dismissed or applied meanwhile", async () => {
    const id = await recommend("high_cpc")
    await required(true)
    const queued = await hold(id)
    await required(false)
    const { action_id } = await apply(id)
    const states = await there()
    expect(await approve(queued)).toMatchObject({ status: "failed" })
    expect(await there()).toEqual(states)
    await undo(action_id)
  })
})

describe("two concurrent hosts", () => {
  const other = ManagedRuntime.make(coreOnPlatform(demo.url, demo.emulator))
  afterAll(() => other.dispose())

  it("apply it once: the second call reports that it was applied or is in progress", async () => {
    await other.runPromise(Effect.flatMap(Queue, ({ ready }) => ready))
    await rounds(raceRounds(3), async (round) => {
      const id = await recommend("optimized_keywords", { suggested_count: 5 })
      const before = await there()
      const spent = await used()
      const request = call("recommendations.apply", admin, { id, dry_run: false })
      const hosts = [demo.run, other.runPromise, demo.run]
      const answers = await staggered(
        hosts.map((run) => () => run(request)),
        round
      )
      const done = answers.filter(({ error }) => error === null)
      expect(done).toHaveLength(1)
      for (const { error } of answers.filter((one) => !done.includes(one))) {
        expect(["unavailable", "recently_applied"]).toContain(error?._tag)
      }
      expect(await used()).toBe(spent + 1)
      const actions = await applied(id)
      expect(actions).toHaveLength(1)
      // And undo it once.
      const undoing = call("actions.undo", admin, { id: actions[0]!.id })
      const undone = await staggered(
        [demo.run, other.runPromise].map((run) => () => run(undoing)),
        round
      )
      for (const { error } of undone) expect([undefined, "unavailable"]).toContain(error?._tag)
      expect(await there()).toEqual(before)
      expect(await statusOf(id)).toBe("undone")
    })
  })
})

it("an applied one is undone completely in a campaign that is a draft again", async () => {
  const id = await recommend("optimized_keywords", { suggested_count: 5 })
  const before = await here()
  const { action_id } = await apply(id)
  const stop = await startWorker(demo)
  const { output } = await demo.run(
    call("campaigns.set_state", admin, { slug: "boiler-repair", state: "draft", dry_run: false })
  )
  expect(output).toMatchObject({ accepted: true })
  await until(
    "it is taken back",
    async () => String((await campaignInDatabase(demo, "boiler-repair"))["unpushed"]) === ""
  )
  const { restored } = await undo(action_id)
  expect(restored.length).toBeGreaterThan(1)
  expect([await statusOf(id), await here()]).toEqual(["undone", before])
  expect((await sendUndo(action_id)).output).toMatchObject({ restored: [] })
  await stop()
})
