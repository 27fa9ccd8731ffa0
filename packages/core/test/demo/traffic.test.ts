import { describe, expect, it } from "vitest"
import { organizations } from "../../src/demo/definition/organizations.ts"
import { trafficOf } from "../../src/demo/traffic/generate.ts"
import { campaignOf, days, seenOn, sum } from "./figures.ts"

describe.each(["northwind", "fabrikam"])("%s's traffic", (organization) => {
  it("is the same whenever it is made, and other on another day", () => {
    const plan = campaignOf(organization, "boiler-repair")
    const once = trafficOf(organization, plan, days[0]!)
    expect(trafficOf(organization, plan, days[0]!)).toEqual(once)
    expect(trafficOf(organization, plan, days[1]!)).not.toEqual(once)
    expect(once.campaign).toHaveLength(120)
    expect(once.campaign.at(-1)!.date).toBe("2026-10-14")
    // A day's figures do not move when the next day comes.
    const next = trafficOf(organization, plan, "2026-10-16").campaign
    expect(next.find(({ date }) => date === "2026-10-14")).toEqual(once.campaign.at(-1))
  })

  it.each(days)("on %s a third of boiler-repair's search-term cost is waste", (today) => {
    const { ofTerms, terms } = seenOn(organization, "boiler-repair", today)
    for (const back of [30, 120]) {
      const waste = ofTerms(back, (term) => terms.get(term)!.waste !== undefined).cost
      expect(waste / ofTerms(back, () => true).cost).toBeGreaterThan(0.3)
      expect(waste / ofTerms(back, () => true).cost).toBeLessThan(0.37)
    }
    const leaked = ofTerms(30, (term) => terms.get(term)!.waste === "brand_leak")
    const brand = seenOn(organization, `${organization}-brand`, today).total(30)
    expect(leaked.clicks).toBeGreaterThan(10)
    expect(leaked.cost / leaked.clicks).toBeGreaterThan((2 * brand.cost) / brand.clicks)
    expect(brand.conversions / brand.clicks).toBeGreaterThan(0.2)
  })

  it.each(days)("on %s every detector finds something in boiler-repair", (today) => {
    const { enabled, ofKeyword, ofTerm, ofTerms, plan, terms, total } = seenOn(
      organization,
      "boiler-repair",
      today
    )
    const month = total(30)
    const refCpa = month.cost / month.conversions
    const texts = new Set(enabled.map(({ keyword }) => keyword.text))
    const keywords = enabled.map(({ keyword }) => ({ ...keyword, ...ofKeyword(keyword.text, 30) }))
    // high_cpc, no_conversion_keywords, zero_impression
    const averageCpc = month.cost / month.clicks
    expect(keywords.filter((k) => k.clicks >= 10 && k.cost / k.clicks >= 3 * averageCpc)).not.toEqual([])
    const fruitless = keywords
      .filter((k) => k.conversions === 0 && k.cost >= 2 * refCpa)
      .map(({ text }) => text)
    expect(fruitless).toContain("boiler engineer")
    expect(enabled.filter(({ keyword }) => ofKeyword(keyword.text, 90).impressions === 0)).not.toEqual([])
    // negative_keywords, with the default of seven days and with more
    for (const back of [7, 30]) {
      const candidates = [...terms.keys()].filter(
        (term) => !texts.has(term) && ofTerm(term, 90).conversions === 0 && ofTerm(term, back).cost >= refCpa
      )
      expect(candidates).toContain("boiler engineer jobs")
    }
    // tcpa, exact_match, hipo
    expect(plan.targetCpa).toBeUndefined()
    expect(month.conversions).toBeGreaterThanOrEqual(15)
    const own = ofTerm("boiler repair", 30)
    expect(own.conversions).toBeGreaterThanOrEqual(2)
    expect(own.cost / own.conversions).toBeLessThanOrEqual(refCpa)
    expect(total(7).cost).toBeGreaterThanOrEqual(0.9 * 7 * plan.budget!)
    expect(keywords.filter((k) => k.conversions >= 5 && k.cost / k.conversions <= 0.8 * refCpa)).not.toEqual(
      []
    )
    // keyword_count, new_keywords (optimized_keywords ranks whatever is there)
    expect(enabled.filter(({ ad }) => ad === "Boiler repair").length).toBeGreaterThan(15)
    const fresh = [...terms.keys()].filter((term) => !texts.has(term) && ofTerm(term, 90).conversions >= 2)
    expect(fresh.filter((term) => terms.get(term)!.waste === undefined)).not.toEqual([])
    expect(ofTerms(30, () => true).cost).toBeLessThan(month.cost)
  })

  it.each(days)("on %s emergency-plumber is held back by its budget", (today) => {
    const { enabled, ofKeyword, plan, total } = seenOn(organization, "emergency-plumber", today)
    expect(total(7).cost).toBeGreaterThanOrEqual(0.9 * 7 * plan.budget!)
    const potential = enabled
      .map(({ keyword }) => ofKeyword(keyword.text, 30))
      .filter((k) => k.conversions >= 5 && k.cost / k.conversions <= 0.8 * 35.5)
    expect(potential).not.toEqual([])
  })
})

it("all adds up: searches within keywords, keywords to the campaign, spend within the budget", () => {
  for (const { campaigns, slug } of organizations) {
    for (const plan of campaigns) {
      const { campaign, keywords, terms } = trafficOf(slug, plan, days[0]!)
      expect(sum(keywords)).toEqual(sum(campaign))
      for (const count of ["clicks", "cost", "conversions", "impressions"] as const) {
        expect(sum(terms)[count]).toBeLessThanOrEqual(sum(keywords)[count])
      }
      expect(campaign.filter(({ costMicros }) => costMicros > 2_000_000 * plan.budget!)).toEqual([])
      expect(sum(campaign.slice(-30)).cost).toBeLessThanOrEqual(30.4 * (plan.budget ?? 0))
      const impossible = [...terms, ...keywords].filter(
        ({ clicks, conversions, costMicros, impressions }) =>
          clicks > impressions || conversions > clicks || costMicros % 10_000 !== 0
      )
      expect(impossible).toEqual([])
    }
  }
})
