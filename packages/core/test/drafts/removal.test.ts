import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lockTriggerSql } from "../campaigns/support/lock-trigger.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, follow, jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"
import { adsIn, type Created, draftFrom } from "./support/drafts.ts"

const demo = await runOnPlatform()
// A write of campaigns without the organization's lock fails here.
await demo.query(lockTriggerSql)
const admin = demo.keys["northwind"]!.admin!
const website_url = "http://tailspin.test/"

const writes = peopleWriteHelpers(demo)
const discard = (slug: string, by?: string) => writes.execute("drafts.discard", { campaign: slug }, {}, by)
const remove = (ad: number) => writes.execute("ads.remove", { ad })
const committed = async () => {
  const { output } = await demo.run(call("organizations.get", admin))
  return (output as { committed_monthly: number }).committed_monthly
}

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

describe("a draft that was never launched", () => {
  it("is removed with its ads and keywords, and its budget no longer counts; its slug reports why", async () => {
    const before = await committed()
    const { created } = await draftFrom(demo, admin, { website_url, budget: 3, name: "To go" })
    expect(await committed()).toBe(before + 90)
    expect(await discard("to-go")).toMatchObject({ right: { summary: "Discarded the draft to-go" } })
    expect(await committed()).toBe(before)
    const gone = await demo.run(call("campaigns.get", admin, { slug: created.campaign }))
    expect(gone).toMatchObject({
      status: 404,
      error: { _tag: "not_found", next: expect.stringContaining("it was discarded") }
    })
    const { output } = await demo.run(call("campaigns.list", admin, { limit: 100 }))
    expect(
      (output as { campaigns: Array<{ slug: string }> }).campaigns.map(({ slug }) => slug)
    ).not.toContain("to-go")
    expect((await adsIn(demo, "to-go")).every(({ removed }) => removed)).toBe(true)
    // The slug stays reserved, so the log stays true.
    const again = (await demo.run(call("campaigns.create", admin, { website_url, name: "To go" })))
      .output as Created
    expect(again.campaign).toBe("to-go-2")
    await follow(demo, admin, again.task_tracking_id)
    expect(await discard("to-go")).toMatchObject({ left: { _tag: "not_found" } })
  })

  it("can be removed during generation, and nothing of it reappears", async () => {
    await stop()
    const made = (await demo.run(call("campaigns.create", admin, { website_url, name: "Too late" })))
      .output as Created
    expect(await discard(made.campaign)).toMatchObject({ _tag: "Right" })
    stop = await startWorker(demo)
    expect(await follow(demo, admin, made.task_tracking_id)).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("discarded") }
    })
    expect(await adsIn(demo, made.campaign)).toEqual([])
  })

  it("keeps its changes in the log, which can no longer be undone", async () => {
    const { created } = await draftFrom(demo, admin, { website_url, name: "Logged" })
    const { output } = await demo.run(
      call("campaigns.update", admin, { slug: created.campaign, target_cpa: 12, dry_run: false })
    )
    await discard(created.campaign)
    const { action_id } = output as { action_id: string }
    const undone = await demo.run(call("actions.undo", admin, { id: action_id }))
    expect(undone.output).toMatchObject({
      undone: false,
      not_restored: [{ reason: expect.stringContaining("discarded") }]
    })
  })
})

describe("discarding is refused without a change", () => {
  // A worker leaves rows in the queue.
  beforeAll(() => stop())
  afterAll(async () => {
    stop = await startWorker(demo)
  })

  it("for launched, live and imported campaigns", async () => {
    for (const slug of ["boiler-repair", "bathroom-fitting", "imported-legacy"]) {
      const answer = await changesNothing(demo, () => discard(slug))
      expect(answer).toMatchObject({ left: { _tag: "validation_error", fields: [{ path: "campaign" }] } })
    }
  })
})

describe("an ad", () => {
  const inPlatform = async (slug: string) => {
    const { platform_resource_name } = await campaignInDatabase(demo, slug)
    const resources = (await demo.state()).resources as Record<
      string,
      { campaign?: string; name?: string; status?: string }
    >
    return Object.values(resources)
      .filter((body) => body.campaign === platform_resource_name && body.status === "ENABLED")
      .map(({ name }) => name)
  }

  it("of a draft is removed, with one audit event", async () => {
    const { created } = await draftFrom(demo, admin, { website_url, name: "Fewer ads" })
    const [ad] = await adsIn(demo, created.campaign)
    expect(await remove(ad!.id)).toMatchObject({ right: { summary: expect.stringContaining(ad!.name) } })
    expect((await adsIn(demo, created.campaign))[0]).toMatchObject({ removed: true, keywords: [] })
    expect(await remove(ad!.id)).toMatchObject({ left: { _tag: "not_found" } })
    const events = await demo.query<{ status_code: number; user_email: string }>(
      "select status_code, user_email from audit_events where operation = 'ads.remove' order by id desc limit 2"
    )
    expect(events).toEqual([
      { status_code: 404, user_email: "adam@northwind.test" },
      { status_code: 200, user_email: "adam@northwind.test" }
    ])
  })

  it("of a live campaign is removed in the platform too, also if its creation got no response, and the others stay", async () => {
    const { created } = await draftFrom(demo, admin, { website_url, name: "Live ads", budget: 1 })
    await setAndFollow(demo, admin)(created.campaign, "live")
    const [first, ...others] = await adsIn(demo, created.campaign)
    expect(await inPlatform(created.campaign)).toContain(first!.name)
    expect(await remove(first!.id)).toMatchObject({ _tag: "Right" })
    await jobsSettled(demo)
    const left = await inPlatform(created.campaign)
    expect(left).not.toContain(first!.name)
    expect(left).toEqual(expect.arrayContaining(others.map(({ name }) => name)))
    expect(await campaignInDatabase(demo, created.campaign)).toMatchObject({ state: "live", unpushed: [] })
    const [orphan] = others
    // As after a worker died between the creation in the platform and the storing of its resource name.
    await demo.query(`do $$ begin perform from organization_locks where organization_id = 1 for no key update;
      update ads set platform_resource_name = null, platform_id = null where id = ${orphan!.id}; end $$`)
    await remove(orphan!.id)
    await jobsSettled(demo)
    expect(await inPlatform(created.campaign)).not.toContain(orphan!.name)
  })
})
