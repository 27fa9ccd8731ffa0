import { Schema, Stream } from "effect"
import type { AdAccount, CampaignDay, DayRange, KeywordDay, SearchTermDay } from "../model/index.ts"
import { gaqlString, Metrics, metricFields, ResourceReference, searchCampaignsFilter } from "./rows.ts"
import type { Search } from "./search.ts"

const Day = {
  campaign: ResourceReference,
  segments: Schema.Struct({ date: Schema.String }),
  metrics: Metrics
}
const Campaign = Schema.Struct(Day)
const Keyword = Schema.Struct({ ...Day, adGroupCriterion: ResourceReference })
const Term = Schema.Struct({
  ...Day,
  adGroup: ResourceReference,
  searchTermView: Schema.Struct({ searchTerm: Schema.String })
})

const query = (from: string, fields: string, days: DayRange): string =>
  `SELECT ${fields}campaign.resource_name, segments.date, ${metricFields} FROM ${from}
   WHERE ${searchCampaignsFilter} AND segments.date BETWEEN ${gaqlString(days.from)} AND ${gaqlString(days.to)}`

const dayOf = ({ campaign, metrics, segments }: typeof Campaign.Type): CampaignDay => ({
  date: segments.date,
  campaign: campaign.resourceName,
  ...metrics
})

export const campaignDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  Stream.map(search(account, query("campaign", "", days), Campaign), dayOf)

export const keywordDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  Stream.map(
    search(account, query("keyword_view", "ad_group_criterion.resource_name, ", days), Keyword),
    (row): KeywordDay => ({ ...dayOf(row), keyword: row.adGroupCriterion.resourceName })
  )

export const searchTermDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  Stream.map(
    search(
      account,
      query("search_term_view", "ad_group.resource_name, search_term_view.search_term, ", days),
      Term
    ),
    (row): SearchTermDay => ({
      ...dayOf(row),
      ad: row.adGroup.resourceName,
      term: row.searchTermView.searchTerm
    })
  )
