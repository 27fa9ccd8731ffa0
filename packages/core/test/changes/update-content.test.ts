import { demoWorld } from "@adwarden/google-ads-emulator"
import { describe, expect, it } from "vitest"
import { approve } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { follow, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const slug = "boiler-repair"
const northwind = demoWorld.customers.find((one) => one.slug === "northwind")!

type Values = Record<string, unknown>
const run = (name: "ads.update" | "assets.update", values: Values) =>
  demo.run(call(name, admin, { slug, ...values }))
interface Done {
  readonly action_id: string
  readonly changed: Record<string, { readonly from: unknown; readonly to: unknown }>
}
const execute = async (...[name, values]: Parameters<typeof run>) => {
  const { error, output } = await run(name, { ...values, dry_run: false })
  expect(error).toBeNull()
  return output as unknown as Done
}
const undo = async ({ action_id: id }: Done) => (await demo.run(call("actions.undo", admin, { id }))).output

interface Ad {
  readonly id: number
  readonly state: string
  readonly headlines: ReadonlyArray<string>
  readonly descriptions: ReadonlyArray<string>
  readonly paths: ReadonlyArray<string>
  readonly url: string
  readonly ref: string
  readonly text_ref: string
}
const adsOf = (of = slug) =>
  demo.query<Ad>(
    `select a.id::int as id, a.state, a.headlines, a.descriptions, a.paths, a.url, a.platform_resource_name as ref,
       a.platform_ad_resource_name as text_ref from ads a
     join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
     where c.organization_id = 1 and c.slug = '${of}' and a.removed_at is null order by a.id`
  )
const ad = async () => (await adsOf())[0]!

interface Resource {
  readonly status?: string
  readonly ad?: {
    readonly finalUrls: ReadonlyArray<string>
    readonly responsiveSearchAd: {
      readonly headlines: ReadonlyArray<{ readonly text: string }>
      readonly path1?: string
    }
  }
  readonly policySummary?: { readonly reviewStatus: string }
  readonly asset?: string
  readonly fieldType?: string
  readonly calloutAsset?: { readonly calloutText: string }
  readonly sitelinkAsset?: { readonly linkText: string }
  readonly campaign?: string
}
const resources = async () => ((await demo.state()) as { resources: Record<string, Resource> }).resources
const inPlatform = async () => {
  const all = await resources()
  const { ref, text_ref } = await ad()
  const text = all[text_ref]!
  return {
    state: all[ref]!.status,
    headlines: text.ad!.responsiveSearchAd.headlines.map(({ text }) => text),
    path1: text.ad!.responsiveSearchAd.path1,
    url: text.ad!.finalUrls[0],
    review: text.policySummary?.reviewStatus
  }
}
const assets = async () => {
  const [campaign] = await demo.query<{
    callouts: ReadonlyArray<string>
    sitelinks: { list: ReadonlyArray<{ text: string }> }
    ref: string
  }>(
    `select callouts, sitelinks, platform_resource_name as ref from campaigns where organization_id = 1 and slug = '${slug}'`
  )
  const all = await resources()
  const linked = Object.values(all).flatMap(({ asset, campaign: of, status }) =>
    of === campaign!.ref && asset !== undefined && status !== "REMOVED" ? [all[asset]!] : []
  )
  return {
    callouts: [...campaign!.callouts],
    sitelinks: campaign!.sitelinks.list.map(({ text }) => text),
    there: {
      callouts: linked.flatMap(({ calloutAsset }) => calloutAsset?.calloutText ?? []).toSorted(),
      sitelinks: linked.flatMap(({ sitelinkAsset }) => sitelinkAsset?.linkText ?? []).toSorted()
    }
  }
}

/** What another person does in Google Ads. */
const editByOthers = (...mutateOperations: ReadonlyArray<object>) =>
  demo.control("POST", "edits", {
    customerId: northwind.customerId,
    userEmail: "chris@northwind.test",
    mutateOperations
  })

const before = await ad()
/** Has the website read, so that its pages prove lines. */
const readWebsite = async (url: string) => {
  const stop = await startWorker(demo)
  const { output } = await demo.run(call("website_facts.get", admin, { url }))
  await follow(demo, admin, (output as { task_tracking_id: number }).task_tracking_id)
  await stop()
}

describe("the state of an ad", () => {
  it("is previewed with what a pause loses, and nothing changes", async () => {
    const { output } = await changesNothing(demo, () =>
      run("ads.update", { ad_id: before.id, state: "paused" })
    )
    expect(output).toMatchObject({
      dry_run: true,
      would_change: { state: { from: "enabled", to: "paused" } },
      would_lose: { clicks_30d: expect.any(Number), cost_30d: expect.any(Number) },
      platform_check: { verdict: "accepted" }
    })
    expect((output as { would_lose: { clicks_30d: number } }).would_lose.clicks_30d).toBeGreaterThan(0)
  })

  it("is set in the ad platform and comes back by undo", async () => {
    const done = await execute("ads.update", { ad_id: before.id, state: "paused" })
    expect(await inPlatform()).toMatchObject({ state: "PAUSED" })
    expect(await ad()).toMatchObject({ state: "paused" })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await inPlatform()).toMatchObject({ state: "ENABLED" })
    expect(await ad()).toEqual(before)
  })
})

