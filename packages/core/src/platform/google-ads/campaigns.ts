import { Effect, Schema } from "effect"
import type { AdAccount, CampaignName, PlatformCampaign, Ref } from "../model/index.ts"
import {
  flag,
  gaqlString,
  int64,
  maybeInt64,
  optionalMessage,
  searchCampaignsFilter,
  text,
  unitsOf
} from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

const fields = `campaign.resource_name, campaign.id, campaign.name, campaign.status, campaign.primary_status,
 campaign.bidding_strategy_type, campaign.bidding_strategy, campaign.maximize_conversions.target_cpa_micros,
 campaign.target_cpa.target_cpa_micros, bidding_strategy.maximize_conversions.target_cpa_micros,
 bidding_strategy.target_cpa.target_cpa_micros, campaign.campaign_budget, campaign_budget.amount_micros,
 campaign_budget.explicitly_shared, campaign_budget.reference_count`

const targets = {
  maximizeConversions: optionalMessage({ targetCpaMicros: maybeInt64 }),
  targetCpa: optionalMessage({ targetCpaMicros: maybeInt64 })
}

const Row = Schema.Struct({
  campaign: Schema.Struct({
    resourceName: Schema.String,
    id: Schema.String,
    name: text,
    status: text,
    biddingStrategyType: text,
    biddingStrategy: text,
    ...targets,
    campaignBudget: text
  }),
  /** The portfolio strategy that it bids with, if any: the target is there, not on the campaign. */
  biddingStrategy: optionalMessage(targets),
  campaignBudget: optionalMessage({ amountMicros: int64, explicitlyShared: flag, referenceCount: int64 })
})

const targetOf = (
  bids: Pick<(typeof Row.Type)["campaign"], "maximizeConversions" | "targetCpa"> | undefined
) => bids?.maximizeConversions?.targetCpaMicros ?? bids?.targetCpa?.targetCpaMicros ?? 0

const campaignOf = ({
  biddingStrategy: shared,
  campaign,
  campaignBudget: budget
}: typeof Row.Type): PlatformCampaign => {
  const portfolio = campaign.biddingStrategy !== ""
  const target = targetOf(portfolio ? shared : campaign)
  return {
    ref: campaign.resourceName,
    platformId: campaign.id,
    name: campaign.name,
    state: campaign.status === "ENABLED" ? "live" : "paused",
    budgetRef: campaign.campaignBudget,
    budget: unitsOf(budget?.amountMicros ?? 0),
    budgetUsers: budget?.referenceCount ?? 1,
    bidding: campaign.biddingStrategyType,
    portfolio,
    targetCpa: target > 0 ? unitsOf(target) : null
  }
}

export const readCampaigns = (search: Search, account: AdAccount, filter = "") =>
  Effect.map(
    collectRows(
      search(account, `SELECT ${fields} FROM campaign WHERE ${searchCampaignsFilter}${filter}`, Row)
    ),
    (rows) => rows.map(campaignOf)
  )

export const readCampaign = (search: Search, account: AdAccount, campaign: Ref) =>
  Effect.map(
    readCampaigns(search, account, ` AND campaign.resource_name = ${gaqlString(campaign)}`),
    ([match]) => match ?? null
  )

export const readCampaignNamed = (search: Search, account: AdAccount, name: string) =>
  Effect.map(
    readCampaigns(search, account, ` AND campaign.name = ${gaqlString(name)}`),
    ([match]) => match ?? null
  )

const NameRow = Schema.Struct({ campaign: Schema.Struct({ resourceName: Schema.String, name: text }) })

/** Reads the names of all campaigns on every channel, except removed ones. */
export const readCampaignNames = (search: Search, account: AdAccount) => {
  const query =
    "SELECT campaign.resource_name, campaign.name FROM campaign WHERE campaign.status != 'REMOVED'"
  return Effect.map(collectRows(search(account, query, NameRow)), (rows) =>
    rows.map(({ campaign }): CampaignName => ({ ref: campaign.resourceName, name: campaign.name }))
  )
}
