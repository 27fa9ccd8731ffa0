import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { approve } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { staggered } from "../support/staggered.ts"
import { until } from "../support/until.ts"
import { campaignInDatabase, follow, startWorker } from "../support/workers.ts"
import { adsIn, type Created, draftFrom, type StoredSources } from "./support/drafts.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const website_url = "http://northwind.test/"
const create = (values: Record<string, unknown>, key = admin) =>
  demo.run(call("campaigns.create", key, values))
const set = (statement: string) => demo.query(statement)

let stop: () => Promise<void>
let first: Awaited<ReturnType<typeof draftFrom>>
beforeAll(async () => {
  stop = await startWorker(demo)
  first = await draftFrom(demo, admin, { website_url, budget: 5.4 })
})
afterAll(() => stop())

describe("POST campaigns", () => {
  it("returns a permanent slug at once, and ends in a complete draft named after business, type and locations", async () => {
    const { created, task } = first
    expect(created).toEqual({
      task_tracking_id: expect.any(Number),
      status: "queued",
      campaign: "northwind-prospecting",
      url: "http://adwarden.test/o/northwind/campaigns/northwind-prospecting"
    })
    expect(task).toMatchObject({
      type: "campaign_draft",
      status: "completed",
      progress: 100,
      result: {
        campaign: created.campaign,
        url: created.url,
        action_id: expect.stringMatching(/^act_/)
      }
    })
    const detail = await demo.run(call("campaigns.get", admin, { slug: created.campaign }))
    expect(detail.output).toMatchObject({
      slug: created.campaign,
      name: "Northwind Plumbing & Heating - Prospecting - Seattle, Bellevue",
      type: "prospecting",
      state: "draft",
      budget: 5,
      website_url,
      goal: expect.stringContaining("Boiler repair"),
      sync: "never"
    })
    expect(await campaignInDatabase(demo, created.campaign)).toMatchObject({
      ad_account_id: "5550000001",
      origin: "created",
      locations: {
        list: [
          { name: "Seattle, Washington, United States", geo_target: "geoTargetConstants/1027744" },
          { name: "Bellevue, Washington, United States", geo_target: "geoTargetConstants/1027487" }
        ]
      }
    })
  })

  it("warns if the website clearly belongs to a different business than the profile, but not for its own", async () => {
    const other = await draftFrom(demo, admin, { website_url: "http://contoso.test/", name: "Of others" })
    expect(other.task).toMatchObject({
      status: "completed",
      result: {
        warnings: expect.arrayContaining([expect.stringMatching(/another business than Northwind Plumbing/)])
      }
    })
    expect(first.task).toMatchObject({ status: "completed" })
    expect(JSON.stringify(first.task)).not.toContain("another business")
  })

  it("stores the source of each line", async () => {
    const { created } = first
    const [campaign] = await demo.query<{
      sources: StoredSources
      sitelinks: { list: Array<{ text: string }> }
      callouts: Array<string>
    }>(`select sources, sitelinks, callouts from campaigns where slug = '${created.campaign}'`)
    const traced = ({ list }: StoredSources) =>
      new Map(list.map(({ of, source, text }) => [`${of} ${text}`, source]))
    const kept = traced(campaign!.sources)
    for (const { text } of campaign!.sitelinks.list) expect(kept.get(`sitelink ${text}`)).toBeDefined()
    for (const text of campaign!.callouts) expect(kept.get(`callout ${text}`)).toBeDefined()
    const ads = await adsIn(demo, created.campaign)
    expect(ads.length).toBeGreaterThan(1)
    for (const { descriptions, headlines, keywords, sources } of ads) {
      const lines = traced(sources!)
      for (const text of headlines) expect(lines.get(`headline ${text}`)).toBeDefined()
      for (const text of descriptions) expect(lines.get(`description ${text}`)).toBeDefined()
      for (const keyword of keywords)
        expect(lines.get(`keyword ${keyword.replace(/^\w+ /, "")}`)).toBeDefined()
    }
    // A claim has the passage that proves it, on the page that the ad leads to.
    expect(traced(ads[0]!.sources!).get("headline Licensed and insured")).toEqual({
      from: "place",
      at: { in: "website", page: ads[0]!.url, where: "item" },
      passage: "Licensed and insured"
    })
  })

  it("repeats no keyword of another campaign of the account, and says so", async () => {
    const { created, task } = first
    const keywords = (await adsIn(demo, created.campaign)).flatMap((ad) => ad.keywords)
    expect(keywords.length).toBeGreaterThan(5)
    // The live campaign boiler-repair has it.
    expect(keywords.filter((one) => one.includes("boiler repair"))).toEqual([])
    expect(task).toMatchObject({
      result: {
        warnings: expect.arrayContaining([expect.stringMatching(/No ad was made.*its other searches are in/)])
      }
    })
  })

  it("keeps the given name, and one that a person sets during generation", async () => {
    const { created } = await draftFrom(demo, admin, { website_url, name: "  Spring boilers " })
    expect(created.campaign).toBe("spring-boilers")
    expect(await campaignInDatabase(demo, created.campaign)).toMatchObject({ name: "Spring boilers" })
    await stop()
    const late = (await create({ website_url })).output as Created
    await demo.run(call("campaigns.update", admin, { slug: late.campaign, name: "Mine", dry_run: false }))
    stop = await startWorker(demo)
    expect(await follow(demo, admin, late.task_tracking_id)).toMatchObject({ status: "completed" })
    expect(await campaignInDatabase(demo, late.campaign)).toMatchObject({ name: "Mine" })
  })

  it("makes an action when its task completes, whose undo discards the draft", async () => {
    const { created, task } = await draftFrom(demo, admin, { website_url, name: "Taken back" })
    const { action_id } = task.result as { action_id: string }
    const log = await demo.run(call("actions.list", demo.keys["northwind"]!.owner!, { limit: 1 }))
    expect(log.output).toMatchObject({
      actions: [{ id: action_id, op: "create_campaign", campaign: "taken-back", undone: false }]
    })
    const undone = await demo.run(call("actions.undo", admin, { id: action_id }))
    expect(undone).toMatchObject({ error: null, output: { undone: true } })
    expect(await demo.run(call("campaigns.get", admin, { slug: created.campaign }))).toMatchObject({
      error: { _tag: "not_found" }
    })
  })

  it("uses one write of the day, is audited once, and is repeated by its idempotency key", async () => {
    const used = async () =>
      (await demo.query<{ used: number }>("select coalesce(sum(used), 0)::int as used from write_quota"))[0]!
        .used
    const before = await used()
    const values = { website_url, name: "Once", idempotency_key: "draft-1" }
    const answer = await create(values)
    expect(await used()).toBe(before + 1)
    const events = await demo.query(
      `select operation, status_code, error_code from audit_events where request_id = '${answer.requestId}'`
    )
    expect(events).toEqual([{ operation: "campaigns.create", status_code: 202, error_code: null }])
    const second = await create(values)
    expect(second.output).toEqual(answer.output)
    expect(second.replayed).toBe(true)
    expect(await create({ ...values, name: "Twice" })).toMatchObject({
      error: { _tag: "idempotency_conflict" }
    })
    expect(await demo.query("select id from campaigns where name = 'Once'")).toHaveLength(1)
    await follow(demo, admin, (answer.output as Created).task_tracking_id)
  })

  it("gives every draft a unique slug and name", async () => {
    const made = await staggered(
      [1, 2, 3].map(() => () => draftFrom(demo, admin, { website_url, type: "prospecting" }))
    )
    expect(new Set(made.map(({ created }) => created.campaign)).size).toBe(3)
    const names = await demo.query<{ name: string }>(
      `select lower(name) as name from campaigns where organization_id = 1 and removed_at is null`
    )
    expect(new Set(names.map(({ name }) => name)).size).toBe(names.length)
  })

  it("never lets concurrent drafts exceed the monthly cap together", async () => {
    const figures = async () =>
      (await demo.run(call("organizations.get", admin))).output as {
        committed_monthly: number
        max_spend: number
      }
    const { committed_monthly, max_spend } = await figures()
    const budget = Math.floor((max_spend - committed_monthly) / 30 / 3)
    const answers = await staggered(
      Array.from({ length: 8 }, (_, n) => () => create({ website_url, budget, name: `Together ${n}` }))
    )
    const made = answers.flatMap(({ error, output }) => (error === null ? [output as Created] : []))
    expect(made).toHaveLength(3)
    expect((await figures()).committed_monthly).toBeLessThanOrEqual(max_spend)
    for (const { task_tracking_id } of made) await follow(demo, admin, task_tracking_id)
    await set(`do $$ begin perform from organization_locks where organization_id = 1 for no key update;
      update campaigns set budget = 0 where name like 'Together %'; end $$`)
  })

  it("uses a text of the business profile only where the landing page says the same", async () => {
    const [profile] = await demo.query<{ description: string }>(
      "select description from business_profiles where organization_id = 1"
    )
    for (const { descriptions } of await adsIn(demo, first.created.campaign))
      expect(descriptions).not.toContain(profile!.description)
    const other = await draftFrom(demo, admin, { website_url: "http://wingtip.test/" })
    for (const { descriptions } of await adsIn(demo, other.created.campaign))
      expect(descriptions).not.toContain(profile!.description)
  })

  it("names a draft of another website after that website, and targets its language and presence in its places", async () => {
    const { created } = await draftFrom(demo, admin, { website_url: "http://litware.test/", budget: 1 })
    expect(created.campaign).toBe("litware-prospecting")
    const [ad] = await adsIn(demo, created.campaign)
    expect(ad!.headlines).toContain("Privatumzug in Hamburg")
    // The target location is Seattle, but the website does not state that it works there.
    expect(JSON.stringify(ad)).not.toContain("Seattle")
    await demo.run(
      call("campaigns.set_state", admin, { slug: created.campaign, state: "live", dry_run: false })
    )
    const inPlatform = async () =>
      (await campaignInDatabase(demo, created.campaign))["platform_resource_name"] as string | null
    await until("it is in the platform", async () => (await inPlatform()) !== null)
    const ref = (await inPlatform())!
    const { resources } = (await demo.state()) as { resources: Record<string, Record<string, unknown>> }
    // The account measures conversions.
    expect(resources[ref]).toMatchObject({
      biddingStrategyType: "MAXIMIZE_CONVERSIONS",
      geoTargetTypeSetting: { positiveGeoTargetType: "PRESENCE" }
    })
    const criteria = Object.values(resources).filter(({ campaign }) => campaign === ref)
    expect(criteria).toContainEqual(
      expect.objectContaining({ language: { languageConstant: "languageConstants/1001" } })
    )
  })
})

