import { Effect, Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { locationEndpoints } from "../../src/campaigns/suggest-locations.ts"
import { competitorEndpoints } from "../../src/drafts/people-writes.ts"
import { asOperator, call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, follow, startWorker } from "../support/workers.ts"
import { adsIn, draftFrom } from "./support/drafts.ts"

/* What only people do with drafts: choose competitors, and look for a location. */

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const adam = "adam@northwind.test"

const writes = peopleWriteHelpers(demo)
const choices = () =>
  demo.run(
    Effect.flatMap(competitorEndpoints, (endpoints) => asOperator(endpoints.choices("northwind"), adam))
  )
const create = (names: ReadonlyArray<string>, by = adam) =>
  writes.execute("drafts.create_competitor", { competitors: names }, {}, by)
const suggest = (slug: string, text: string, by = adam) =>
  demo.run(
    Effect.either(
      Effect.flatMap(locationEndpoints, (endpoints) =>
        asOperator(endpoints.suggest("northwind", slug, text), by)
      )
    )
  )

const lastDraftTask = async () => {
  const [task] = await demo.query<{ id: number }>(
    "select max(id) as id from tasks where type = 'campaign_draft'"
  )
  return follow(demo, admin, task!.id)
}

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

describe("a competitor campaign", () => {
  it("is a draft that bids on the names and mentions none of them", async () => {
    const { competitors: names } = await choices()
    expect(names).toContain("Rocket Home Heroes")
    // Another campaign of the demo has both names.
    const taken = Either.getOrThrow(await create(["Rocket Home Heroes"]))
    expect(await lastDraftTask()).toMatchObject({
      status: "completed",
      result: {
        warnings: expect.arrayContaining([expect.stringMatching(/No ad was made.*its other searches are in/)])
      }
    })
    expect(await adsIn(demo, taken.campaign!)).toEqual([])
    expect(taken.campaign).toMatch(/competitors/)
    await demo.query("update keywords set removed_at = now() where text = 'rocket home heroes'")
    const started = Either.getOrThrow(await create(["Rocket Home Heroes"]))
    const slug = started.campaign!
    expect(await lastDraftTask()).toMatchObject({
      status: "completed",
      result: {
        campaign: slug,
        warnings: expect.arrayContaining([expect.stringContaining("no ad text contains")])
      }
    })
    expect(await campaignInDatabase(demo, slug)).toMatchObject({
      type: "competitor",
      state: "draft",
      budget: null,
      name: expect.stringContaining("Competitors - Rocket Home Heroes"),
      goal: "People who search for Rocket Home Heroes by name"
    })
    const [ad, ...others] = await adsIn(demo, slug)
    expect(others).toEqual([])
    expect(ad!.keywords).toEqual(
      expect.arrayContaining([
        "exact rocket home heroes",
        "phrase rocket home heroes alternative",
        "phrase rocket home heroes seattle"
      ])
    )
    expect(ad!.keywords).not.toContain("phrase rocket home heroes")
    expect(ad!.headlines.length).toBeGreaterThanOrEqual(3)
    const { callouts, sitelinks } = await campaignInDatabase(demo, slug)
    expect(JSON.stringify([ad!.headlines, ad!.descriptions, callouts, sitelinks])).not.toMatch(
      /rocket|heroes/i
    )
    const { output } = await demo.run(call("campaigns.get", admin, { slug }))
    expect(output).toMatchObject({ type: "competitor", state: "draft" })
    const undone = await demo.run(call("actions.undo", admin, { id: started.action_id! }))
    expect(undone).toMatchObject({ error: null })
    expect(await demo.run(call("campaigns.get", admin, { slug }))).toMatchObject({ status: 404 })
  })

  it("names only companies of the business profile, and needs a person who may change campaigns", async () => {
    expect(await create(["Contoso"])).toMatchObject({
      left: { _tag: "validation_error", fields: [{ path: "competitors" }] }
    })
    expect(await create([])).toMatchObject({
      left: { _tag: "validation_error" }
    })
    expect(await create(["Rocket Home Heroes"], "mia@northwind.test")).toMatchObject({
      left: { _tag: "role_denied" }
    })
  })
})

describe("suggested locations", () => {
  it("are the platform's, exact names first, and a region narrows them", async () => {
    const { created } = await draftFrom(demo, admin, { website_url: "http://northwind.test/" })
    const names = async (text: string) =>
      Either.getOrThrow(await suggest(created.campaign, text)).map(({ name }) => name)
    expect(await names("springfield")).toHaveLength(4)
    expect(await names("Springfield, Ill")).toEqual(["Springfield, Illinois, United States"])
    expect((await names("New York"))[0]).toBe("New York, New York, United States")
    expect(await names("Köln")).toEqual(["Cologne, North Rhine-Westphalia, Germany"])
    expect(await names("Nowhere at all")).toEqual([])
    const [portland] = Either.getOrThrow(await suggest(created.campaign, "Portland"))
    expect(portland).toEqual({
      name: "Portland, Oregon, United States",
      geo_target: "geoTargetConstants/1024543",
      type: "City",
      country_code: "US"
    })
    expect(await suggest(created.campaign, " ")).toMatchObject({ left: { _tag: "validation_error" } })
    expect(await suggest("nowhere", "Portland")).toMatchObject({ left: { _tag: "not_found" } })
  })
})
