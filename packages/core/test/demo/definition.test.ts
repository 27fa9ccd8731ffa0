import { describe, expect, it } from "vitest"
import { organizations } from "../../src/demo/definition/organizations.ts"

const campaigns = organizations.flatMap((organization) =>
  organization.campaigns.map((campaign) => ({
    organization,
    campaign,
    name: `${organization.slug}/${campaign.slug}`
  }))
)
const complete = campaigns.filter(({ campaign }) => campaign.slug !== "radiators-draft")
const badKeyword = /[!@%^*()={};~`<>,?|\\]/
const badHeadline = /!|([.,?-])\1|\p{Extended_Pictographic}/u

describe("the definition of the demo world", () => {
  it.each(organizations)("$slug keeps within its monthly cap", ({ campaigns, maxSpend }) => {
    const daily = campaigns.reduce((sum, { budget }) => sum + (budget ?? 0), 0)
    if (maxSpend !== null) expect(daily * 30).toBeLessThanOrEqual(maxSpend)
  })

  it.each(complete)("$name would pass the platform's rules for texts", ({ campaign }) => {
    expect(campaign.locations.length).toBeGreaterThan(0)
    expect(campaign.callouts.length).toBeGreaterThanOrEqual(2)
    for (const callout of campaign.callouts) expect(callout.length).toBeLessThanOrEqual(25)
    expect(campaign.sitelinks.length).toBeGreaterThanOrEqual(2)
    expect(new Set(campaign.sitelinks.map(({ text }) => text)).size).toBe(campaign.sitelinks.length)
    for (const { description1, description2, text } of campaign.sitelinks) {
      expect(text.length).toBeLessThanOrEqual(25)
      expect(Math.max(description1.length, description2.length)).toBeLessThanOrEqual(35)
    }
    for (const ad of campaign.ads) {
      expect(ad.headlines.length).toBeGreaterThanOrEqual(3)
      expect(new Set(ad.headlines).size).toBe(ad.headlines.length)
      for (const headline of ad.headlines) {
        expect(headline.length, headline).toBeLessThanOrEqual(30)
        expect(headline).not.toMatch(badHeadline)
      }
      expect(ad.descriptions.length).toBeGreaterThanOrEqual(2)
      for (const text of ad.descriptions) expect(text.length, text).toBeLessThanOrEqual(90)
      for (const path of ad.paths ?? []) expect(path.length).toBeLessThanOrEqual(15)
      expect(ad.keywords.some((keyword) => keyword.pausedDaysAgo === undefined)).toBe(true)
    }
  })

  it.each(campaigns)(
    "$name: keywords are valid, and no exclusion would hide a search that it has",
    ({ campaign }) => {
      const keywords = campaign.ads.flatMap((ad) => ad.keywords)
      for (const { text } of [...keywords, ...campaign.negatives]) {
        expect(text.length).toBeLessThanOrEqual(80)
        expect(text.split(" ").length).toBeLessThanOrEqual(10)
        expect(text).not.toMatch(badKeyword)
      }
      const terms = keywords.flatMap((keyword) => keyword.terms.map(({ term }) => ` ${term} `))
      for (const { text } of campaign.negatives) {
        for (const term of terms) expect(term).not.toContain(` ${text} `)
      }
    }
  )

  it("radiators-draft lacks everything that a launch asks for", () => {
    const { campaign } = campaigns.find(({ name }) => name === "northwind/radiators-draft")!
    expect(campaign).toMatchObject({
      budget: null,
      locations: [],
      sitelinks: [],
      callouts: [],
      inAccount: false
    })
    expect(campaign.ads).toHaveLength(1)
    expect(campaign.ads[0]!.headlines.length).toBeLessThan(3)
    expect(campaign.ads[0]!.descriptions.length).toBeLessThan(2)
    expect(campaign.ads[0]!.keywords).toEqual([])
  })
})
