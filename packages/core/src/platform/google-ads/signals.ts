import { Effect, Schema } from "effect"
import type {
  AccountSignals,
  AdAccount,
  AdSignal,
  ConversionAction,
  DayRange,
  LaggedConversions
} from "../model.ts"
import { readBilling, readObstacles } from "./obstacles.ts"
import {
  collectRows,
  figureRows,
  gaqlString,
  metricFields,
  optionalMessage,
  optionalTextIn,
  presentCampaigns,
  ResourceReference,
  type Search,
  searchCampaigns,
  text,
  textIn
} from "./search.ts"

const CampaignRows = figureRows(() => ({}))
const KeywordRows = figureRows((row) => ({ keyword: textIn(row, "adGroupCriterion", "resourceName") }))

/** How searches are matched; the platform has more sources, of which the service says nothing. */
const matchedByAiMax: Readonly<Record<string, boolean>> = {
  ADVERTISER_PROVIDED_KEYWORD: false,
  AI_MAX_KEYWORDLESS: true,
  AI_MAX_BROAD_MATCH: true
}

const TermRows = figureRows((row) => ({
  ad: textIn(row, "adGroup", "resourceName"),
  term: textIn(row, "searchTermView", "searchTerm"),
  aiMax: matchedByAiMax[optionalTextIn(row, "segments", "searchTermMatchSource")] ?? null
}))

const query = (from: string, fields: string, campaigns: string, days: DayRange): string =>
  `SELECT ${fields}campaign.resource_name, segments.date, ${metricFields} FROM ${from}
   WHERE ${campaigns} AND segments.date BETWEEN ${gaqlString(days.from)} AND ${gaqlString(days.to)}`

export const campaignDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(account, query("campaign", "", presentCampaigns, days), CampaignRows)

export const keywordDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(
    account,
    query("keyword_view", "ad_group_criterion.resource_name, ", searchCampaigns, days),
    KeywordRows
  )

export const searchTermDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(
    account,
    query(
      "search_term_view",
      "ad_group.resource_name, search_term_view.search_term, segments.search_term_match_source, ",
      searchCampaigns,
      days
    ),
    TermRows
  )

const share = Schema.optionalWith(Schema.NullOr(Schema.Number), { default: () => null })

const CampaignRow = Schema.Struct({
  campaign: ResourceReference,
  metrics: optionalMessage({
    searchImpressionShare: share,
    searchBudgetLostImpressionShare: share,
    searchRankLostImpressionShare: share
  })
})

const KeywordRow = Schema.Struct({
  adGroupCriterion: Schema.Struct({
    resourceName: Schema.String,
    qualityInfo: optionalMessage({ qualityScore: Schema.optional(Schema.Number) })
  })
})

const AdRow = Schema.Struct({
  adGroupAd: Schema.Struct({
    resourceName: Schema.String,
    adStrength: text,
    policySummary: optionalMessage({ approvalStatus: text, reviewStatus: text })
  })
})

const approvals: Readonly<Record<string, AdSignal["approval"]>> = {
  APPROVED: "approved",
  APPROVED_LIMITED: "limited",
  AREA_OF_INTEREST_ONLY: "limited",
  DISAPPROVED: "disapproved"
}
const strengths: Readonly<Record<string, AdSignal["strength"]>> = {
  EXCELLENT: "excellent",
  GOOD: "good",
  AVERAGE: "average",
  POOR: "poor"
}

const adSignal = ({ adGroupAd }: typeof AdRow.Type): AdSignal => {
  const { approvalStatus = "", reviewStatus = "" } = adGroupAd.policySummary ?? {}
  return {
    ad: adGroupAd.resourceName,
    approval: approvals[approvalStatus] ?? (reviewStatus === "REVIEW_IN_PROGRESS" ? "under_review" : null),
    strength: strengths[adGroupAd.adStrength] ?? null
  }
}

const readShares = (search: Search, account: AdAccount, { from, to }: DayRange) =>
  collectRows(
    search(
      account,
      `SELECT campaign.resource_name, metrics.search_impression_share, metrics.search_budget_lost_impression_share,
       metrics.search_rank_lost_impression_share FROM campaign WHERE ${presentCampaigns}
       AND segments.date BETWEEN ${gaqlString(from)} AND ${gaqlString(to)}`,
      CampaignRow
    )
  )

const readQuality = (search: Search, account: AdAccount) =>
  collectRows(
    search(
      account,
      `SELECT ad_group_criterion.resource_name, ad_group_criterion.quality_info.quality_score
       FROM ad_group_criterion WHERE ${searchCampaigns} AND ad_group_criterion.type = 'KEYWORD'
       AND ad_group_criterion.negative = FALSE AND ad_group_criterion.status != 'REMOVED'
       AND ad_group.status != 'REMOVED'`,
      KeywordRow
    )
  )

const readReviews = (search: Search, account: AdAccount) =>
  collectRows(
    search(
      account,
      `SELECT ad_group_ad.resource_name, ad_group_ad.ad_strength, ad_group_ad.policy_summary.approval_status,
       ad_group_ad.policy_summary.review_status FROM ad_group_ad
       WHERE ${searchCampaigns} AND ad_group_ad.status != 'REMOVED'`,
      AdRow
    )
  )

/**
 * Reads the platform's own judgement: what keeps the account and its campaigns from being shown, impression shares of these
 * days, quality scores, approvals and strengths.
 */
