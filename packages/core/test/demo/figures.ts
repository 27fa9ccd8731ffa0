import { organizations } from "../../src/demo/definition/organizations.ts"
import { trafficOf } from "../../src/demo/traffic/generate.ts"

interface Counted {
  readonly clicks: number
  readonly costMicros: number
  readonly conversions: number
  readonly impressions: number
}

/** Days on which the world is looked at: a leap day, a year's end, different weekdays. */
export const days = ["2026-10-15", "2026-01-01", "2028-02-29", "2027-06-06", "2026-12-28"]

export const campaignOf = (organization: string, slug: string) =>
  organizations.find((each) => each.slug === organization)!.campaigns.find((each) => each.slug === slug)!

export const sum = (rows: ReadonlyArray<Counted>) => ({
  clicks: rows.reduce((total, row) => total + row.clicks, 0),
  cost: rows.reduce((total, row) => total + row.costMicros, 0) / 1_000_000,
  conversions: rows.reduce((total, row) => total + row.conversions, 0),
  impressions: rows.reduce((total, row) => total + row.impressions, 0)
})

/** What the detectors will see of a campaign on a day: the figures of a window, by keyword and by search. */
export const seenOn = (organization: string, slug: string, today: string) => {
  const plan = campaignOf(organization, slug)
  const traffic = trafficOf(organization, plan, today)
  const keywords = plan.ads.flatMap((ad) => ad.keywords.map((keyword) => ({ ad: ad.name, keyword })))
  const terms = new Map(
    keywords.flatMap(({ keyword }) => keyword.terms.map((term) => [term.term, term] as const))
  )
  const byKeyword = Map.groupBy(traffic.keywords, ({ keyword }) => keyword.text)
  const byTerm = Map.groupBy(traffic.terms, ({ term }) => term)
  const within = (rows: ReadonlyArray<Counted & { readonly date: string }>, back: number) => {
    const first = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10)
    return sum(rows.filter(({ date }) => date >= first))
  }
  return {
    plan,
    terms,
    enabled: keywords.filter(({ keyword }) => keyword.pausedDaysAgo === undefined),
    total: (back: number) => within(traffic.campaign, back),
    ofKeyword: (text: string, back: number) => within(byKeyword.get(text) ?? [], back),
    ofTerm: (term: string, back: number) => within(byTerm.get(term) ?? [], back),
    ofTerms: (back: number, wanted: (term: string) => boolean) =>
      within(
        traffic.terms.filter(({ term }) => wanted(term)),
        back
      )
  }
}