describe("lines of a running ad", () => {
  const [dropped, ...kept] = before.headlines

  it("that claim nothing are replaced in the ad platform in one request, and come back exactly by undo", async () => {
    const there = await inPlatform()
    const done = await execute("ads.update", {
      ad_id: before.id,
      headlines: kept,
      paths: ["repair"],
      state: "paused"
    })
    expect(done.changed).toMatchObject({
      headlines: { from: before.headlines, to: kept },
      paths: { to: ["repair"] },
      state: { to: "paused" }
    })
    expect(await inPlatform()).toEqual({
      ...there,
      headlines: kept,
      path1: "repair",
      state: "PAUSED",
      review: "REVIEW_IN_PROGRESS"
    })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await inPlatform()).toMatchObject({ headlines: before.headlines, state: "ENABLED" })
    expect(await ad()).toEqual(before)
  })

  it("are refused by their form, by field, and for a page of another website", async () => {
    for (const [values, path, message] of [
      [{ headlines: ["A", "B"] }, "headlines", /3 to 15/],
      [{ paths: ["x".repeat(16)] }, "paths", /at most 15/],
      [{ url: "https://evil.test/" }, "url", /leads away/],
      [{}, "input", /must have state/]
    ] as const) {
      const { error } = await run("ads.update", { ad_id: before.id, ...values, dry_run: false })
      expect(error).toMatchObject({
        _tag: "validation_error",
        fields: [{ path, message: expect.stringMatching(message) }]
      })
    }
  })

  it("that claim something need a page that was read; website facts read it", async () => {
    const claim = "12-month guarantee"
    const values = { ad_id: before.id, headlines: [...kept, claim], dry_run: false }
    const { error } = await run("ads.update", values)
    expect(error).toMatchObject({
      fields: [{ path: "headlines", message: expect.stringContaining("{website_facts.get}") }]
    })
    await readWebsite(before.url)
    const { error: untrue } = await run("ads.update", {
      ...values,
      headlines: [...kept, "Lifetime guarantee"]
    })
    expect(untrue).toMatchObject({
      fields: [{ path: "headlines", message: expect.stringContaining("fails the check") }]
    })
    const done = await execute("ads.update", values)
    expect((await inPlatform()).headlines).toContain(claim)
    expect(await undo(done)).toMatchObject({ undone: true })
  })

  it("are read back when the answer of the ad platform is lost", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    const done = await execute("ads.update", { ad_id: before.id, headlines: kept })
    expect((await inPlatform()).headlines).toEqual(kept)
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await ad()).toEqual(before)
  })

  it("stay as they were where the ad platform refuses them", async () => {
    const message = "Not this headline."
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1, message })
    const { error } = await run("ads.update", {
      ad_id: before.id,
      headlines: kept,
      dry_run: false
    })
    expect(error).toMatchObject({ fields: [{ message: expect.stringContaining("Not this headline") }] })
    expect(await ad()).toEqual(before)
    expect((await inPlatform()).headlines).toContain(dropped)
  })

  it("that others rewrote since the last sync come back as theirs by undo", async () => {
    const { text_ref } = await ad()
    const resourceName = text_ref.replace(/adGroupAds\/\d+~/, "ads/")
    const theirs = before.headlines.toReversed()
    const rewrite = (headlines: ReadonlyArray<string>) =>
      editByOthers({
        adOperation: {
          update: { resourceName, responsiveSearchAd: { headlines: headlines.map((text) => ({ text })) } },
          updateMask: "responsive_search_ad.headlines"
        }
      })
    await rewrite(theirs)
    const done = await execute("ads.update", { ad_id: before.id, headlines: kept })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect((await inPlatform()).headlines).toEqual(theirs)
    expect(await ad()).toMatchObject({ headlines: theirs })
    await execute("ads.update", { ad_id: before.id, headlines: before.headlines })
    expect(await ad()).toEqual(before)
  })

  it("are no change if they are like this already", async () => {
    const { output } = await run("ads.update", {
      ad_id: before.id,
      headlines: before.headlines,
      state: "enabled",
      dry_run: false
    })
    expect(output).toEqual({ applied: true, action_id: null, changed: {} })
  })
})

