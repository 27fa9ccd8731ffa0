import type { AdAccount, DayRange } from "../model/index.ts"
import { figureRows, textIn } from "./figure-rows.ts"
import { gaqlString, metricFields, searchCampaignsFilter } from "./rows.ts"
import type { Search } from "./search.ts"

const CampaignRows = figureRows(() => ({}))
const KeywordRows = figureRows((row) => ({ keyword: textIn(row, "adGroupCriterion", "resourceName") }))
const TermRows = figureRows((row) => ({
  ad: textIn(row, "adGroup", "resourceName"),
  term: textIn(row, "searchTermView", "searchTerm")
}))

const query = (from: string, fields: string, days: DayRange): string =>
  `SELECT ${fields}campaign.resource_name, segments.date, ${metricFields} FROM ${from}
   WHERE ${searchCampaignsFilter} AND segments.date BETWEEN ${gaqlString(days.from)} AND ${gaqlString(days.to)}`

export const campaignDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(account, query("campaign", "", days), CampaignRows)

export const keywordDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(account, query("keyword_view", "ad_group_criterion.resource_name, ", days), KeywordRows)

export const searchTermDays = (search: Search) => (account: AdAccount, days: DayRange) =>
  search(
    account,
    query("search_term_view", "ad_group.resource_name, search_term_view.search_term, ", days),
    TermRows
  )
