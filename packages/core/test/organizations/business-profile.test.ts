import type { ServerResponse } from "node:http"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Output } from "../../src/contract/index.ts"
import { profileEndpoints } from "../../src/organizations/business-profile/endpoints.ts"
import { businessProfileStatus, readyProfile, targetingOf } from "../../src/organizations/index.ts"
import { badSites } from "../outbound/support/bad-sites.ts"
import { serverOf } from "../outbound/support/servers.ts"
import { asOperator, call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { until } from "../support/until.ts"
import { follow, startWorker } from "../support/workers.ts"

type Profile = Output<"organizations.business_profile">

/** Unanswered requests to slow.test. */
const waiting: Array<ServerResponse> = []
const page = (text: string) =>
  `<!doctype html><html lang="en"><title>${text}</title><h1>${text}</h1><p>${text} for all.</p>`
const slow = await serverOf((request, response) => {
  if (request.url === "/robots.txt" || request.url === "/sitemap.xml") response.writeHead(404).end()
  else waiting.push(response)
})
const answerAll = () => {
  for (const response of waiting.splice(0))
    response.setHeader("content-type", "text/html").end(page("Slow Soap"))
}

const developmentHosts = new Map(await badSites()).set("slow.test", { address: "127.0.0.1", port: slow })
const demo = await runOnPlatform({ developmentHosts: developmentHosts })

const keyOf = (slug: string) => demo.keys[slug]!.owner!
const read = async (slug: string) => demo.run(call("organizations.business_profile", keyOf(slug)))
const profileOf = async (slug: string) => (await read(slug)).output as Profile
const idOf = async (slug: string) =>
  (await demo.query<{ id: number }>(`select id from organizations where slug = '${slug}'`))[0]!.id
const statusOf = async (slug: string) => demo.run(businessProfileStatus(await idOf(slug)))
const analyse = (slug: string, url: string, wait = 0) =>
  demo.run(
    Effect.flatMap(profileEndpoints, (profiles) =>
      asOperator(profiles.analyse(slug, url, { seconds: wait }), null)
    )
  )

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

const analysed = async (slug: string, url: string) => {
  const { task } = await analyse(slug, url)
  return follow(demo, keyOf(slug), task)
}

/** A profile without its creation time. */
const content = ({ updated_at: _, ...rest }: Profile) => rest

describe("a business profile", () => {
  it("is missing at first, and then contains the website's statements", async () => {
    expect(await statusOf("tailspin")).toBe("none")
    expect((await read("tailspin")).error).toMatchObject({ _tag: "not_found" })
    const task = await analysed("tailspin", "http://tailspin.test/")
    expect(task).toMatchObject({
      type: "business_profile",
      status: "completed",
      result: { url: "http://tailspin.test/", brand_name: "Tailspin Bike Repair", pages: 7 }
    })
    expect(content(await profileOf("tailspin"))).toEqual({
      url: "http://tailspin.test/",
      brand_name: "Tailspin Bike Repair",
      description:
        "Bicycle repair, tune-ups and e-bike service in Portland, at your door, at home or at work.",
      products: ["Bike repair", "Bike tune-up", "E-bike service", "Flat tire repair"],
      ideal_customer_profiles: [
        "Commuters who need their bike tomorrow",
        "Parents with a cargo bike",
        "Companies with a fleet of bikes"
      ],
      competitors: [],
      trust_signals: expect.arrayContaining(["4.7/5 (96)", "Certified mechanics", "90-day guarantee"]),
      target_locations: ["Portland"],
      status: "ready"
    })
    const [event] = await demo.query<Record<string, unknown>>(
      "select surface, status_code from audit_events where operation = 'business_profile.analyse' order by at limit 1"
    )
    expect(event).toEqual({ surface: "cli", status_code: 200 })
  })

  it("has the platform's locations if there is an ad account", async () => {
    const northwind = await demo.run(readyProfile(await idOf("northwind")))
    expect(targetingOf(northwind!.places)).toEqual({
      locations: [
        { name: "Seattle, Washington, United States", geo_target: "geoTargetConstants/1027744" },
        { name: "Bellevue, Washington, United States", geo_target: "geoTargetConstants/1027487" }
      ],
      radius: null
    })
    const tailspin = await demo.run(readyProfile(await idOf("tailspin")))
    expect(targetingOf(tailspin!.places)).toEqual({
      locations: [],
      radius: { latitude: 45.5231, longitude: -122.6765, radius: 15, unit: "miles" }
    })
  })

  it("reports its stage, and stays unchanged until the new one is complete", async () => {
    const before = await profileOf("contoso")
    const { task } = await analyse("contoso", "http://slow.test/")
    await until("the website was asked", () => waiting.length > 0)
    const running = (await demo.run(call("tasks.get", keyOf("contoso"), { id: task }))).output
    expect(running).toMatchObject({ status: "running", stage: "Opening slow.test." })
    expect(await statusOf("contoso")).toBe("analysing")
    expect(await profileOf("contoso")).toEqual({ ...before, status: "analysing" })
    // The same call returns the same analysis.
    expect((await analyse("contoso", "http://slow.test/")).task).toBe(task)
    answerAll()
    expect(await follow(demo, keyOf("contoso"), task)).toMatchObject({ status: "completed" })
    expect(await profileOf("contoso")).toMatchObject({
      brand_name: "Slow Soap",
      products: [],
      status: "ready"
    })
  })

  it("stays when an analysis of it fails", async () => {
    const before = await profileOf("fabrikam")
    const failed = await analysed("fabrikam", "http://javascript.test/")
    expect(failed).toMatchObject({
      status: "failed",
      error: { reason: "task_error", message: expect.stringContaining("render the site on its server") }
    })
    expect(await profileOf("fabrikam")).toEqual(before)
    expect(await statusOf("fabrikam")).toBe("ready")
  })

  it("comes from the website that was named last, whichever is read first", async () => {
    const older = await analyse("wingtip", "http://slow.test/")
    await until("the website was asked", () => waiting.length > 0)
    const newer = await analysed("wingtip", "http://litware.test/")
    expect(newer).toMatchObject({ status: "completed" })
    answerAll()
    expect(await follow(demo, keyOf("wingtip"), older.task)).toMatchObject({
      status: "failed",
      error: { message: expect.stringContaining("Another analysis was started") }
    })
    expect(await profileOf("wingtip")).toMatchObject({ brand_name: "Litware Umzüge", status: "ready" })
  })

  const addresses = [
    "northwind",
    "http://localhost/",
    "http://127.0.0.1/",
    "http://co.uk/",
    "ftp://a.example/",
    "http://a:b@a.example/"
  ]
  it.each(addresses)("is not created from %s", async (url) => {
    const refused = await demo.run(
      Effect.flip(
        Effect.flatMap(profileEndpoints, (profiles) => asOperator(profiles.analyse("northwind", url), null))
      )
    )
    expect(refused).toMatchObject({ _tag: "validation_error", fields: [{ path: "url" }] })
    expect(await statusOf("northwind")).toBe("ready")
  })
})

describe("a failed first analysis", () => {
  beforeAll(() =>
    demo.query(
      "delete from business_profiles where organization_id = (select id from organizations where slug = 'tailspin')"
    )
  )

  it("leaves no profile, reports why, and can be retried", async () => {
    await analysed("tailspin", "http://empty.test/")
    expect(await statusOf("tailspin")).toBe("failed")
    const { error } = await read("tailspin")
    expect(error).toMatchObject({
      _tag: "not_found",
      next: expect.stringContaining("Put headings and text on its pages")
    })
    expect(await analysed("tailspin", "http://tailspin.test/")).toMatchObject({ status: "completed" })
    expect(await statusOf("tailspin")).toBe("ready")
  })
})
