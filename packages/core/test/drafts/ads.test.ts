import { demoWorld } from "@adwarden/google-ads-emulator"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { lockTriggerSql } from "../campaigns/support/lock-trigger.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, follow, jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"
import { adsIn, draftFrom } from "./support/drafts.ts"

const demo = await runOnPlatform()
// A write of campaigns without the organization's lock fails here.
await demo.query(lockTriggerSql)
const admin = demo.keys["northwind"]!.admin!
const customer = demoWorld.customers.find(({ slug }) => slug === "northwind")!.customerId
const create = (slug: string, values: Record<string, unknown>, key = admin) =>
  demo.run(call("campaigns.create_ad", key, { slug, ...values }))
type Made = Output<"campaigns.create_ad">

/** Runs a statement under the organization's lock. */
const set = (statement: string) =>
  demo.query(
    `do $$ begin perform from organization_locks where organization_id = 1 for no key update; ${statement}; end $$`
  )

/** Creates an ad and waits for its task. */
const make = async (slug: string, values: Record<string, unknown>) => {
  const answer = await create(slug, values)
  expect(answer.error).toBeNull()
  const made = answer.output as Made
  return { made, task: await follow(demo, admin, made.task_tracking_id) }
}

/** Reads the ad groups of a campaign in the platform that are not removed, by name. */
const there = async (slug: string) => {
  const { platform_resource_name } = await campaignInDatabase(demo, slug)
  const { resources } = await demo.state()
  return Object.entries(resources as Record<string, { campaign?: string; name?: string; status?: string }>)
    .filter(([ref, body]) => ref.includes("/adGroups/") && body.campaign === platform_resource_name)
    .filter(([, { status }]) => status !== "REMOVED")
    .map(([, { name }]) => name)
}

let stop: () => Promise<void>
let draft: string
let live: string
beforeAll(async () => {
  stop = await startWorker(demo)
  // Websites of the demo world that only the emulator serves.
  draft = (await draftFrom(demo, admin, { website_url: "http://contoso.test/", name: "Draft", budget: 1 }))
    .created.campaign
  live = (await draftFrom(demo, admin, { website_url: "http://contoso.test/", name: "Live", budget: 1 }))
    .created.campaign
  // Each has the ad on implants alone, so that the other pages are free.
  await set(`update keywords k set removed_at = now()
    from ads a join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
    where k.organization_id = 1 and a.organization_id = 1 and k.ad_id = a.id
      and c.slug in ('${draft}', '${live}') and a.url not like '%implants/'`)
  await set(`update ads a set removed_at = now() from campaigns c
    where a.organization_id = 1 and c.organization_id = 1 and c.id = a.campaign_id and c.slug in ('${draft}', '${live}') and a.url not like '%implants/'`)
  await setAndFollow(demo, admin)(live, "live")
})
afterAll(() => stop())

