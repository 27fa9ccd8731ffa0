import { restApp } from "@adwarden/rest"
import { describe, expect, it } from "vitest"
import { approve } from "../../core/test/support/approvals.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { type Held, type QueuedWrite, type Task, TimedOutError } from "../src/index.ts"
import { respondWith, serveRest, startHost } from "./support/host.ts"

const demo = await runOnPlatform()
const rest = await serveRest({ app: await demo.run(restApp), keys: demo.keys })
const client = rest.clientOf("northwind", "owner")
const quickly = { first: 20, longest: 50 }

const isHeld = <A extends { readonly outcome: string }>(result: A | Held): Held => {
  if (result.outcome !== "held") throw new Error(`It was ${result.outcome}`)
  return result as Held
}

describe("tasks.wait", () => {
  it("polls a task to its end and reports every state", async () => {
    const stop = await startWorker(demo)
    try {
      const preview = await client.campaigns.setState("boiler-repair", { state: "paused" })
      const accepted = await preview.execute()
      if (accepted.outcome === "held" || accepted.task_tracking_id === null) throw new Error("It has a task")
      const looks: Array<Task> = []
      const task = await client.tasks.wait(accepted.task_tracking_id, {
        onProgress: (look) => looks.push(look)
      })
      expect(task).toMatchObject({
        status: "completed",
        progress: 100,
        result: { campaign: "boiler-repair" }
      })
      expect(looks.at(-1)).toEqual(task)
      expect(await client.tasks.wait({ task_tracking_id: accepted.task_tracking_id })).toEqual(task)
    } finally {
      await stop()
    }
  })

  it("stops at its timeout and when it is aborted", async () => {
    const preview = await client.campaigns.setState("boiler-repair", { state: "live" })
    const accepted = await preview.execute()
    if (accepted.outcome === "held" || accepted.task_tracking_id === null) throw new Error("It has a task")
    const id = accepted.task_tracking_id
    await expect(client.tasks.wait(id, { timeout: 200, pause: quickly })).rejects.toBeInstanceOf(
      TimedOutError
    )
    const controller = new AbortController()
    const onProgress = () => controller.abort(new Error("Enough"))
    await expect(client.tasks.wait(id, { signal: controller.signal, onProgress })).rejects.toThrow("Enough")
  })

  it("polls at growing intervals, and lets the service respond at once when the task ends", async () => {
    const asked: Array<string> = []
    let left = 4
    const baseUrl = await startHost((request, response) => {
      asked.push(new URL(request.url!, "http://x").search)
      const status = left-- > 0 ? "running" : "failed"
      const error = { reason: "task_error", message: "No." }
      void respondWith(200, {
        task_tracking_id: 1,
        type: "x",
        status,
        progress: 0,
        ...(left < 0 ? { error } : {})
      })(request, response, async () => undefined)
    })
    const other = rest.clientOf("northwind", "owner", { baseUrl })
    const states: Array<string> = []
    for await (const task of other.tasks.follow(1, { pause: { first: 1000, longest: 2000 } }))
      states.push(task.status)
    expect(states).toEqual(["running", "running", "running", "running", "failed"])
    expect(asked).toEqual([1, 1, 2, 2, 2].map((seconds) => `?wait_seconds=${seconds}`))
  })
})

describe("queuedWrites.wait", () => {
  it("waits for the decision", async () => {
    const admin = rest.clientOf("fabrikam", "admin")
    const [campaign] = await admin.campaigns.list({ limit: 1 }).all()
    const held = isHeld(
      await admin.campaigns.update(campaign!.slug, { name: "Approved name", dry_run: false })
    )
    const looks: Array<QueuedWrite> = []
    const decided = admin.queuedWrites.wait(held, { pause: quickly, onProgress: (look) => looks.push(look) })
    await expect.poll(() => looks.length).toBeGreaterThan(0)
    const [owner] = await demo.query<{ email: string }>(
      `select u.email from users u join memberships m on m.user_id = u.id join organizations o on o.id = m.organization_id
       where o.slug = 'fabrikam' and m.role = 'owner' limit 1`
    )
    await demo.run(approve({ organization: "fabrikam", id: held.queued_recommendation_id, by: owner!.email }))
    expect(await decided).toMatchObject({ status: "approved", result: { action_id: expect.any(String) } })
    expect(looks[0]).toMatchObject({ status: "pending" })
    expect(looks.at(-1)).toMatchObject({ status: "approved" })
  })
})
