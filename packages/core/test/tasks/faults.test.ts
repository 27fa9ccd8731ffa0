import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Tasks } from "../../src/tasks/tasks.ts"
import { startHost } from "../changes/crash/host.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import {
  campaignHere,
  campaignThere,
  follow,
  setAndFollow,
  setState,
  startWorker
} from "../support/working.ts"

const demo = await runOnPlatform({ taskTimeoutSeconds: 6 }, { timeoutMillis: 20_000 })
const owner = demo.keys["northwind"]!.owner!
const set = setState(demo, owner)
const fault = (body: object) => demo.control("POST", "faults", body)
const slow = (delayMilliseconds: number) => fault({ kind: "slow", delayMilliseconds })
const seconds = (count: number) => new Promise((done) => setTimeout(done, count * 1000))

const begin = async (slug: string, state: string): Promise<number> => {
  const { error, output } = await set(slug, state, { dry_run: false })
  expect(error).toBeNull()
  return (output as { task_tracking_id: number }).task_tracking_id
}
const taskRow = async (id: number) => {
  const [row] = await demo.query<{ status: string; attempts: number }>(
    `select status, attempts from tasks where id = ${id}`
  )
  return row!
}
const under = async (id: number) => {
  while ((await taskRow(id)).attempts === 0) await seconds(0.02)
}
const noRetries = (id: number) =>
  demo.query(`update pgboss.job set retry_limit = 0 where name = 'task' and (data->>'task')::int = ${id}`)
/** As if the heartbeat had been missing for long, and the pause before the next try were over. */
const hasten = () =>
  demo.query(`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute',
    start_after = least(start_after, now()) where state in ('active', 'retry')`)