describe("POST ads", () => {
  it("for the page of an ad of the same campaign fails, and names that ad and no other campaign", async () => {
    const [own] = (await adsIn(demo, draft)).filter(({ removed }) => !removed)
    const { task } = await make(draft, { url: "http://contoso.test/implants/" })
    expect(task).toMatchObject({ status: "failed", error: { reason: "task_error" } })
    const { message } = task.error!
    expect(message).toContain(`has 0 of 1 keyword; its other searches are in the ad ${own!.name} ("`)
    expect(message).toContain("Remove those keywords or exclusions there")
    expect(message).not.toContain("the campaign")
  })

  it("says which of its searches another ad of the campaign has, and leaves them to that ad", async () => {
    const url = "http://contoso.test/whitening/"
    const [own] = (await adsIn(demo, draft)).filter(({ removed }) => !removed)
    const remove = (id: number) =>
      set(`update keywords set removed_at = now() where ad_id = ${id} and organization_id = 1 and removed_at is null;
        update ads set removed_at = now() where id = ${id} and organization_id = 1`)
    const free = await make(draft, { url, name: "Free" })
    const other = expect.stringContaining("another business than Northwind")
    expect(free.task.result).toMatchObject({ warnings: [other] })
    const { keywords } = (free.task.result as { added: { keywords: ReadonlyArray<string> } }).added
    await remove(free.made.ad_id)
    const [taken] = keywords as [string]
    await set(`insert into keywords (organization_id, campaign_id, ad_id, text, match_type)
      select organization_id, campaign_id, id, '${taken}', 'exact' from ads where id = ${own!.id}`)
    const leftOut = `Left out of the keywords, since the ad ${own!.name} has them: "${taken}".`

    const proposed = await make(draft, { url, name: "Proposed" })
    expect(proposed.task).toMatchObject({
      status: "completed",
      result: { added: { keywords: keywords.filter((one) => one !== taken) }, warnings: [other, leftOut] }
    })
    await remove(proposed.made.ad_id)

    const given = await make(draft, {
      url,
      name: "Given",
      keywords: [{ text: taken, match_type: "exact" }, { text: "whiter teeth" }]
    })
    expect(given.task).toMatchObject({
      status: "completed",
      result: { added: { keywords: ["whiter teeth"] }, warnings: [other, leftOut] }
    })
    await remove(given.made.ad_id)

    const none = await make(draft, { url, name: "None", keywords: [{ text: taken, match_type: "exact" }] })
    expect(none.task).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining(`No keyword of the call is left. ${leftOut}`) }
    })
    await set(`delete from keywords where organization_id = 1 and ad_id = ${own!.id} and text = '${taken}'`)
  })

  it("to a draft waits for the launch, numbers the ad after the others, and gives it its own keywords", async () => {
    const before = (await adsIn(demo, draft)).filter(({ removed }) => !removed)
    const { made, task } = await make(draft, { url: "http://contoso.test/whitening/" })
    expect(made).toEqual({
      task_tracking_id: expect.any(Number),
      status: "queued",
      ad_id: expect.any(Number),
      warnings: [expect.stringContaining("another business than Northwind")]
    })
    expect(task).toMatchObject({
      type: "campaign_ad",
      status: "completed",
      result: {
        ad_id: made.ad_id,
        campaign: draft,
        added: { keywords: expect.arrayContaining(["teeth whitening"]) }
      }
    })
    const ads = await adsIn(demo, draft)
    const ad = ads.find(({ id }) => id === made.ad_id)!
    expect(ad).toMatchObject({ name: `Ad ${before.length + 1}`, state: "enabled", ref: null, removed: false })
    expect(ad.keywords.length).toBeGreaterThanOrEqual(1)
    expect(ad.sources!.list.length).toBeGreaterThan(8)
    const { made: next } = await make(draft, {
      url: "http://contoso.test/braces/",
      name: "Braces, again"
    })
    expect((await adsIn(demo, draft)).find(({ id }) => id === next.ad_id)).toMatchObject({
      name: "Braces, again"
    })
    const { output } = await demo.run(call("campaigns.set_state", admin, { slug: draft, state: "live" }))
    expect(output).toMatchObject({ blocked_by: null })
  })

  it("to a live campaign pushes the ad, which serves, and changes nothing else", async () => {
    const before = await there(live)
    const [other] = await adsIn(demo, live)
    // Someone paused a keyword and raised the budget in the platform: that must stay.
    const { resources } = await demo.state()
    const keyword = Object.entries(resources).find(
      ([ref, body]) =>
        ref.includes("/adGroupCriteria/") && (body as { adGroup?: string }).adGroup === other!.ref
    )![0]
    await demo.control("POST", "edits", {
      customerId: customer,
      userEmail: "agency@else.test",
      mutateOperations: [
        {
          adGroupCriterionOperation: {
            update: { resourceName: keyword, status: "PAUSED" },
            updateMask: "status"
          }
        }
      ]
    })
    const { made, task } = await make(live, { url: "http://contoso.test/check-ups/" })
    expect(task).toMatchObject({ status: "completed" })
    const ad = (await adsIn(demo, live)).find(({ id }) => id === made.ad_id)!
    expect(await there(live)).toEqual(expect.arrayContaining([...before, ad.name]))
    expect(ad.ref).not.toBeNull()
    expect(await campaignInDatabase(demo, live)).toMatchObject({
      state: "live",
      unpushed: [],
      active_push_ids: []
    })
    const after = (await demo.state()).resources as Record<string, { status?: string }>
    expect(after[keyword]!.status).toBe("PAUSED")
    expect(await demo.query(`select id from actions where detail like '%${ad.name}%'`)).toEqual([])
  })

  it("removes an ad that the platform refuses, reports why in the task, and leaves the campaign unchanged", async () => {
    // Every time: a worker without heartbeat passes the task to another, which retries.
    await demo.control("POST", "faults", { kind: "refused", method: "mutate" })
    const { made, task } = await make(live, { url: "http://contoso.test/whitening/", name: "Refused" })
    expect(task).toMatchObject({ status: "failed", error: { reason: "google_ads_refused" } })
    await demo.control("DELETE", "faults")
    expect((await adsIn(demo, live)).find(({ id }) => id === made.ad_id)).toMatchObject({ removed: true })
    await jobsSettled(demo)
    expect(await there(live)).not.toContain("Refused")
    expect(await campaignInDatabase(demo, live)).toMatchObject({
      state: "live",
      unpushed: [],
      active_push_ids: []
    })
  })

  it("does not block other ads or put the campaign in error if the platform refuses it", async () => {
    // A generated ad whose own push has not started: its headline is too wide for the platform.
    await set(`insert into ads (organization_id, campaign_id, name, url, headlines, descriptions, state)
      select organization_id, campaign_id, 'Too wide', url, array_append(headlines, repeat('wide ', 9)), descriptions,
        'enabled' from ads where id = ${(await adsIn(demo, live))[0]!.id}`)
    const { made, task } = await make(live, { url: "http://contoso.test/emergency/", name: "Beside it" })
    expect(task).toMatchObject({ status: "completed", result: { ad_id: made.ad_id } })
    expect(await there(live)).toContain("Beside it")
    // Nor when another ad fails and is removed, by a push without an ad.
    await demo.control("POST", "faults", { kind: "refused", method: "mutate" })
    const other = await make(live, { url: "http://contoso.test/whitening/", name: "Refused as well" })
    expect(other.task).toMatchObject({ status: "failed", error: { reason: "google_ads_refused" } })
    await demo.control("DELETE", "faults")
    await jobsSettled(demo)
    expect(await there(live)).not.toContain("Too wide")
    expect(await campaignInDatabase(demo, live)).toMatchObject({ state: "live", active_push_ids: [] })
    await set("delete from ads where name = 'Too wide'")
  })

  it("finds the ad again after a lost response, and creates it once", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    const { task } = await make(live, { url: "http://contoso.test/braces/", name: "Lost answer" })
    expect(task).toMatchObject({ status: "completed" })
    expect((await there(live)).filter((name) => name === "Lost answer")).toHaveLength(1)
  })

  it("fails the task with what to do if the page cannot be read, and creates no ad", async () => {
    const { made, task } = await make(draft, { url: "http://contoso.test/no-such-page/" })
    expect(task.status).toBe("failed")
    expect(task.error!.message).toMatch(/\w+\. .*\w/)
    expect((await adsIn(demo, draft)).find(({ id }) => id === made.ad_id)).toMatchObject({ removed: true })
  })

  it("creates no ad for a page that sells nothing, and none that competes with the account's own ads", async () => {
    const contact = await make(draft, { url: "http://contoso.test/contact/" })
    expect(contact.task).toMatchObject({ status: "failed" })
    expect(contact.task.error!.message).toMatch(/sells nothing.*Send the address/)
    const twice = await make(draft, { url: "http://contoso.test/check-ups/" })
    expect(twice.task).toMatchObject({ status: "failed" })
    expect(twice.task.error!.message).toMatch(/0 of 1 keyword; its other searches are in the campaign Live/)
  })

  it("accepts a subdomain of the campaign's domain", async () => {
    const answer = await create(draft, { url: "http://www.contoso.test/implants/" })
    expect(answer.error).toBeNull()
    await follow(demo, admin, (answer.output as Made).task_tracking_id)
  })
})

