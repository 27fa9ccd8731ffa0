import { Effect } from "effect"
import type { Figures } from "../traffic/figures.ts"
import { trafficOf } from "../traffic/generate.ts"
import type { WrittenAd } from "./ads.ts"
import type { WrittenCampaign } from "./campaigns.ts"
import { insertRows } from "./insert-rows.ts"
import { keywordName } from "./keywords.ts"

const days = {
  organization_id: "bigint",
  campaign_id: "bigint",
  date: "date",
  impressions: "bigint",
  clicks: "bigint",
  cost_micros: "bigint",
  conversions: "numeric",
  conversions_value: "numeric"
} as const

/** The history of a campaign, day by day: its own, its keywords' and that of the searches that led to it. */
export const writeMetrics = (
  organizationId: number,
  organization: string,
  { id, plan }: WrittenCampaign,
  ads: ReadonlyMap<string, WrittenAd>,
  keywords: ReadonlyMap<string, number>,
  today: string
) =>
  Effect.gen(function* () {
    const traffic = trafficOf(organization, plan, today)
    const row = (day: Figures & { readonly date: string }) => ({
      organization_id: organizationId,
      campaign_id: id,
      date: day.date,
      impressions: day.impressions,
      clicks: day.clicks,
      cost_micros: day.costMicros,
      conversions: day.conversions,
      conversions_value: day.value
    })
    yield* insertRows("campaign_days", days, traffic.campaign.map(row))
    yield* insertRows(
      "keyword_days",
      { ...days, keyword_id: "bigint" },
      traffic.keywords.map((day) => ({
        ...row(day),
        keyword_id: keywords.get(keywordName(ads.get(day.ad)!.id, day.keyword.text, day.keyword.match))
      }))
    )
    yield* insertRows(
      "search_term_days",
      { ...days, ad_id: "bigint", term: "text" },
      traffic.terms.map((day) => ({ ...row(day), ad_id: ads.get(day.ad)!.id, term: day.term }))
    )
  })
