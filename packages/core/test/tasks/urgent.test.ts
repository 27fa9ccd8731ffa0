import { expect, it } from "vitest"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

/** The priority and organization of a call's job. */
const jobOf = async (name: "campaigns.update" | "campaigns.set_state", values: Record<string, unknown>) => {
  const { error } = await demo.run(call(name, owner, { ...values, dry_run: false }))
  expect(error).toBeNull()
  const [job] = await demo.query(`select priority, group_id from pgboss.job
    where name in ('task', 'campaign-push') order by created_on desc limit 1`)
  return job
}

it("jobs that stop spend go first, and every job has its organization", async () => {
  const ordinary = { priority: 0, group_id: "1" }
  const urgent = { priority: 10, group_id: "1" }
  const slug = "bathroom-fitting"
  expect(await jobOf("campaigns.set_state", { slug, state: "live" })).toEqual(ordinary)
  expect(await jobOf("campaigns.set_state", { slug, state: "paused" })).toEqual(urgent)
  expect(await jobOf("campaigns.set_state", { slug, state: "draft" })).toEqual(urgent)
  expect(await jobOf("campaigns.update", { slug: "boiler-repair", budget: 101 })).toEqual(ordinary)
  expect(await jobOf("campaigns.update", { slug: "boiler-repair", budget: 99 })).toEqual(urgent)
  expect(await jobOf("campaigns.update", { slug: "boiler-repair", name: "Boilers" })).toEqual(ordinary)
})