describe("an ad", () => {
  it("of another campaign or channel cannot be changed", async () => {
    const [other] = await adsOf("emergency-plumber")
    const { error } = await run("ads.update", { ad_id: other!.id, state: "paused" })
    expect(error?._tag).toBe("not_found")
  })

  it("that others removed is refused by the ad platform, and stays as it was here", async () => {
    const [other] = await adsOf("emergency-plumber")
    await editByOthers({ adGroupAdOperation: { remove: other!.text_ref } })
    const headlines = other!.headlines.slice(1)
    const { error } = await demo.run(
      call("ads.update", admin, { slug: "emergency-plumber", ad_id: other!.id, headlines, dry_run: false })
    )
    expect(error?._tag).toBe("validation_error")
    expect((await adsOf("emergency-plumber"))[0]).toEqual(other)
    // Its group is gone too: a pause holds already, and nothing can enable it.
    await editByOthers({ adGroupOperation: { remove: other!.ref } })
    const setState = (state: string) =>
      demo.run(
        call("ads.update", admin, { slug: "emergency-plumber", ad_id: other!.id, state, dry_run: false })
      )
    expect((await setState("paused")).output).toMatchObject({ applied: true })
    expect((await setState("enabled")).error?._tag).toBe("validation_error")
    expect((await adsOf("emergency-plumber"))[0]).toMatchObject({ state: "paused" })
  })

  it("of a draft is changed here alone, and its undo restores it", async () => {
    const [draft] = await adsOf("spring-offers")
    const rest = draft!.headlines.toReversed()
    const done = await execute("ads.update", {
      slug: "spring-offers",
      ad_id: draft!.id,
      headlines: rest
    })
    expect((await adsOf("spring-offers"))[0]).toMatchObject({ headlines: rest })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect((await adsOf("spring-offers"))[0]).toEqual(draft)
  })
})