export const readSignals = (search: Search) => (account: AdAccount, days: DayRange) =>
  Effect.all(
    {
      billing: readBilling(search, account),
      campaigns: readObstacles(search, account),
      shares: readShares(search, account, days),
      keywords: readQuality(search, account),
      ads: readReviews(search, account)
    },
    { concurrency: 3 }
  ).pipe(
    Effect.map(({ ads, billing, campaigns, keywords, shares }): AccountSignals => {
      const sharesOf = new Map(shares.map(({ campaign, metrics }) => [campaign.resourceName, metrics]))
      return {
        billing,
        campaigns: campaigns.map(({ campaign, obstacle }) => {
          const found = sharesOf.get(campaign)
          return {
            campaign,
            obstacle,
            impressionShare: found?.searchImpressionShare ?? null,
            lostToBudget: found?.searchBudgetLostImpressionShare ?? null,
            lostToRank: found?.searchRankLostImpressionShare ?? null
          }
        }),
        keywords: keywords.flatMap(({ adGroupCriterion: { qualityInfo, resourceName } }) => {
          const qualityScore = qualityInfo?.qualityScore
          return qualityScore === undefined ? [] : { keyword: resourceName, qualityScore }
        }),
        ads: ads.map(adSignal)
      }
    }),
    Effect.withSpan("GoogleAds.signals")
  )

const LagRow = Schema.Struct({
  metrics: optionalMessage({ conversions: Schema.optional(Schema.Number) }),
  segments: Schema.Struct({ conversionLagBucket: text })
})

/** The days within which the conversions of each bucket came. */
const lagBuckets: Readonly<Record<string, number>> = {
  LESS_THAN_ONE_DAY: 1,
  ONE_TO_TWO_DAYS: 2,
  TWO_TO_THREE_DAYS: 3,
  THREE_TO_FOUR_DAYS: 4,
  FOUR_TO_FIVE_DAYS: 5,
  FIVE_TO_SIX_DAYS: 6,
  SIX_TO_SEVEN_DAYS: 7,
  SEVEN_TO_EIGHT_DAYS: 8,
  EIGHT_TO_NINE_DAYS: 9,
  NINE_TO_TEN_DAYS: 10,
  TEN_TO_ELEVEN_DAYS: 11,
  ELEVEN_TO_TWELVE_DAYS: 12,
  TWELVE_TO_THIRTEEN_DAYS: 13,
  THIRTEEN_TO_FOURTEEN_DAYS: 14,
  FOURTEEN_TO_TWENTY_ONE_DAYS: 21,
  TWENTY_ONE_TO_THIRTY_DAYS: 30,
  THIRTY_TO_FORTY_FIVE_DAYS: 45,
  FORTY_FIVE_TO_SIXTY_DAYS: 60,
  SIXTY_TO_NINETY_DAYS: 90
}

/** Reads the conversions of the clicks of some days by their lag. Conversions of an unknown lag are left out. */
export const readConversionLags =
  (search: Search) =>
  (account: AdAccount, { from, to }: DayRange) =>
    collectRows(
      search(
        account,
        `SELECT segments.conversion_lag_bucket, metrics.conversions FROM customer
         WHERE segments.date BETWEEN ${gaqlString(from)} AND ${gaqlString(to)}`,
        LagRow
      )
    ).pipe(
      Effect.map((rows) =>
        rows.flatMap(({ metrics, segments }): ReadonlyArray<LaggedConversions> => {
          const within = lagBuckets[segments.conversionLagBucket]
          return within === undefined ? [] : [{ within, conversions: metrics?.conversions ?? 0 }]
        })
      ),
      Effect.withSpan("GoogleAds.conversionLags")
    )

const ActionRow = Schema.Struct({
  conversionAction: Schema.Struct({
    resourceName: Schema.String,
    name: text,
    includeInConversionsMetric: Schema.optionalWith(Schema.Boolean, { default: () => false })
  })
})

const ActionDayRow = Schema.Struct({
  metrics: optionalMessage({ allConversions: Schema.optional(Schema.Number) }),
  segments: Schema.Struct({ conversionAction: text, date: text })
})

/** Reads the enabled conversion actions, with their conversions of some days. */
export const readConversionActions =
  (search: Search) =>
  (account: AdAccount, { from, to }: DayRange) =>
    Effect.all(
      {
        actions: collectRows(
          search(
            account,
            `SELECT conversion_action.resource_name, conversion_action.name,
             conversion_action.include_in_conversions_metric FROM conversion_action
             WHERE conversion_action.status = 'ENABLED'`,
            ActionRow
          )
        ),
        days: collectRows(
          search(
            account,
            `SELECT segments.conversion_action, segments.date, metrics.all_conversions FROM customer
             WHERE segments.date BETWEEN ${gaqlString(from)} AND ${gaqlString(to)}`,
            ActionDayRow
          )
        )
      },
      { concurrency: 2 }
    ).pipe(
      Effect.map(({ actions, days }) => {
        const byAction = Map.groupBy(days, ({ segments }) => segments.conversionAction)
        return actions.map(
          ({ conversionAction: { includeInConversionsMetric, name, resourceName } }): ConversionAction => ({
            ref: resourceName,
            name,
            counts: includeInConversionsMetric,
            days: (byAction.get(resourceName) ?? []).map(({ metrics, segments }) => ({
              date: segments.date,
              conversions: metrics?.allConversions ?? 0
            }))
          })
        )
      }),
      Effect.withSpan("GoogleAds.conversionActions")
    )
