import { demoWorld } from "@adwarden/google-ads-emulator"
import { describe, expect, it } from "vitest"
import { demoOrganizations } from "../src/index.ts"

const customerOf = (slug: string) => demoWorld.customers.find((customer) => customer.slug === slug)

const drafts = demoOrganizations.flatMap((organization) =>
  organization.drafts.map((draft) => ({ draft, name: `${organization.slug}/${draft.slug}`, organization }))
)
const complete = drafts.filter(({ draft }) => draft.slug !== "radiators-draft")
const badKeyword = /[!@%^*()={};~`<>,?|\\]/
const badHeadline = /!|([.,?-])\1|\p{Extended_Pictographic}/u

describe("definition of the demo world", () => {
  it.each(demoOrganizations)("$slug: lists exactly the campaigns of its account", (plan) => {
    const inPlatform = customerOf(plan.slug)?.campaigns.map(({ slug }) => slug) ?? []
    expect(plan.campaigns.map(({ slug }) => slug)).toEqual(inPlatform)
  })

  it.each(demoOrganizations)("$slug: has the currency of its account", ({ currency, slug }) => {
    expect(customerOf(slug)?.currencyCode ?? currency).toBe(currency)
  })

  it.each(demoOrganizations)("$slug: stays within its monthly cap", ({ drafts, maxSpend, slug }) => {
    const campaigns = customerOf(slug)?.campaigns ?? []
    const daily = [...campaigns, ...drafts].reduce((sum, { budget }) => sum + (budget ?? 0), 0)
    const totals = campaigns.reduce((sum, { total }) => sum + (total?.amount ?? 0), 0)
    if (maxSpend !== null) expect(daily * 30 + totals).toBeLessThanOrEqual(maxSpend)
  })

  it.each(complete)("$name: passes the platform's rules for ad texts", ({ draft, organization }) => {
    const { callouts, sitelinks } = customerOf(organization.slug)!
    expect(draft.locations.length).toBeGreaterThan(0)
    expect(callouts.length).toBeGreaterThanOrEqual(2)
    for (const callout of callouts) expect(callout.length).toBeLessThanOrEqual(25)
    expect(sitelinks.length).toBeGreaterThanOrEqual(2)
    expect(new Set(sitelinks.map(({ text }) => text)).size).toBe(sitelinks.length)
    for (const { description1, description2, text } of sitelinks) {
      expect(text.length).toBeLessThanOrEqual(25)
      expect(Math.max(description1.length, description2.length)).toBeLessThanOrEqual(35)
    }
    for (const ad of draft.ads) {
      expect(ad.headlines.length).toBeGreaterThanOrEqual(3)
      expect(new Set(ad.headlines).size).toBe(ad.headlines.length)
      for (const headline of ad.headlines) {
        expect(headline.length, headline).toBeLessThanOrEqual(30)
        expect(headline).not.toMatch(badHeadline)
      }
      expect(ad.descriptions.length).toBeGreaterThanOrEqual(2)
      for (const text of ad.descriptions) expect(text.length, text).toBeLessThanOrEqual(90)
      for (const path of ad.paths ?? []) expect(path.length).toBeLessThanOrEqual(15)
      expect(ad.keywords.length).toBeGreaterThan(0)
    }
  })

  it.each(drafts)(
    "$name: has valid keywords, none excluded by the draft's negative keywords",
    ({ draft }) => {
      const keywords = draft.ads.flatMap((ad) => ad.keywords)
      for (const { text } of [...keywords, ...draft.negatives]) {
        expect(text.length).toBeLessThanOrEqual(80)
        expect(text.split(" ").length).toBeLessThanOrEqual(10)
        expect(text).not.toMatch(badKeyword)
      }
      for (const { text } of draft.negatives) {
        for (const keyword of keywords) expect(` ${keyword.text} `).not.toContain(` ${text} `)
      }
    }
  )

  it("radiators-draft lacks everything that a launch requires", () => {
    const { draft } = drafts.find(({ name }) => name === "northwind/radiators-draft")!
    expect(draft).toMatchObject({ budget: null, locations: [], inAccount: false })
    expect(draft.ads).toHaveLength(1)
    expect(draft.ads[0]!.headlines.length).toBeLessThan(3)
    expect(draft.ads[0]!.descriptions.length).toBeLessThan(2)
    expect(draft.ads[0]!.keywords).toEqual([])
  })
})