describe("sitelinks and callouts of a running campaign", () => {
  const sitelinks = [
    { text: "Boiler repair", url: before.url },
    { text: "Contact", url: `${new URL(before.url).origin}/contact/` }
  ]

  it("are replaced in the ad platform in one request, and come back exactly by undo", async () => {
    const was = await assets()
    const done = await execute("assets.update", {
      sitelinks,
      callouts: ["Boiler repair", "Boiler service"]
    })
    const texts = sitelinks.map(({ text }) => text)
    expect(await assets()).toEqual({
      callouts: ["Boiler repair", "Boiler service"],
      sitelinks: texts,
      there: { callouts: ["Boiler repair", "Boiler service"], sitelinks: texts.toSorted() }
    })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await assets()).toEqual(was)
  })

  it("reach the ad platform with both descriptions of a sitelink, and one alone is rejected", async () => {
    const was = await assets()
    const described = { description1: "Boiler repair", description2: "Boiler service" }
    const list = sitelinks.map((one) => ({ ...one, ...described }))
    const done = await execute("assets.update", { sitelinks: list })
    const there = Object.values(await resources()).flatMap(({ sitelinkAsset }) => sitelinkAsset ?? [])
    for (const { text } of sitelinks)
      expect(there).toContainEqual(expect.objectContaining({ linkText: text, ...described }))
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await assets()).toEqual(was)

    const [{ description2: _, ...first }] = list as [(typeof list)[number]]
    const { error } = await run("assets.update", { sitelinks: [first], dry_run: false })
    expect(error).toMatchObject({ _tag: "validation_error" })
  })

  it("are read back when the answer of the ad platform is lost", async () => {
    const was = await assets()
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    const done = await execute("assets.update", {
      callouts: ["Boiler repair", "Boiler service"]
    })
    expect((await assets()).there.callouts).toEqual(["Boiler repair", "Boiler service"])
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await assets()).toEqual(was)
  })

  it("that others linked since the last sync come back by undo", async () => {
    const was = await assets()
    const [campaign] = await demo.query<{ ref: string }>(
      `select platform_resource_name as ref from campaigns where organization_id = 1 and slug = '${slug}'`
    )
    const theirs = "Open on Sundays"
    const asset = `customers/${northwind.customerId}/assets/-1`
    await editByOthers(
      { assetOperation: { create: { resourceName: asset, calloutAsset: { calloutText: theirs } } } },
      { campaignAssetOperation: { create: { campaign: campaign!.ref, asset, fieldType: "CALLOUT" } } }
    )
    const done = await execute("assets.update", { callouts: ["Boiler repair", "Boiler service"] })
    expect((await assets()).there.callouts).toEqual(["Boiler repair", "Boiler service"])
    expect(await undo(done)).toMatchObject({ undone: true })
    expect((await assets()).there.callouts).toEqual([...was.there.callouts, theirs].toSorted())
  })

  it("are refused by field", async () => {
    for (const [values, path, message] of [
      [{ callouts: ["A", "a"] }, "callouts", /the same/],
      [{ callouts: ["Boiler repair", "Cheapest in town"] }, "callouts", /“Cheapest in town”/],
      [{ sitelinks: [{ text: "Prices", url: "https://evil.test/" }] }, "sitelinks", /leads away/],
      [{}, "input", /must have sitelinks or callouts/]
    ] as const) {
      const { error } = await run("assets.update", { ...values, dry_run: false })
      expect(error).toMatchObject({
        _tag: "validation_error",
        fields: [{ path, message: expect.stringMatching(message) }]
      })
    }
  })
})

it("a key's changes of an ad and of callouts wait for approval, and are done and undone once approved", async () => {
  const was = await assets()
  await demo.query("update organizations set approvals_required = true where slug = 'northwind'")
  const held = [
    ["ads.update", { ad_id: before.id, state: "paused", headlines: before.headlines.slice(1) }],
    ["assets.update", { callouts: ["Boiler repair", "Boiler service"] }]
  ] as const
  const actions: Array<Done> = []
  for (const [name, values] of held) {
    const { error } = await run(name, { ...values, dry_run: false })
    expect(error).toMatchObject({ _tag: "approval_required" })
    const id = (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
    expect([await ad(), await assets()]).toEqual(
      actions.length === 0 ? [before, was] : [expect.objectContaining({ state: "paused" }), was]
    )
    await demo.run(approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
    const { output } = await demo.run(call("queued_writes.get", admin, { queued_id: id }))
    expect(output).toMatchObject({ status: "approved" })
    actions.push((output as unknown as { result: Done }).result)
  }
  expect(await inPlatform()).toMatchObject({ state: "PAUSED", headlines: before.headlines.slice(1) })
  expect((await assets()).there.callouts).toEqual(["Boiler repair", "Boiler service"])
  await demo.query("update organizations set approvals_required = false where slug = 'northwind'")
  for (const one of actions) expect(await undo(one)).toMatchObject({ undone: true })
  expect([await ad(), (await assets()).there]).toEqual([before, was.there])
})
