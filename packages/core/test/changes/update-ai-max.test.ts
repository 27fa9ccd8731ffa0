import { demoWorld } from "@adwarden/google-ads-emulator"
import { expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { actionOf, executedWrites } from "../support/executed-writes.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"

/* AI Max of running campaigns: a field of the campaign, pushed and taken back as its other fields are. */

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
const { undo, update } = executedWrites(demo, admin)
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const slug = "boiler-repair"

const campaign = async (of = slug) =>
  (await demo.run(call("campaigns.get", admin, { slug: of }))).output as Output<"campaigns.get">
const refOf = async (of = slug) => String((await campaignInDatabase(demo, of)).platform_resource_name)
interface There {
  readonly name?: string
  readonly aiMaxSetting?: { readonly enableAiMax?: boolean }
}
const there = async () => (await demo.state()) as { readonly resources: Readonly<Record<string, There>> }
const onThere = async () => (await there()).resources[await refOf()]!.aiMaxSetting?.enableAiMax ?? false
const changeThere = async (fields: object, updateMask: string, of = slug) =>
  demo.control("POST", "edits", {
    customerId,
    userEmail: "agency@else.test",
    mutateOperations: [
      { campaignOperation: { update: { resourceName: await refOf(of), ...fields }, updateMask } }
    ]
  })
/** Pushes what waits. */
const pushed = async () => {
  const stop = await startWorker(demo)
  await jobsSettled(demo)
  await stop()
}

it("previews the switch, sends it after the commit, and takes it back", async () => {
  expect(await campaign()).toMatchObject({ ai_max: false, text_automation: false })
  const { output } = await update(slug, { ai_max: true, dry_run: true })
  const preview = output as Extract<Output<"campaigns.update">, { dry_run: true }>
  expect(preview).toMatchObject({
    would_change: { ai_max: { from: false, to: true } },
    within_limits: true,
    platform_check: { verdict: "accepted" }
  })
  const done = await update(slug, { ai_max: true, preview_hash: preview.preview_hash })
  expect(done.output).toMatchObject({
    applied: true,
    sync: "pending",
    changed: { ai_max: { from: false, to: true } }
  })
  expect(await onThere()).toBe(false)
  await pushed()
  expect(await onThere()).toBe(true)
  expect(await campaign()).toMatchObject({ ai_max: true, sync: "in_sync" })
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ unpushed: [], unpushed_from: {} })
  expect((await update(slug, { ai_max: true })).output).toEqual({
    applied: true,
    action_id: null,
    changed: {}
  })

  expect((await undo(actionOf(done))).output).toMatchObject({ undone: true })
  await pushed()
  expect([await onThere(), (await campaign()).ai_max]).toEqual([false, false])
  const { output: history } = await demo.run(call("actions.list_mine", admin, { campaign: slug }))
  expect((history as Output<"actions.list_mine">).actions).toContainEqual(
    expect.objectContaining({ campaign: slug, detail: expect.stringContaining("AI Max from off to on") })
  )
})

it("is not written over a switch of others, which can be accepted", async () => {
  await changeThere({ aiMaxSetting: { enableAiMax: true } }, "aiMaxSetting.enableAiMax")
  const { output } = await update(slug, { budget: 101, dry_run: true })
  expect(output).toMatchObject({ outside_change: [{ field: "ai_max", ours: false, theirs: true }] })
  const stop = await startWorker(demo)
  const accepted = await demo.run(call("campaigns.accept_changes", admin, { slug }))
  expect(accepted.output).toMatchObject({ would_change: { ai_max: { from: false, to: true } } })
  actionOf(await demo.run(call("campaigns.accept_changes", admin, { slug, dry_run: false })))
  await jobsSettled(demo)
  await stop()
  expect(await campaign()).toMatchObject({ ai_max: true, sync: "in_sync" })
  actionOf(await update(slug, { ai_max: false }))
  await pushed()
  expect(await onThere()).toBe(false)

  // Another change of ours leaves a switch of others as it is.
  await changeThere({ aiMaxSetting: { enableAiMax: true } }, "aiMaxSetting.enableAiMax")
  actionOf(await update(slug, { name: "Boilers" }))
  await pushed()
  expect(await onThere()).toBe(true)
  expect((await there()).resources[await refOf()]!.name).toBe("Boilers")
})

it("is refused where it does not exist, and before it was read", async () => {
  const refused = async (of: string, why: RegExp) => {
    const { error } = await update(of, { ai_max: true })
    expect(error).toMatchObject({ fields: [{ path: "ai_max", message: expect.stringMatching(why) }] })
    expect((await campaign(of)).ai_max).toBeNull()
  }
  await refused("spring-offers", /was not read from the ad platform yet/)
  await demo.query("update campaigns set channel = 'video' where slug = 'emergency-plumber'")
  await refused("emergency-plumber", /Search and Shopping campaigns only, and this is a Video campaign/)
  await demo.query("update campaigns set channel = 'search' where slug = 'emergency-plumber'")
  await demo.query("update campaigns set text_automation = null where slug = 'emergency-plumber'")
  await refused("emergency-plumber", /was not read/)
})

it("is off in a campaign that a launch creates", async () => {
  const stop = await startWorker(demo)
  await setAndFollow(demo, admin)("spring-offers", "live")
  await stop()
  const created = (await there()).resources[await refOf("spring-offers")]!
  expect(created.aiMaxSetting).toEqual({ enableAiMax: false })
  expect(await campaign("spring-offers")).toMatchObject({ ai_max: false, text_automation: false })
})
