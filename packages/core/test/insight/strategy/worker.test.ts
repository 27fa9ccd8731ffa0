import { Effect } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import type { Output } from "../../../src/contract/index.ts"
import { Tasks } from "../../../src/tasks/tasks.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"
import { until } from "../../support/until.ts"
import { startWorkerProcess } from "../../support/worker-process.ts"
import { follow, missHeartbeats, startWorker, withoutRetryDelays } from "../../support/workers.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

const begin = async () =>
  (await demo.run(call("strategy.generate", owner))).output as Output<"strategy.generate">
const read = async (strategy_id: string) =>
  (await demo.run(call("strategy.get", owner, { strategy_id }))).output as Output<"strategy.get">
const holdUp = () =>
  demo.control("POST", "faults", {
    kind: "slow",
    method: "generateKeywordIdeas",
    delayMilliseconds: 600_000,
    times: 1
  })
const isHeldUp = async (task: number) => {
  const [row] = await demo.query<{ stage: string | null }>(`select stage from tasks where id = ${task}`)
  return row?.stage?.startsWith("Asking") === true
}

const stops: Array<() => Promise<unknown>> = []
const worker = async () => {
  stops.push(await startWorker(demo, { stopTimeoutMillis: 1000 }))
}
afterEach(async () => {
  await demo.control("DELETE", "faults")
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

describe("a strategy whose worker is killed in the middle", () => {
  it("has no body yet, says that it is running, and is written by the next", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    await holdUp()
    const { strategy, task_tracking_id } = await begin()
    await until("it is being written", () => isHeldUp(task_tracking_id))
    expect(await read(strategy)).toMatchObject({
      status: "running",
      markdown: null,
      error: null,
      finished_at: null
    })
    await kill()
    expect(await read(strategy)).toMatchObject({ status: "running", markdown: null })
    await demo.control("DELETE", "faults")
    await missHeartbeats(demo)
    await worker()
    const task = await withoutRetryDelays(demo, () => follow(demo, owner, task_tracking_id))
    expect(task).toMatchObject({ status: "completed", result: { strategy } })
    expect(await read(strategy)).toMatchObject({
      status: "succeeded",
      markdown: expect.stringContaining("## The plan")
    })
  })

  it("again and again, is given up: it says so, and there is no half of it", async () => {
    const kill = await startWorkerProcess(demo.url, demo.emulator.url)
    await holdUp()
    const { strategy, task_tracking_id } = await begin()
    await demo.query(
      `update pgboss.job set retry_limit = 0 where name = 'task' and (data->>'task')::int = ${task_tracking_id}`
    )
    await until("it is being written", () => isHeldUp(task_tracking_id))
    await kill()
    await missHeartbeats(demo)
    await worker()
    const task = await withoutRetryDelays(demo, () => follow(demo, owner, task_tracking_id))
    expect(task).toMatchObject({ status: "failed", error: { reason: "killed_by_restart" } })
    expect(await read(strategy)).toMatchObject({
      status: "failed",
      markdown: null,
      error: task.error!.message
    })
  })
})

it("a strategy that was put down is not written again by a job that comes twice", async () => {
  await worker()
  const { strategy, task_tracking_id } = await begin()
  await follow(demo, owner, task_tracking_id)
  const before = await read(strategy)
  // As it stands when a worker dies between the document and the word that it is done.
  await demo.query(
    `update tasks set status = 'running', result = null, finished_at = null where id = ${task_tracking_id}`
  )
  await demo.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task_tracking_id, false)))
  expect(await follow(demo, owner, task_tracking_id)).toMatchObject({
    status: "completed",
    result: { strategy }
  })
  expect(await read(strategy)).toEqual(before)
})