const stops: Array<() => Promise<unknown>> = []
const worker = async (stopTimeoutMillis = 1000) => {
  const stop = await startWorker(demo, { stopTimeoutMillis })
  stops.push(stop)
  return stop
}
afterEach(async () => {
  await demo.control("DELETE", "faults")
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

describe("a task whose worker goes", () => {
  it("is taken up again after a kill, and does nothing twice", async () => {
    const host = startHost(demo.url, demo.emulator.url, () => {})
    await host.ready
    await slow(150)
    const id = await begin("spring-offers", "live")
    await under(id)
    await seconds(0.9)
    expect((await taskRow(id)).status).toBe("running")
    await host.kill()
    await demo.control("DELETE", "faults")
    await demo.query(`update tasks set started_at = now() where id = ${id}`)
    await hasten()
    await worker()
    const timer = setInterval(() => void hasten(), 500)
    const task = await follow(demo, owner, id, 20)
    clearInterval(timer)
    expect(task).toMatchObject({ status: "completed", result: { state: "live" } })
    expect((await taskRow(id)).attempts).toBe(2)
    expect(await campaignThere(demo, "Spring offers")).toMatchObject([{ status: "ENABLED" }])
  }, 60_000)

  it("fails with killed_by_restart only when it may not be taken up any more, and can be sent again", async () => {
    const host = startHost(demo.url, demo.emulator.url, () => {})
    await host.ready
    await slow(400)
    const id = await begin("spring-offers", "paused")
    await noRetries(id)
    await under(id)
    await host.kill()
    await demo.control("DELETE", "faults")
    await worker()
    await hasten()
    expect(await follow(demo, owner, id)).toMatchObject({
      status: "failed",
      error: { reason: "killed_by_restart", message: expect.stringContaining("send the call again") }
    })
    expect(await campaignHere(demo, "spring-offers")).toMatchObject({
      state: "error",
      wanted_state: "paused"
    })
    const again = await setAndFollow(demo, owner)("spring-offers", "paused")
    expect(again.task).toMatchObject({ status: "completed", result: { state: "paused" } })
  }, 60_000)

  it("is handed back by a worker that shuts down", async () => {
    const stop = await worker()
    await slow(3000)
    const id = await begin("bathroom-fitting", "live")
    await under(id)
    await stop()
    expect((await taskRow(id)).status).toBe("running")
    await demo.control("DELETE", "faults")
    await demo.query(`update tasks set started_at = now() where id = ${id}`)
    await hasten()
    await worker()
    expect(await follow(demo, owner, id)).toMatchObject({ status: "completed" })
    expect(await campaignThere(demo, "Bathroom fitting")).toMatchObject([{ status: "ENABLED" }])
  }, 60_000)

  it("is finished by a worker that shuts down and still has the time", async () => {
    const stop = await worker(8000)
    await slow(100)
    const id = await begin("bathroom-fitting", "paused")
    await under(id)
    await stop()
    expect(await taskRow(id)).toEqual({ status: "completed", attempts: 1 })
  }, 60_000)

  it("fails with worker_shutdown when it was handed back and may not be taken up any more", async () => {
    const stop = await worker()
    await slow(3000)
    const id = await begin("bathroom-fitting", "live")
    await noRetries(id)
    await under(id)
    await stop()
    await demo.control("DELETE", "faults")
    await worker()
    expect((await follow(demo, owner, id)).error).toMatchObject({
      reason: "worker_shutdown",
      message: expect.stringContaining("Send the call again")
    })
  }, 60_000)
})

describe("a task that does not come to an end", () => {
  it("fails with stuck_timeout when it outlives its time, over all its tries", async () => {
    await worker()
    await slow(15_000)
    const id = await begin("emergency-plumber", "paused")
    const task = await follow(demo, owner, id, 12)
    expect(task.error).toMatchObject({ reason: "stuck_timeout", message: expect.stringContaining("longer") })
    expect((await campaignHere(demo, "emergency-plumber"))["state"]).toBe("error")
    await demo.control("DELETE", "faults")
    // A try that begins after the time is over gets none.
    const late = await demo.query<{ id: number }>(`
      insert into tasks (organization_id, type, status, campaign_id, started_at)
      select organization_id, 'campaign_state', 'running', id, now() - interval '1 hour' from campaigns
      where organization_id = 1 and slug = 'emergency-plumber' returning id`)
    await demo.query(`insert into pgboss.job (name, data) values
      ('task', jsonb_build_object('organization', 1, 'task', ${late[0]!.id}))`)
    expect((await follow(demo, owner, late[0]!.id)).error?.reason).toBe("stuck_timeout")
  }, 60_000)

  it("tries again while the platform is out of reach, and tells it when the tries are used up", async () => {
    await worker()
    await fault({ kind: "internal", method: "searchStream", times: 4 })
    await fault({ kind: "internal", method: "search", times: 4 })
    const id = await begin("northwind-brand", "paused")
    const timer = setInterval(() => void hasten(), 300)
    const task = await follow(demo, owner, id)
    clearInterval(timer)
    expect(task.status).toBe("completed")
    expect((await taskRow(id)).attempts).toBeGreaterThan(1)
    await fault({ kind: "internal" })
    await demo.query("update pgboss.queue set retry_limit = 0 where name = 'task'")
    const failed = await follow(demo, owner, await begin("northwind-brand", "draft"), 30)
    await demo.query("update pgboss.queue set retry_limit = 5 where name = 'task'")
    expect(failed.error).toMatchObject({
      reason: "task_error",
      message: expect.stringMatching(/^Google Ads could not be reached: .* try again later\.$/)
    })
    expect((await campaignHere(demo, "northwind-brand"))["state"]).toBe("error")
  }, 60_000)

  it("is ended by the sweep when even its job is gone", async () => {
    const [made] = await demo.query<{ id: number }>(`
      insert into tasks (organization_id, type, status, campaign_id, started_at, heartbeat_at)
      select organization_id, 'campaign_state', 'running', id, now(), now() - interval '1 hour' from campaigns
      where organization_id = 1 and slug = 'rival-names' returning id`)
    expect(await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.sweep))).toBe(1)
    expect((await follow(demo, owner, made!.id)).error?.reason).toBe("stuck_timeout")
    expect(await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.sweep))).toBe(0)
  })

  it("fails plainly where this version cannot run it", async () => {
    await worker()
    const [made] = await demo.query<{ id: number }>(
      "insert into tasks (organization_id, type) values (1, 'unheard_of') returning id"
    )
    await demo.query(`insert into pgboss.job (name, data) values
      ('task', jsonb_build_object('organization', 1, 'task', ${made!.id}))`)
    expect((await follow(demo, owner, made!.id)).error).toEqual({
      reason: "task_error",
      message: "This version runs no tasks of type unheard_of."
    })
  })
})
