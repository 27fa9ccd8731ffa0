import { afterEach, expect, it } from "vitest"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, follow, hangPlatform, setState, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform({ taskTimeoutSeconds: 2 })
const owner = demo.keys["northwind"]!.owner!

let stop = async () => {}
afterEach(() => stop())

it("a task fails with stuck_timeout after its timeout over all attempts", async () => {
  stop = await startWorker(demo, { stopTimeoutMillis: 1000 })
  await hangPlatform(demo)
  const { output } = await setState(demo, owner)("emergency-plumber", "paused", { dry_run: false })
  const task = await follow(demo, owner, (output as { task_tracking_id: number }).task_tracking_id)
  expect(task.error).toMatchObject({
    reason: "stuck_timeout",
    message: expect.stringContaining("exceeded its time limit")
  })
  // The pause still waits to be sent: a campaign in error would keep on spending.
  expect((await campaignInDatabase(demo, "emergency-plumber"))["state"]).toBe("paused")
  await demo.control("DELETE", "faults")
  // An attempt that begins after the timeout gets no time.
  const late = await demo.query<{ id: number }>(`
    insert into tasks (organization_id, type, status, campaign_id, started_at)
    select organization_id, 'campaign_state', 'running', id, now() - interval '1 hour' from campaigns
    where organization_id = 1 and slug = 'emergency-plumber' returning id`)
  await demo.query(`insert into pgboss.job (name, data) values
    ('task', jsonb_build_object('organization', 1, 'task', ${late[0]!.id}))`)
  expect((await follow(demo, owner, late[0]!.id)).error?.reason).toBe("stuck_timeout")
})
