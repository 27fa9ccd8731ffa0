import { request } from "node:http"
import { describe, expect, it } from "vitest"
import { demoWorld } from "../src/index.ts"
import { clientOf, code, emulatorForFile } from "./support.ts"

const { client, emulator } = await emulatorForFile()

/** Requests a page with the host name of its website, which resolves to the emulator. */
const get = (address: string): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const { host, pathname } = new URL(address, emulator.url)
    const pending = request(`${emulator.url}${pathname}`, { headers: { host } }, async (response) => {
      const text = (await response.toArray()).join("")
      resolve({ status: response.statusCode ?? 0, text })
    })
    pending.on("error", reject).end()
  })

describe.each(Object.keys(demoWorld.sites))("the website of %s", (slug) => {
  it("has pages that link to each other, structured data, a sitemap and robots.txt", async () => {
    const base = demoWorld.sites[slug]!
    const home = await get(base)
    expect(home.status).toBe(200)
    const structured = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(home.text)![1]!
    )
    expect(structured.address.addressLocality).toBeTruthy()
    expect(structured.areaServed.length).toBeGreaterThan(0)
    expect(structured.hasOfferCatalog.itemListElement.length).toBeGreaterThan(0)
    expect(home.text).toMatch(/<meta name="description" content="[^"]{40,}"/)
    const links = [...home.text.matchAll(/<a href="([^"]+)"/g)].map((match) => match[1]!)
    expect(links.length).toBeGreaterThanOrEqual(4)
    for (const link of links) expect((await get(link)).status, link).toBe(200)
    const sitemap = await get(`${base}sitemap.xml`)
    expect([...sitemap.text.matchAll(/<loc>/g)]).toHaveLength(links.length)
    expect((await get(`${base}robots.txt`)).text).toContain("Sitemap:")
    expect((await get(`${base}nowhere`)).status).toBe(404)
  })

  it("is also available to local browsers, with working links", async () => {
    const home = await get(`/sites/${slug}/`)
    expect(home.status).toBe(200)
    expect(home.text).toContain(`<a href="${emulator.url}/sites/${slug}/`)
    expect(home.text).not.toContain(`${slug}.test/"`)
  })

  it("is the only route under its host name", async () => {
    expect((await get(`http://${slug}.test/_control/state`)).status).toBe(404)
    expect((await get(`http://www.${slug}.test/`)).status).toBe(301)
  })
})

it("every ad of the demo has an existing landing page", async () => {
  const rows = await client.rows("SELECT ad_group_ad.ad.final_urls FROM ad_group_ad")
  for (const { adGroupAd } of rows)
    expect((await get(adGroupAd.ad.finalUrls[0])).status, adGroupAd.ad.finalUrls[0]).toBe(200)
  const fabrikam = await clientOf(emulator, "demo-refresh-fabrikam", "5550000002")
  for (const { adGroupAd } of await fabrikam.rows("SELECT ad_group_ad.ad.final_urls FROM ad_group_ad")) {
    expect((await get(adGroupAd.ad.finalUrls[0])).status, adGroupAd.ad.finalUrls[0]).toBe(200)
  }
})

describe("planning", () => {
  const ideas = (body: object) => client.call("customers/5550000001:generateKeywordIdeas", body)

  it("returns the same ideas for the same keywords and websites", async () => {
    const first = await ideas({
      keywordSeed: { keywords: ["boiler repair"] },
      geoTargetConstants: ["geoTargetConstants/1027744"]
    })
    expect(first.body.results[0].keywordIdeaMetrics).toEqual({
      avgMonthlySearches: expect.stringMatching(/^\d+0$/),
      competition: expect.stringMatching(/LOW|MEDIUM|HIGH/),
      competitionIndex: expect.stringMatching(/^\d+$/),
      lowTopOfPageBidMicros: expect.stringMatching(/^\d+$/),
      highTopOfPageBidMicros: expect.stringMatching(/^\d+$/)
    })
    expect((await ideas({ keywordSeed: { keywords: ["boiler repair"] } })).body.results).toEqual(
      first.body.results
    )
    const site = await ideas({ urlSeed: { url: demoWorld.sites["tailspin"] } })
    expect(site.body.results.map(({ text }: { text: string }) => text)).toContain("bike repair near me")
    expect(code(await ideas({}))).toEqual({ fieldError: "REQUIRED" })
    const many = Array.from({ length: 21 }, (_, index) => `word ${index}`)
    expect(code(await ideas({ keywordSeed: { keywords: many } }))).toEqual({
      collectionSizeError: "TOO_MANY"
    })
  })

  it("suggests locations by name, by country and by id", async () => {
    const suggest = (body: object) => client.call("geoTargetConstants:suggest", body)
    const { body } = await suggest({ locationNames: { names: ["Berlin", "Seattle"] }, countryCode: "DE" })
    expect(
      body.geoTargetConstantSuggestions.map(
        ({ geoTargetConstant }: { geoTargetConstant: { canonicalName: string } }) =>
          geoTargetConstant.canonicalName
      )
    ).toEqual(["Berlin,Germany", "Berlin,Berlin,Germany"])
    const byId = await suggest({ geoTargets: { geoTargetConstants: ["geoTargetConstants/1027744"] } })
    expect(byId.body.geoTargetConstantSuggestions[0].geoTargetConstantParents).toHaveLength(2)
    expect(code(await suggest({}))).toEqual({ geoTargetConstantSuggestionError: "REQUEST_PARAMETERS_UNSET" })
    expect(
      (
        await client.rows(
          "SELECT geo_target_constant.id FROM geo_target_constant WHERE geo_target_constant.name = 'Seattle'"
        )
      )[0].geoTargetConstant.id
    ).toBe("1027744")
  })
})
