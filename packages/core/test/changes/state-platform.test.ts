import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { call } from "../support/call.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import {
  campaignInDatabase,
  campaignInEmulator,
  setAndFollow,
  setState,
  startWorker
} from "../support/workers.ts"

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const owner = demo.keys["northwind"]!.owner!
const go = setAndFollow(demo, owner)
const fault = (body: object) => demo.control("POST", "faults", body)
const clear = () => demo.control("DELETE", "faults")

let stop = async () => {}
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

const done = (slug: string, state: string) => ({
  status: "completed",
  progress: 100,
  type: "campaign_state",
  result: {
    campaign: slug,
    url: `http://adwarden.test/o/northwind/campaigns/${slug}`,
    state,
    synced_at: expect.stringMatching(/^\d{4}-.*Z$/)
  }
})

describe("a state change in the platform", () => {
  it("pauses, resumes, returns to draft and undoes it, with one first launch", async () => {
    const before = await campaignInDatabase(demo, "bathroom-fitting")
    for (const [state, status] of [
      ["live", "ENABLED"],
      ["paused", "PAUSED"],
      ["live", "ENABLED"],
      ["draft", "PAUSED"],
      ["live", "ENABLED"]
    ] as const) {
      const { task } = await go("bathroom-fitting", state)
      expect(task).toMatchObject(done("bathroom-fitting", state))
      expect(await campaignInEmulator(demo, "Bathroom fitting")).toMatchObject([{ status }])
      const here = await campaignInDatabase(demo, "bathroom-fitting")
      expect(here).toMatchObject({
        state,
        platform_resource_name: before["platform_resource_name"],
        first_launched_at: before["first_launched_at"]
      })
      if (state === "live") expect(task.result?.["synced_at"]).toBe(here["last_synced_at"])
    }
  })

  it("starts at once, without waiting for the next poll", async () => {
    await stop()
    // A worker that only runs jobs it is notified of, because its poll interval exceeds the test.
    stop = await startWorker(demo, { pollSeconds: 3600 })
    expect((await go("bathroom-fitting", "paused")).task).toMatchObject(done("bathroom-fitting", "paused"))
    await stop()
    stop = await startWorker(demo)
  })

  it("sends everything with a first launch", async () => {
    const { task } = await go("spring-offers", "live")
    expect(task).toMatchObject(done("spring-offers", "live"))
    const here = await campaignInDatabase(demo, "spring-offers")
    expect(here["first_launched_at"]).toEqual(expect.any(String))
    expect(here["creation_name"]).toBeNull()
    const [there] = await campaignInEmulator(demo, "Spring offers")
    expect(there).toMatchObject({ ref: here["platform_resource_name"], status: "ENABLED" })
    const { resources } = await demo.state()
    expect(resources[String(here["platform_budget_resource_name"])]).toMatchObject({
      amountMicros: "25000000"
    })
    const ofCampaign = `organization_id = 1 and campaign_id = ${here["id"]}`
    const [parts] = await demo.query(`select
      (select count(*) from ads where ${ofCampaign} and platform_resource_name is not null) as ads,
      (select count(*) from keywords where ${ofCampaign} and platform_resource_name is not null) as keywords,
      (select count(*) from negative_keywords where ${ofCampaign} and platform_resource_name is null) as unknown`)
    expect(parts).toEqual({ ads: 2, keywords: 5, unknown: 0 })
    const hanging = Object.entries(resources).filter(([, body]) => Object.values(body).includes(there!.ref))
    const kinds = Map.groupBy(hanging, ([ref]) => ref.split("/")[2])
    expect(kinds.get("adGroups")).toHaveLength(2)
    expect(kinds.get("campaignAssets")).toHaveLength(6)
  })

  it("survives lost responses: finds what was written, retries the rest, creates nothing twice", async () => {
    for (const [when, method] of [
      ["after", "mutate"],
      ["before", "mutate"]
    ] as const) {
      await fault({ kind: "lost", method, validateOnly: false, when, times: 1 })
      expect((await go("bathroom-fitting", when === "after" ? "live" : "paused")).task.status).toBe(
        "completed"
      )
    }
    await clear()
    await demo.query(`insert into campaigns (organization_id, slug, name, type, state, budget, website_url, locations,
        sitelinks, callouts, ad_account_id, generated_at, line_context)
      select organization_id, 'lost-answer', 'Lost answer', type, 'draft', 5, website_url, locations, sitelinks,
        callouts, ad_account_id, generated_at, line_context from campaigns where organization_id = 1 and slug = 'spring-offers'`)
    await demo.query(`insert into landing_pages (organization_id, campaign_id, url, text, read_at)
      select p.organization_id, n.id, p.url, p.text, p.read_at
      from landing_pages p join campaigns n on n.organization_id = p.organization_id and n.slug = 'lost-answer'
      where p.organization_id = 1 and p.campaign_id = (
        select id from campaigns where organization_id = 1 and slug = 'spring-offers')`)
    await demo.query(`insert into ads (organization_id, campaign_id, name, url, headlines, descriptions)
      select a.organization_id, n.id, a.name, a.url, a.headlines, a.descriptions
      from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id and c.slug = 'spring-offers'
      join campaigns n on n.organization_id = a.organization_id and n.slug = 'lost-answer' where a.organization_id = 1`)
    await demo.query(
      `insert into keywords (organization_id, campaign_id, ad_id, text, match_type, state)
      select organization_id, campaign_id, id, word, 'phrase', state from ads a,
        unnest(array['one word', 'two words'], array['enabled', 'paused']) w (word, state)
      where organization_id = 1
        and campaign_id = (select id from campaigns where organization_id = 1 and slug = 'lost-answer')`.replace(
        "word, 'phrase', state",
        "w.word, 'phrase', w.state"
      )
    )
    const once = { method: "mutate", collection: "googleAds", validateOnly: false, times: 1 }
    await fault({ kind: "lost", when: "after", ...once })
    expect((await go("lost-answer", "live")).task).toMatchObject(done("lost-answer", "live"))
    expect(await campaignInEmulator(demo, "Lost answer")).toHaveLength(1)
    const { resources } = await demo.state()
    const paused = Object.values(resources).filter(
      (body) => JSON.stringify(body).includes('"two words"') && JSON.stringify(body).includes('"PAUSED"')
    )
    expect(paused).toHaveLength(2)
  })

  it("is in error if the platform refuses, reports why, and recovers with the next successful push", async () => {
    const message = "The ad text names a trademark."
    await fault({ kind: "refused", method: "mutate", validateOnly: false, message })
    const { task } = await go("rival-names", "live")
    expect(task).toMatchObject({
      status: "failed",
      progress: 0,
      error: {
        reason: "google_ads_refused",
        message: expect.stringMatching(
          /^Google Ads declined the change: The ad text names a trademark\. .*first/
        )
      }
    })
    const listed = await demo.run(call("campaigns.list", owner, { state: "error" }))
    expect(listed.output).toMatchObject({ campaigns: [{ slug: "rival-names", state: "error" }] })
    expect(await campaignInDatabase(demo, "rival-names")).toMatchObject({
      state_error: task.error?.message,
      wanted_state: "live"
    })
    // The next attempt is refused too, and the campaign stays in error.
    expect((await go("rival-names", "live")).task.status).toBe("failed")
    expect(await campaignInDatabase(demo, "rival-names")).toMatchObject({
      state: "error",
      wanted_state: "live"
    })
    await clear()
    // Any successful push sets the requested state.
    await demo.run(call("campaigns.update", owner, { slug: "rival-names", budget: 11, dry_run: false }))
    await until("it is live", async () => (await campaignInDatabase(demo, "rival-names"))["state"] === "live")
    expect(await campaignInDatabase(demo, "rival-names")).toMatchObject({
      state_error: null,
      wanted_state: null
    })
    expect(await campaignInEmulator(demo, "Rival names")).toMatchObject([{ status: "ENABLED" }])
  })

  it("can be set to any state from error", async () => {
    await fault({ kind: "refused", method: "mutate", times: 1 })
    expect((await go("rival-names", "paused")).task.status).toBe("failed")
    const preview = await setState(demo, owner)("rival-names", "draft")
    expect(preview.output).toMatchObject({ would_change: { state: { from: "error", to: "draft" } } })
    expect((await go("rival-names", "draft")).task).toMatchObject(done("rival-names", "draft"))
    expect(await campaignInEmulator(demo, "Rival names")).toMatchObject([{ status: "PAUSED" }])
  })

  it("does not take over a campaign of the same name that someone else created", async () => {
    await demo.query(
      "update campaigns set name = 'Boiler repair' where slug = 'radiators-draft' and organization_id = 1"
    )
    await demo.query(`update campaigns n set budget = 5, locations = c.locations, sitelinks = c.sitelinks,
        callouts = c.callouts, ad_account_id = c.ad_account_id, first_launched_at = now()
      from campaigns c where n.slug = 'radiators-draft' and n.organization_id = 1 and c.slug = 'spring-offers'
        and c.organization_id = 1`)
    const { error } = await setState(demo, owner)("radiators-draft", "live", { dry_run: false })
    expect(error).toMatchObject({ _tag: "launch_blocked", blocked_by: "refused_by_platform" })
    // The platform's check reports what only the platform knows; the task reports it if the check is
    // unavailable.
    await demo.query(
      "update campaigns set platform_budget = null where organization_id = 1 and slug = 'boiler-repair'"
    )
    await demo.query("delete from platform_campaign_names where organization_id = 1")
    const checked = await setState(demo, owner)("radiators-draft", "live", { dry_run: false })
    expect(checked.error).toMatchObject({ _tag: "launch_blocked", blocked_by: "refused_by_platform" })
    await fault({ kind: "internal", method: "mutate", validateOnly: true })
    const { task } = await go("radiators-draft", "live")
    await clear()
    expect(task.error).toMatchObject({
      reason: "google_ads_refused",
      message: expect.stringContaining("“Boiler repair” is already in the account")
    })
    await demo.query(
      "update campaigns set platform_budget = budget where organization_id = 1 and slug = 'boiler-repair'"
    )
    expect(await campaignInEmulator(demo, "Boiler repair")).toHaveLength(1)
  })

  it("reports a broken login and missing setup", async () => {
    const will = demo.keys["wingtip"]!.owner!
    const { task } = await setAndFollow(demo, will)("wooden-toys", "draft")
    expect(task.error).toMatchObject({
      reason: "google_ads_connection_broken",
      message: expect.stringContaining("connect it again in the dashboard")
    })
    expect(await campaignInDatabase(demo, "wooden-toys", "wingtip")).toMatchObject({
      state: "draft",
      unpushed: ["state"]
    })
    await demo.query("update ad_accounts set connection_complete = false where organization_id = 1")
    expect((await setState(demo, owner)("bathroom-fitting", "live", { dry_run: false })).error).toMatchObject(
      {
        _tag: "launch_blocked",
        blocked_by: "connection_broken"
      }
    )
    const setup = await go("bathroom-fitting", "draft")
    expect(setup.task.error).toMatchObject({
      reason: "setup_required",
      message: expect.stringContaining("Finish it in the dashboard")
    })
    await demo.query("update ad_accounts set connection_complete = true where organization_id = 1")
    expect((await go("bathroom-fitting", "paused")).task.status).toBe("completed")
  })

  it("pushes local changes and leaves others' changes", async () => {
    const here = await campaignInDatabase(demo, "old-sync")
    const budget = String(here["platform_budget_resource_name"])
    const amount = async () =>
      ((await demo.state()).resources[budget] as { amountMicros?: string }).amountMicros
    const customerId = budget.split("/")[1]
    await demo.control("POST", "edits", {
      customerId,
      userEmail: "agency@northwind.test",
      mutateOperations: [
        {
          campaignBudgetOperation: {
            update: { resourceName: budget, amountMicros: "14000000" },
            updateMask: "amountMicros"
          }
        }
      ]
    })
    const outside = "14000000"
    await demo.run(call("campaigns.update", owner, { slug: "old-sync", name: "Older sync", dry_run: false }))
    await until(
      "it is renamed there",
      async () => (await campaignInEmulator(demo, "Older sync")).length === 1
    )
    expect((await go("old-sync", "draft")).task.status).toBe("completed")
    expect(await amount()).toBe(outside)
    expect((await campaignInDatabase(demo, "old-sync"))["last_synced_at"]).toBe(here["last_synced_at"])
    const launch = await setState(demo, owner)("old-sync", "live", { dry_run: false })
    expect(launch.error?._tag).toBe("sync_conflict")
  })

  it("never ends with an older state than the last request", async () => {
    const states = ["live", "paused", "live", "draft", "paused", "live", "paused"]
    const ids: Array<number> = []
    for (const state of states) {
      const { output } = await setState(demo, owner)("bathroom-fitting", state, { dry_run: false })
      const id = (output as { task_tracking_id: number | null }).task_tracking_id
      if (id !== null) ids.push(id)
    }
    const open = () =>
      demo.query("select 1 from tasks where type = 'campaign_state' and status in ('queued', 'running')")
    await until("none is open", async () => (await open()).length === 0)
    expect(await campaignInEmulator(demo, "Bathroom fitting")).toMatchObject([{ status: "PAUSED" }])
    expect((await campaignInDatabase(demo, "bathroom-fitting"))["state"]).toBe("paused")
  })
})