describe("POST campaigns is refused", () => {
  // A worker leaves rows in the queue.
  beforeAll(() => stop())
  afterAll(async () => {
    stop = await startWorker(demo)
  })
  const refused = (values: Record<string, unknown>, key = admin) =>
    changesNothing(demo, () => create({ website_url, ...values }, key))

  it("without a business profile, and while one is being generated, each with its own message", async () => {
    const none = await refused({}, demo.keys["tailspin"]!.owner!)
    expect(none).toMatchObject({ status: 409, error: { _tag: "business_profile_not_ready", why: "none" } })
    await set(
      "update business_profiles set status = 'analysing', analysing_url = url where organization_id = 1"
    )
    expect(await refused({})).toMatchObject({
      status: 409,
      error: { _tag: "business_profile_not_ready", why: "analysing" }
    })
    await set("update business_profiles set status = 'ready', analysing_url = null where organization_id = 1")
  })

  it("while no ad account is selected", async () => {
    await set("update ad_accounts set selected = false where organization_id = 1")
    expect(await refused({})).toMatchObject({ status: 409, error: { _tag: "ad_account_not_selected" } })
    await set("update ad_accounts set selected = true where organization_id = 1")
  })

  it("for a budget above the monthly cap, which includes drafts", async () => {
    const { output } = await demo.run(call("organizations.get", admin))
    const { committed_monthly, max_spend } = output as { committed_monthly: number; max_spend: number }
    const most = Math.floor((max_spend - committed_monthly) / 30)
    expect(await refused({ budget: most + 1 })).toMatchObject({
      status: 422,
      error: { _tag: "budget_cap_exceeded", monthly_cap: max_spend, allowed_max_daily: most }
    })
    const { output: last } = await create({ website_url, budget: most, name: "All that is left" })
    expect(await refused({ budget: 1 })).toMatchObject({ error: { allowed_max_daily: 0 } })
    await set(`do $$ begin perform from organization_locks where organization_id = 1 for no key update;
      update campaigns set budget = 0 where slug = '${(last as Created).campaign}'; end $$`)
  })

  it("for addresses that are no valid websites", () =>
    changesNothing(demo, async () => {
      for (const address of [
        "http://127.0.0.1/",
        "http://localhost/",
        "https://user:secret@northwind.test/",
        "http://[::1]/"
      ])
        expect([address, await create({ website_url: address })]).toMatchObject([
          address,
          { status: 400, error: { _tag: "validation_error", fields: [{ path: "website_url" }] } }
        ])
    }))

  it("for a type that calls cannot create", async () => {
    expect(await refused({ type: "hipo" })).toMatchObject({
      status: 400,
      error: { _tag: "validation_error" }
    })
  })
})

