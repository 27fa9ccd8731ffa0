import { Effect } from "effect"
import { expect, it } from "vitest"
import { externalChangeEndpoints } from "../../src/campaigns/sync/accept-changes.ts"
import { asOperator, call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const { execute, preview } = peopleWriteHelpers(demo)
const campaign = "old-sync"
const accept = (by: string) =>
  demo.run(
    Effect.either(
      Effect.flatMap(externalChangeEndpoints, (endpoints) =>
        asOperator(endpoints.accept("northwind", campaign), by)
      )
    )
  )
const changeOf = async (what: string) =>
  (
    await demo.query<{ id: string }>(
      `select p.id from platform_changes p join campaigns c on c.organization_id = p.organization_id
       and c.id = p.campaign_id where c.slug = '${campaign}' and c.organization_id = 1 and p.what like '%${what}%'
       order by p.at desc limit 1`
    )
  )[0]!.id

it("a change of others is accepted by an admin, reverted where an edit of ours exists, and undone", async () => {
  expect(await accept("mia@northwind.test")).toMatchObject({ left: { _tag: "role_denied" } })
  const before = (await campaignInDatabase(demo, campaign)).budget as number
  // The sync of the demo world has not read the change yet.
  expect(await accept("adam@northwind.test")).toMatchObject({ right: { accepted: true, reason: null } })
  expect((await campaignInDatabase(demo, campaign)).budget).toBe(14)
  const launch = await demo.run(call("campaigns.set_state", admin, { slug: campaign, state: "live" }))
  expect(launch.error).toBeNull()

  const budget = await changeOf("udget")
  const shown = await preview("external_changes.revert", { campaign, change: budget })
  expect(shown).toMatchObject({ right: { would_change: [{ from: "14", to: String(before) }] } })
  // Not past the per-call limit: 14 to 10 is more than 25%.
  expect(shown).toMatchObject({ right: { within_limits: false } })
  await demo.query("update organizations set api_budget_change_limit_pct = 50 where slug = 'northwind'")
  const done = await execute("external_changes.revert", { campaign, change: budget })
  expect(done).toMatchObject({ right: { applied: true, sync: "pending" } })
  const stop = await startWorker(demo)
  await jobsSettled(demo)
  await stop()
  expect(await campaignInDatabase(demo, campaign)).toMatchObject({ budget: before, unpushed: [] })
  const { action_id } = (done as { right: { action_id: string } }).right
  expect((await demo.run(call("actions.undo", admin, { id: action_id }))).output).toMatchObject({
    undone: true
  })

  const paused = await changeOf("paused")
  expect(await preview("external_changes.revert", { campaign, change: paused })).toMatchObject({
    left: { _tag: "validation_error", fields: [{ message: expect.stringContaining("ad platform") }] }
  })
  expect(await preview("external_changes.revert", { campaign, change: "none" })).toMatchObject({
    left: { _tag: "not_found" }
  })
})
