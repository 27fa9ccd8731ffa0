import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { Tasks } from "../../src/tasks/tasks.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import { startWorkerProcess } from "../support/worker-process.ts"
import { campaignInDatabase, follow, setState, startWorker } from "../support/workers.ts"
import { adsIn, type Created } from "./support/drafts.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
// Places that are yet to be looked up: there a draft can be held up.
await demo.query(`update business_profiles set places = jsonb_set(places, '{list}', (
  select jsonb_agg(place || '{"geo_target": null, "full_name": null}') from jsonb_array_elements(places -> 'list') place))
  where organization_id = 1`)

const begin = async (name: string) =>
  (await demo.run(call("campaigns.create", admin, { website_url: "http://northwind.test/", name })))
    .output as Created
const holdUp = (times: number) =>
  demo.control("POST", "faults", { kind: "slow", method: "suggest", delayMilliseconds: 600_000, times })
const heldUp = async (name: string) => {
  const [task] = await demo.query<{ stage: string | null }>(
    `select t.stage from tasks t join campaigns c on c.organization_id = t.organization_id and c.id = t.campaign_id
     where c.name = '${name}'`
  )
  return task?.stage?.startsWith("Looking up") === true
}
/** As if the heartbeat of a worker that is gone had been missing for long. Nobody may be at work meanwhile. */
const missHeartbeats = () =>
  demo.query("update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'")
/** As if the pauses before the next tries were over, for as long as something is done. */
const withoutPauses = async <A>(work: () => Promise<A>): Promise<A> => {
  let over = false
  const hastening = until("it is over", async () => {
    await demo.query("update pgboss.job set start_after = least(start_after, now()) where state = 'retry'")
    return over
  })
  try {
    return await work()
  } finally {
    over = true
    await hastening
  }
}

const stops: Array<() => Promise<unknown>> = []
const worker = async () => {
  stops.push(await startWorker(demo, { stopTimeoutMillis: 1000 }))
}
afterEach(async () => {
  await demo.control("DELETE", "faults")
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

describe("a draft whose worker is killed in the middle", () => {
  it("has nothing of it yet, and is written by the next", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    await holdUp(1)
    const { campaign, task_tracking_id } = await begin("Killed")
    await until("it is being written", () => heldUp("Killed"))
    await kill()
    expect(await adsIn(demo, campaign)).toEqual([])
    expect(await campaignInDatabase(demo, campaign)).toMatchObject({
      generated_at: null,
      goal: null,
      callouts: []
    })
    await demo.control("DELETE", "faults")
    await missHeartbeats()
    await worker()
    const task = await withoutPauses(() => follow(demo, admin, task_tracking_id))
    expect(task).toMatchObject({ status: "completed", result: { campaign } })
    expect((await adsIn(demo, campaign)).length).toBeGreaterThan(3)
  })

  it("after all was put down, is not written twice", async () => {
    await worker()
    const { campaign, task_tracking_id } = await begin("Put down")
    await follow(demo, admin, task_tracking_id)
    const before = await adsIn(demo, campaign)
    // As it stands when a worker dies between the draft and the word that it is done.
    await demo.query(
      `update tasks set status = 'running', result = null, finished_at = null where id = ${task_tracking_id}`
    )
    await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task_tracking_id, false)))
    expect(await follow(demo, admin, task_tracking_id)).toMatchObject({
      status: "completed",
      result: { campaign }
    })
    expect(await adsIn(demo, campaign)).toEqual(before)
  })

  it("again and again, is given up: the task says so, and nothing is left of it", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    await holdUp(1)
    const { campaign, task_tracking_id } = await begin("Given up")
    await demo.query(
      `update pgboss.job set retry_limit = 0 where name = 'task' and (data->>'task')::int = ${task_tracking_id}`
    )
    await until("it is being written", () => heldUp("Given up"))
    await kill()
    await missHeartbeats()
    await worker()
    const task = await withoutPauses(() => follow(demo, admin, task_tracking_id))
    expect(task).toMatchObject({ status: "failed", error: { reason: "killed_by_restart" } })
    expect(await demo.run(call("campaigns.get", admin, { slug: campaign }))).toMatchObject({
      status: 404,
      error: { next: expect.stringContaining("could not be written") }
    })
    expect(await adsIn(demo, campaign)).toEqual([])
  })
})

describe("ten drafts at once", () => {
  it("hold up neither a pause of their own organization nor the work of another, and all end", async () => {
    const names = Array.from({ length: 10 }, (_, n) => `Many ${n}`)
    await holdUp(10)
    await worker()
    const made = await Promise.all(names.map(begin))
    await until(
      "some are being written",
      async () => (await Promise.all(names.map(heldUp))).filter(Boolean).length > 1
    )
    for (const [key, slug] of [
      [admin, "boiler-repair"],
      [demo.keys["contoso"]!.owner!, "dental-implants"]
    ] as const) {
      const { output } = await setState(demo, key)(slug, "paused", { dry_run: false })
      const { task_tracking_id } = output as { task_tracking_id: number }
      expect(await follow(demo, key, task_tracking_id)).toMatchObject({ status: "completed" })
    }
    const open = await demo.query(
      "select id from tasks where type = 'campaign_draft' and status <> 'completed'"
    )
    expect(open.length).toBeGreaterThanOrEqual(10)
    await demo.control("DELETE", "faults")
    await Promise.all(stops.splice(0).map((stop) => stop()))
    await worker()
    const ended = await withoutPauses(() =>
      Promise.all(made.map(({ task_tracking_id }) => follow(demo, admin, task_tracking_id)))
    )
    expect(ended.map(({ status }) => status)).toEqual(made.map(() => "completed"))
  })
})