describe("if approvals are required", () => {
  const fabrikam = demo.keys["fabrikam"]!.admin!

  it("a draft waits for a person with its budget reserved, and is created for its requester on approval", async () => {
    const left = async () => {
      const { output } = await demo.run(call("organizations.get", fabrikam))
      return (output as { committed_monthly: number }).committed_monthly
    }
    const before = await left()
    const values = { website_url: "http://fabrikam.test/", budget: 7, name: "Held" }
    const held = await create(values, fabrikam)
    expect(held).toMatchObject({ status: 202, error: { _tag: "approval_required" } })
    expect(await demo.query("select id from campaigns where name = 'Held'")).toEqual([])
    expect(await left()).toBe(before + 7 * 30)
    const id = (held.error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
    const [queued] = await demo.query<{ summary: string; preview: object }>(
      `select summary, preview from queued_writes where id = '${id}'`
    )
    expect(queued!.summary).toMatch(
      /^the organization: Daily budget of €7 .*Draft "Held" of type prospecting from "http/
    )
    expect(queued!.preview).toMatchObject({ would_create: { campaign: "held", budget: 7 } })
    const decided = await demo.run(approve({ organization: "fabrikam", id, by: "olivia@northwind.test" }))
    expect(decided).toMatchObject({ status: "approved", result: { campaign: "held", status: "queued" } })
    expect(await left()).toBe(before + 7 * 30)
    const { task_tracking_id } = decided.result as Created
    expect(await follow(demo, fabrikam, task_tracking_id)).toMatchObject({ status: "completed" })
  })
})

describe("a draft that is being generated", () => {
  it("cannot be launched yet, and reports so; its task reports the progress", async () => {
    await stop()
    const { campaign, task_tracking_id } = (await create({ website_url, budget: 1, name: "Slow" }))
      .output as Created
    const preview = await demo.run(call("campaigns.set_state", admin, { slug: campaign, state: "live" }))
    expect(preview.output).toMatchObject({
      blocked_by: "ads_missing",
      blocked_reason: expect.stringContaining("still being written")
    })
    stop = await startWorker(demo)
    expect(await follow(demo, admin, task_tracking_id)).toMatchObject({ status: "completed" })
    const [task] = await demo.query<{ stage: string }>(
      `select stage from tasks where id = ${task_tracking_id}`
    )
    expect(task!.stage).toBe("Saving the draft.")
    const ready = await demo.run(call("campaigns.set_state", admin, { slug: campaign, state: "live" }))
    expect(ready.output).toMatchObject({ blocked_by: null })
  })
})

describe("GET website-facts", () => {
  type Facts = Extract<Output<"website_facts.get">, { read_at: string }>
  const read = (url: string, key = admin) => demo.run(call("website_facts.get", key, { url }))

  it("answers with a task, then with what the website sells and says, literally and bounded", async () => {
    const first = await read("http://northwind.test/#top")
    expect(first).toMatchObject({ status: 202, output: { status: "queued" } })
    const { task_tracking_id } = first.output as { task_tracking_id: number }
    expect((await read("http://northwind.test/")).output).toEqual(first.output)
    expect(await follow(demo, admin, task_tracking_id)).toMatchObject({
      type: "website_facts",
      status: "completed"
    })
    const facts = await read("http://northwind.test/")
    expect(facts).toMatchObject({
      status: 200,
      output: {
        url: "http://northwind.test/",
        language: "en",
        name: "Northwind Plumbing & Heating",
        places: expect.arrayContaining([expect.stringContaining("Seattle")]),
        offers: expect.arrayContaining([expect.objectContaining({ name: "Boiler repair", kind: "service" })])
      }
    })
    const { pages } = facts.output as Facts
    const page = pages.find(({ url }) => url.includes("boiler"))!
    expect(page.sentences.length).toBeGreaterThan(2)
    expect(page.sentences.length).toBeLessThanOrEqual(10)
  })

  it("reads again only after a day, and at most 20 websites a day", async () => {
    await set("update website_facts set requested_at = requested_at - interval '25 hours'")
    const again = await read("http://northwind.test/")
    expect(again).toMatchObject({ status: 202 })
    await follow(demo, admin, (again.output as { task_tracking_id: number }).task_tracking_id)
    const task = `(select min(id) from tasks where organization_id = 1)`
    await set(`insert into website_facts (organization_id, url, task_id)
      select 1, 'http://filler.test/' || n, ${task} from generate_series(1, 19) n`)
    expect(await read("http://litware.test/")).toMatchObject({
      status: 429,
      error: { _tag: "rate_limited", limit: 20, resets_at: expect.stringMatching(/T00:00:00/) }
    })
    expect(await read("http://northwind.test/")).toMatchObject({ status: 200 })
  })

  it("refuses addresses that are no websites, and reports a website that cannot be read", async () => {
    expect(await read("http://localhost/")).toMatchObject({
      status: 400,
      error: { fields: [{ path: "url" }] }
    })
    await set("update website_facts set requested_at = requested_at - interval '25 hours'")
    const gone = await read("http://nowhere-at-all.test/")
    const { task_tracking_id } = gone.output as { task_tracking_id: number }
    expect(await follow(demo, admin, task_tracking_id)).toMatchObject({ status: "failed" })
  })
})

describe("parts that the caller writes", () => {
  const page = "http://northwind.test/water-heaters/"
  const result = (task: { readonly result?: unknown }) => task.result as Record<string, unknown>

  it("become the draft as far as their pages prove them; the rest is refused with the nearest sentence", async () => {
    const { created, task } = await draftFrom(demo, admin, {
      website_url,
      name: "Written",
      ads: [
        {
          url: page,
          name: "Heaters",
          headlines: [
            { text: "Water heater repair" },
            { text: "Licensed and insured" },
            { text: "Fixed prices" },
            { text: "Lifetime guarantee" }
          ],
          descriptions: [
            { text: "We tell you honestly whether a repair is worth it, and take the old heater away." },
            {
              text: "Repair or replacement of tank and tankless water heaters in Seattle",
              quote:
                "Repair or replacement of tank and tankless water heaters in Seattle, usually the same day."
            }
          ],
          keywords: [
            { text: "water heater repair seattle" },
            { text: "tankless heater", match_type: "exact" }
          ]
        }
      ],
      negative_keywords: [{ text: "jobs" }],
      sitelinks: [
        {
          text: "Boiler service",
          url: "http://northwind.test/boiler-service/",
          description1: "Fixed prices",
          description2: "Boiler service"
        },
        { text: "Free boiler checks", url: "http://northwind.test/boiler-repair/" }
      ],
      callouts: [{ text: "Open seven days" }, { text: "Voted best plumber" }]
    })
    expect(task).toMatchObject({ status: "completed" })
    const [ad, ...others] = await adsIn(demo, created.campaign)
    expect(others).toEqual([])
    expect(ad).toMatchObject({
      name: "Heaters",
      url: page,
      headlines: ["Water heater repair", "Licensed and insured", "Fixed prices"],
      keywords: ["phrase water heater repair seattle", "exact tankless heater"]
    })
    expect(ad!.descriptions).toHaveLength(2)
    const [draft] = await demo.query<{ list: ReadonlyArray<object> }>(
      `select sitelinks -> 'list' as list from campaigns where slug = '${created.campaign}'`
    )
    expect(draft!.list).toMatchObject([{ description1: "Fixed prices", description2: "Boiler service" }])
    expect(result(task)["refused"]).toMatchObject([
      {
        path: "ads.0.headlines.3",
        line: "Lifetime guarantee",
        check: "evidence",
        nearest: "12-month guarantee"
      },
      { path: "sitelinks.1", line: "Free boiler checks", check: "evidence" },
      { path: "callouts.1", line: "Voted best plumber", check: "evidence" }
    ])
    expect(result(task)["needs"]).toMatchObject([{ need: "budget" }])
    expect(result(task)["quality"]).toMatchObject([{ ad: "Heaters", lacks: expect.any(Array) }])
    const negatives = await demo.run(call("keywords.list_negatives", admin, { slug: created.campaign }))
    expect(negatives.output).toMatchObject({
      negative_keywords: expect.arrayContaining([expect.objectContaining({ text: "jobs", source: "draft" })])
    })
    // What each line rests on is kept with the time at which it was read.
    const pages = await demo.query<{ url: string; read_at: string }>(
      `select p.url, p.read_at from landing_pages p join campaigns c on c.organization_id = p.organization_id
       and c.id = p.campaign_id where c.slug = '${created.campaign}'`
    )
    expect(pages.map(({ url }) => url)).toContain(page)
    expect(JSON.stringify(ad!.sources)).toContain("usually the same day")
  })

  it("are filled up by proposals for the same page, and narrow the draft by pages or by a service", async () => {
    const partly = await draftFrom(demo, admin, {
      website_url,
      name: "Partly",
      ads: [{ url: page, headlines: [{ text: "Water heater repair" }] }]
    })
    const [ad, ...others] = await adsIn(demo, partly.created.campaign)
    expect(others).toEqual([])
    expect(ad!.headlines[0]).toBe("Water heater repair")
    expect(ad!.headlines.length).toBeGreaterThanOrEqual(3)
    expect(ad!.keywords.length).toBeGreaterThan(0)

    const scoped = await draftFrom(demo, admin, { website_url, name: "One page", pages: [page] })
    expect((await adsIn(demo, scoped.created.campaign)).map(({ url }) => url)).toEqual([page])

    const unsold = await draftFrom(demo, admin, { website_url, name: "Unsold", service: "Swimming pools" })
    expect(await adsIn(demo, unsold.created.campaign)).toEqual([])
    expect(result(unsold.task)).toMatchObject({
      warnings: expect.arrayContaining([expect.stringContaining("Swimming pools")]),
      needs: expect.arrayContaining([
        { need: "service", message: expect.stringContaining("Boiler repair") },
        { need: "ads", message: expect.stringContaining("campaigns.create_ad") }
      ])
    })
  })

  it("are refused at once for their form, field by field", async () => {
    const answer = await create({
      website_url,
      ads: [
        {
          url: "http://elsewhere.test/",
          headlines: [
            { text: "A headline that is far too long for one" },
            { text: "Fine" },
            { text: "fine" },
            { text: "Now!" }
          ],
          keywords: [{ text: "drain repair" }, { text: "what?" }]
        },
        { url: page, keywords: [{ text: "Drain  repair" }] }
      ],
      negative_keywords: [{ text: "drain" }],
      sitelinks: [{ text: "Only one line", url: page, description1: "One" }],
      callouts: [{ text: "A callout of more than twenty-five" }],
      pages: ["http://elsewhere.test/page"]
    })
    expect(answer.status).toBe(400)
    const { fields } = answer.error as unknown as { fields: ReadonlyArray<{ path: string }> }
    expect(fields.map(({ path }) => path)).toEqual([
      "ads.0.url",
      "ads.0.headlines.0.text",
      "ads.0.headlines.3.text",
      "ads.0.headlines.2.text",
      "ads.0.keywords.1.text",
      "ads.1.keywords.0",
      "negative_keywords.0",
      "sitelinks.0",
      "callouts.0.text",
      "pages.0"
    ])
  })

  it("an ad of a campaign takes them too", async () => {
    const { created } = first
    const answer = await demo.run(
      call("campaigns.create_ad", admin, {
        slug: created.campaign,
        url: "http://northwind.test/radiators/",
        name: "Radiators by hand",
        headlines: [
          { text: "Cold radiators, noisy pipes" },
          { text: "Radiators fitted" },
          { text: "Same-day visits" },
          { text: "50% off radiators" }
        ],
        descriptions: [
          { text: "A balanced system heats every room evenly and uses less gas." },
          {
            text: "Cold radiators, noisy pipes or a new room: radiators fitted, moved and balanced.",
            quote: "Cold radiators, noisy pipes or a new room: radiators fitted, moved and balanced."
          }
        ],
        keywords: [{ text: "radiator balancing" }]
      })
    )
    expect(answer.error).toBeNull()
    const { task_tracking_id } = answer.output as Created
    const task = await follow(demo, admin, task_tracking_id)
    expect(task).toMatchObject({ status: "completed" })
    expect(result(task)).toMatchObject({
      added: { headlines: expect.arrayContaining(["Radiators fitted"]), keywords: ["radiator balancing"] },
      refused: [{ path: "headlines.3", line: "50% off radiators" }]
    })
  })
})
