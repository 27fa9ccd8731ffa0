import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { resendWaiting } from "../../src/campaigns/push/jobs.ts"
import { Queue } from "../../src/tasks/queue.ts"
import { resendTasks, Tasks } from "../../src/tasks/tasks.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import { startWorkerProcess } from "../support/worker-process.ts"
import {
  campaignInDatabase,
  campaignInEmulator,
  follow,
  hangPlatform,
  jobsSettled,
  missHeartbeats,
  setState,
  startWorker,
  withoutRetryDelays
} from "../support/workers.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!
const set = setState(demo, owner)
const fault = (body: object) => demo.control("POST", "faults", body)

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
const begun = (id: number) => until("the task is begun", async () => (await taskRow(id)).attempts > 0)
const noRetries = (id: number) =>
  demo.query(`update pgboss.job set retry_limit = 0 where name = 'task' and (data->>'task')::int = ${id}`)
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

describe("a task whose worker is lost", () => {
  it("is resumed after a kill, and repeats no effect", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    // It creates the campaign, and stops there.
    await hangPlatform(demo, { after: 1 })
    const id = await begin("spring-offers", "live")
    await until("it is created", async () => (await campaignInEmulator(demo, "Spring offers")).length > 0)
    expect((await taskRow(id)).status).toBe("running")
    await kill()
    await demo.control("DELETE", "faults")
    await missHeartbeats(demo)
    await worker()
    const task = await withoutRetryDelays(demo, () => follow(demo, owner, id))
    expect(task).toMatchObject({ status: "completed", result: { state: "live" } })
    expect((await taskRow(id)).attempts).toBe(2)
    expect(await campaignInEmulator(demo, "Spring offers")).toMatchObject([{ status: "ENABLED" }])
  })

  it("fails with killed_by_restart only without attempts left, and its pause is sent again", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    await hangPlatform(demo)
    const id = await begin("spring-offers", "paused")
    await noRetries(id)
    await begun(id)
    await kill()
    await demo.control("DELETE", "faults")
    await missHeartbeats(demo)
    await worker()
    expect(await follow(demo, owner, id)).toMatchObject({
      status: "failed",
      error: { reason: "killed_by_restart", message: expect.stringContaining("send the call again") }
    })
    // The pause is not lost with its task: it waits, and is sent again.
    expect(await campaignInDatabase(demo, "spring-offers")).toMatchObject({
      state: "paused",
      unpushed: ["state"],
      active_push_ids: []
    })
    await demo.query(
      "update campaigns set updated_at = now() - interval '1 minute' where slug = 'spring-offers'"
    )
    expect(await demo.run(resendWaiting)).toEqual({ sent: 1 })
    await jobsSettled(demo)
    expect(await campaignInEmulator(demo, "Spring offers")).toMatchObject([{ status: "PAUSED" }])
  })

  it("is returned to the queue by a worker that shuts down", async () => {
    const stop = await worker()
    await hangPlatform(demo)
    const id = await begin("bathroom-fitting", "live")
    await begun(id)
    await stop()
    expect((await taskRow(id)).status).toBe("running")
    await demo.control("DELETE", "faults")
    await worker()
    expect(await withoutRetryDelays(demo, () => follow(demo, owner, id))).toMatchObject({
      status: "completed"
    })
    expect(await campaignInEmulator(demo, "Bathroom fitting")).toMatchObject([{ status: "ENABLED" }])
  })

  it("is finished by a worker that shuts down with time left", async () => {
    const stop = await worker(120_000)
    await fault({ kind: "slow", delayMilliseconds: 100 })
    const id = await begin("bathroom-fitting", "paused")
    await begun(id)
    await stop()
    expect(await taskRow(id)).toEqual({ status: "completed", attempts: 1 })
  })

  it("fails with worker_shutdown if it was returned without attempts left", async () => {
    const stop = await worker()
    await hangPlatform(demo)
    const id = await begin("bathroom-fitting", "live")
    await noRetries(id)
    await begun(id)
    await stop()
    await demo.control("DELETE", "faults")
    await worker()
    expect((await follow(demo, owner, id)).error).toMatchObject({
      reason: "worker_shutdown",
      message: expect.stringContaining("Send the call again")
    })
  })
})

describe("a task whose job is lost", () => {
  it("is sent again once, after longer than any transaction takes", async () => {
    const id = await begin("spring-offers", "live")
    // As after a crash between the commit of the task's node and that of the queue's.
    await demo.query(`delete from pgboss.job where name = 'task' and (data->>'task')::int = ${id}`)
    const resend = () => demo.run(Effect.flatMap(Queue, resendTasks))
    expect(await resend()).toBe(0)
    await demo.query(
      `update tasks set created_at = now() - interval '6 minutes' where organization_id = 1 and id = ${id}`
    )
    expect(await resend()).toBe(1)
    expect(await resend()).toBe(0)
    await worker()
    expect(await follow(demo, owner, id)).toMatchObject({ status: "completed", result: { state: "live" } })
  })
})

describe("a task that cannot finish", () => {
  it("retries while the platform is unreachable, and reports that when no attempts are left", async () => {
    await worker()
    await fault({ kind: "internal", method: "searchStream", times: 4 })
    await fault({ kind: "internal", method: "search", times: 4 })
    const id = await begin("northwind-brand", "paused")
    const task = await withoutRetryDelays(demo, () => follow(demo, owner, id))
    expect(task.status).toBe("completed")
    expect((await taskRow(id)).attempts).toBeGreaterThan(1)
    await fault({ kind: "internal" })
    await demo.query("update pgboss.queue set retry_limit = 0 where name = 'task'")
    const failed = await follow(demo, owner, await begin("northwind-brand", "draft"))
    await demo.query("update pgboss.queue set retry_limit = 5 where name = 'task'")
    expect(failed.error).toMatchObject({
      reason: "task_error",
      message: expect.stringMatching(/^Google Ads could not be reached: .* is sent again every few minutes/)
    })
    expect((await campaignInDatabase(demo, "northwind-brand"))["state"]).toBe("draft")
  })

  it("is ended by the sweep if its job is gone", async () => {
    const [made] = await demo.query<{ id: number }>(`
      insert into tasks (organization_id, type, status, campaign_id, started_at, heartbeat_at)
      select organization_id, 'campaign_state', 'running', id, now(), now() - interval '1 hour' from campaigns
      where organization_id = 1 and slug = 'rival-names' returning id`)
    expect(await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.sweep))).toBe(1)
    expect((await follow(demo, owner, made!.id)).error?.reason).toBe("stuck_timeout")
    expect(await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.sweep))).toBe(0)
  })

  it("fails with a clear message if this version cannot run it", async () => {
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
