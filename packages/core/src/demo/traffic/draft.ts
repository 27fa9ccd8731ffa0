import type { CampaignPlan, KeywordPlan } from "../definition/types.ts"
import { between, randomFor, wholeNear } from "./random.ts"

/** The platform does not tell rare searches: a keyword has this much more than its terms. */
export const hidden = 0.1

/** A search of a day before the day's spend is known. */
export interface Draft {
  readonly term: string
  readonly impressions: number
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly value: number
}

export const figures = (
  random: () => number,
  term: string,
  clicks: number,
  impressions: number,
  conversions: number,
  cpc: number,
  value: number
): Draft => ({
  term,
  impressions,
  clicks,
  cost: clicks * cpc * between(random, 0.85, 1.15),
  conversions,
  value: Math.round(conversions * value * between(random, 0.7, 1.3) * 100) / 100
})

/** The searches of a keyword that are too rare to be told: like its others, so a useless keyword stays useless. */
export const rareOf = (
  organization: string,
  campaign: CampaignPlan,
  keyword: KeywordPlan,
  terms: ReadonlyArray<Draft>,
  date: string
): Draft => {
  const random = randomFor(organization, campaign.slug, keyword.text, keyword.match, date)
  const sum = (of: (draft: Draft) => number) => terms.reduce((total, draft) => total + of(draft), 0)
  const clicks = wholeNear(random, sum((draft) => draft.clicks) * hidden)
  const told = sum((draft) => draft.clicks)
  if (told === 0 || clicks === 0) {
    const impressions = Math.floor(sum((draft) => draft.impressions) * hidden)
    return { term: "", impressions, clicks: 0, cost: 0, conversions: 0, value: 0 }
  }
  const part = clicks / told
  const conversions = Math.min(clicks, Math.floor(sum((draft) => draft.conversions) * part))
  const impressions = Math.max(clicks, Math.round(sum((draft) => draft.impressions) * part))
  const cost = sum((draft) => draft.cost) * part
  return {
    term: "",
    impressions,
    clicks,
    cost,
    conversions,
    value: conversions * (campaign.traffic?.value ?? 0)
  }
}