describe("POST ads is refused without a change", () => {
  // A worker leaves rows in the queue.
  beforeAll(() => stop())
  afterAll(async () => {
    stop = await startWorker(demo)
  })
  const refused = (slug: string, values: Record<string, unknown> = {}, key = admin) =>
    changesNothing(demo, () => create(slug, { url: "http://contoso.test/", ...values }, key))

  it("for addresses that are not on the campaign's domain", () =>
    changesNothing(demo, async () => {
      for (const url of [
        "https://evil-contoso.test/",
        "https://contoso.test.evil.test/",
        "https://test/",
        "https://contosotest/",
        "https://contoso.example/",
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/"
      ])
        expect([url, await create(draft, { url })]).toMatchObject([
          url,
          {
            status: 400,
            error: {
              _tag: "validation_error",
              fields: [{ path: "url", message: expect.stringContaining("leads away") }]
            }
          }
        ])
    }))

  it("for the name of another ad", async () => {
    const [ad] = await adsIn(demo, draft)
    expect(await refused(draft, { name: ad!.name.toUpperCase() })).toMatchObject({
      error: { _tag: "validation_error", fields: [{ path: "name" }] }
    })
  })

  it("for imported and competitor campaigns, each with its own message", async () => {
    const answers = [await refused("imported-legacy"), await refused("rival-names")]
    expect(answers).toMatchObject([
      { status: 409, error: { _tag: "ad_not_supported", why: "imported" } },
      { status: 409, error: { _tag: "ad_not_supported", why: "competitor" } }
    ])
  })

  it("for a campaign without an account, and for one with an incomplete or broken connection", async () => {
    const { website_url } = await campaignInDatabase(demo, "radiators-draft")
    expect(await refused("radiators-draft", { url: website_url })).toMatchObject({
      status: 409,
      error: { _tag: "ad_account_not_linked" }
    })
    await demo.query("update ad_accounts set connection_complete = false where organization_id = 1")
    expect(await refused(draft)).toMatchObject({
      status: 409,
      error: { _tag: "ad_platform_connection_incomplete", because: expect.stringContaining("not complete") }
    })
    await demo.query("update ad_accounts set connection_complete = true where organization_id = 1")
    const wooden = await demo.query<{ website_url: string }>(
      "select website_url from campaigns where slug = 'wooden-toys'"
    )
    const broken = await refused("wooden-toys", { url: wooden[0]!.website_url }, demo.keys["wingtip"]!.owner!)
    expect(broken).toMatchObject({ status: 409, error: { _tag: "ad_platform_connection_incomplete" } })
  })

  it("while it waits for approval, queued once however often it is sent", async () => {
    const fabrikam = demo.keys["fabrikam"]!.admin!
    const values = { slug: "spring-offers", url: "http://fabrikam.test/" }
    const held = await demo.run(call("campaigns.create_ad", fabrikam, values))
    expect(held).toMatchObject({ status: 202, error: { _tag: "approval_required" } })
    const again = await demo.run(call("campaigns.create_ad", fabrikam, values))
    expect(again.error).toEqual(held.error)
    const begun = await demo.query(
      `select a.id from ads a join organizations o on o.id = a.organization_id
       where a.state = 'generating' and o.slug = 'fabrikam'`
    )
    expect(begun).toEqual([])
  })

  it("for an unknown campaign", async () => {
    expect(await refused("no-such")).toMatchObject({ status: 404, error: { _tag: "not_found" } })
  })
})
