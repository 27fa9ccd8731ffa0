import type { CampaignPlan, MatchType, TrafficPlan } from "../definition/types.ts"
import { weekday } from "./days.ts"
import { type Draft, figures, hidden, rareOf } from "./draft.ts"
import { added, type KeywordDay, type TermDay } from "./figures.ts"
import { between, randomFor, wholeNear } from "./random.ts"

/** Clicks for each impression. */
const usualCtr: Record<MatchType, number> = { exact: 0.1, phrase: 0.07, broad: 0.045 }
/** People look for help on Mondays and rest on Saturdays; from Sunday on. */
const weekdays = [0.9, 1.13, 1.05, 1.04, 1.03, 1.03, 0.82]
const cents = 10_000

export const dayOfTraffic = (
  organization: string,
  campaign: CampaignPlan,
  traffic: TrafficPlan,
  budget: number,
  daysAgo: number,
  date: string
) => {
  const ofDay = randomFor(organization, campaign.slug, date)
  const weekdayShape = weekdays[weekday(date)]!
  const spend =
    budget * between(ofDay, ...traffic.utilisation) * (traffic.budgetLimited === true ? 1 : weekdayShape)
  const active = campaign.ads.flatMap((ad) =>
    ad.keywords
      .filter(
        (keyword) => (keyword.pausedDaysAgo ?? 0) < daysAgo && daysAgo <= (keyword.addedDaysAgo ?? Infinity)
      )
      .map((keyword) => ({ ad: ad.name, keyword }))
  )
  const shares = active.flatMap(({ keyword }) => keyword.terms).reduce((sum, term) => sum + term.share, 0)
  const visible = spend / (1 + hidden)

  const drafts = active.map(({ ad, keyword }) => {
    const terms = keyword.terms.map((term) => {
      const random = randomFor(organization, campaign.slug, keyword.text, keyword.match, term.term, date)
      const expected = ((visible * term.share) / shares / term.cpc) * between(random, 0.75, 1.25)
      const clicks = wholeNear(random, expected)
      const ctr = traffic.ctr ?? usualCtr[keyword.match]
      const unclicked = wholeNear(random, (expected / ctr) * (1 - ctr) * between(random, 0.8, 1.2))
      const conversions = Math.min(clicks, wholeNear(random, clicks * term.cvr * weekdayShape))
      return figures(random, term.term, clicks, clicks + unclicked, conversions, term.cpc, traffic.value)
    })
    const shown = terms.filter((term) => term.impressions > 0)
    return { ad, keyword, terms: shown, rare: rareOf(organization, campaign, keyword, shown, date) }
  })

  // Auctions are what they are; the day's spend is what the budget allowed.
  const raw = drafts.flatMap(({ rare, terms }) => [...terms, rare]).reduce((sum, { cost }) => sum + cost, 0)
  const scale = raw === 0 ? 1 : Math.min(1.5, Math.max(0.6, spend / raw))
  const exact = <D extends Draft>({ cost, ...draft }: D) => ({
    ...draft,
    costMicros: Math.round((cost * scale * 1_000_000) / cents) * cents
  })

  const keywords: Array<KeywordDay> = []
  const terms: Array<TermDay> = []
  for (const draft of drafts) {
    const told = draft.terms.map(exact)
    terms.push(...told.map((term) => ({ date, ad: draft.ad, ...term })))
    const total = added([...told, exact(draft.rare)])
    if (total.impressions > 0) keywords.push({ date, ad: draft.ad, keyword: draft.keyword, ...total })
  }
  return { total: { date, ...added(keywords) }, keywords, terms }
}
