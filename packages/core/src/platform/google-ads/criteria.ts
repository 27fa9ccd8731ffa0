import { Effect, Schema } from "effect"
import type { AdAccount, KeywordParent, PlatformKeyword, PlatformNegative, Ref } from "../model/index.ts"
import { flag, gaqlString, idOf, matchOf, ResourceReference, searchCampaignsFilter, text } from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

const criterionFields = (of: string) =>
  `${of}.resource_name, ${of}.negative, ${of}.status, ${of}.keyword.text, ${of}.keyword.match_type`

const Criterion = Schema.Struct({
  resourceName: Schema.String,
  negative: flag,
  status: text,
  keyword: Schema.Struct({ text, matchType: text })
})
const OnAd = Schema.Struct({
  adGroupCriterion: Criterion,
  adGroup: ResourceReference,
  campaign: ResourceReference
})
const OnCampaign = Schema.Struct({ campaignCriterion: Criterion, campaign: ResourceReference })

const inParent = (parent: KeywordParent): string =>
  "campaign" in parent
    ? ` AND campaign.resource_name = ${gaqlString(parent.campaign)}`
    : ` AND ad_group.resource_name = ${gaqlString(parent.ad)}`

const activeFilter = (of: string) =>
  `${searchCampaignsFilter} AND ${of}.type = 'KEYWORD' AND ${of}.status != 'REMOVED'`

const readAdCriteria = (search: Search, account: AdAccount, negative: boolean, parent?: KeywordParent) =>
  collectRows(
    search(
      account,
      `SELECT ${criterionFields("ad_group_criterion")}, ad_group.resource_name, campaign.resource_name
       FROM ad_group_criterion WHERE ${activeFilter("ad_group_criterion")} AND ad_group.status != 'REMOVED'
       AND ad_group_criterion.negative = ${negative ? "TRUE" : "FALSE"}${parent === undefined ? "" : inParent(parent)}`,
      OnAd
    )
  )

export const readKeywords = (search: Search, account: AdAccount, parent?: KeywordParent) =>
  Effect.map(readAdCriteria(search, account, false, parent), (rows) =>
    rows.map(
      ({ adGroup, adGroupCriterion: { keyword, resourceName, status }, campaign }): PlatformKeyword => ({
        ref: resourceName,
        platformId: idOf(resourceName).split("~").at(-1)!,
        campaign: campaign.resourceName,
        ad: adGroup.resourceName,
        text: keyword.text,
        match: matchOf(keyword.matchType),
        state: status === "PAUSED" ? "paused" : "enabled"
      })
    )
  )

const adNegatives = (search: Search, account: AdAccount, parent?: KeywordParent) =>
  Effect.map(readAdCriteria(search, account, true, parent), (rows) =>
    rows.map(
      ({ adGroup, adGroupCriterion: { keyword, resourceName }, campaign }): PlatformNegative => ({
        ref: resourceName,
        campaign: campaign.resourceName,
        ad: adGroup.resourceName,
        text: keyword.text,
        match: matchOf(keyword.matchType)
      })
    )
  )

const campaignNegatives = (search: Search, account: AdAccount, parent?: KeywordParent) =>
  Effect.map(
    collectRows(
      search(
        account,
        `SELECT ${criterionFields("campaign_criterion")}, campaign.resource_name FROM campaign_criterion
         WHERE ${activeFilter("campaign_criterion")} AND campaign_criterion.negative = TRUE${parent === undefined ? "" : inParent(parent)}`,
        OnCampaign
      )
    ),
    (rows) =>
      rows.map(
        ({ campaign, campaignCriterion: { keyword, resourceName } }): PlatformNegative => ({
          ref: resourceName,
          campaign: campaign.resourceName,
          ad: null,
          text: keyword.text,
          match: matchOf(keyword.matchType)
        })
      )
  )

/** Reads the negative keywords of one parent; without a parent, all of the account. */
export const readNegatives = (search: Search, account: AdAccount, parent?: KeywordParent) => {
  if (parent === undefined) {
    return Effect.map(
      Effect.all([campaignNegatives(search, account), adNegatives(search, account)], { concurrency: 2 }),
      (both) => both.flat()
    )
  }
  return "campaign" in parent
    ? campaignNegatives(search, account, parent)
    : adNegatives(search, account, parent)
}

const Present = Schema.Struct({
  campaignCriterion: Schema.optional(ResourceReference),
  adGroupCriterion: Schema.optional(ResourceReference)
})

/** Returns which of these criteria still exist. */
export const readPresent = (search: Search, account: AdAccount, refs: ReadonlyArray<Ref>) =>
  Effect.map(
    Effect.forEach(["campaign_criterion", "ad_group_criterion"], (of) => {
      const ofThisKind = refs.filter((ref) => isOnCampaign(ref) === (of === "campaign_criterion"))
      if (ofThisKind.length === 0) return Effect.succeed([])
      const query = `SELECT ${of}.resource_name FROM ${of} WHERE ${of}.status != 'REMOVED'
        AND ${of}.resource_name IN (${ofThisKind.map(gaqlString).join(", ")})`
      return collectRows(search(account, query, Present))
    }),
    (rows) => {
      const names = rows.flat().map((row) => (row.campaignCriterion ?? row.adGroupCriterion)?.resourceName)
      return refs.filter((ref) => names.includes(ref))
    }
  )

export const isOnCampaign = (ref: Ref): boolean => ref.includes("/campaignCriteria/")
