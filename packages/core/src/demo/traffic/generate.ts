import type { CampaignPlan } from "../definition/types.ts"
import { dayOfTraffic } from "./day.ts"
import { daysBefore, historyDays } from "./days.ts"
import type { Traffic } from "./figures.ts"

/** The days of a campaign: what its terms cost adds up to its keywords (and a little more), those to its total. */
export const trafficOf = (organization: string, campaign: CampaignPlan, today: string): Traffic => {
  const { budget, traffic } = campaign
  const days: Traffic = { campaign: [], keywords: [], terms: [] }
  if (traffic === undefined || budget === null) return days
  const first = Math.min(historyDays, campaign.launchedDaysAgo ?? 0)
  const last = traffic.stoppedDaysAgo ?? 1
  const all = Array.from({ length: Math.max(0, first - last + 1) }, (_, n) => first - n).map((daysAgo) =>
    dayOfTraffic(organization, campaign, traffic, budget, daysAgo, daysBefore(today, daysAgo))
  )
  return {
    campaign: all.map((day) => day.total),
    keywords: all.flatMap((day) => day.keywords),
    terms: all.flatMap((day) => day.terms)
  }
}
