import { Effect, Schema } from "effect"
import type { AdAccount, Place, PlatformKeyword, PlatformNegative, Ref } from "../model/index.ts"
import { flag, idOf, matchOf, Named, onlySearch, quoted, text } from "./rows.ts"
import { collected, type Search } from "./search.ts"

const words = (of: string) =>
  `${of}.resource_name, ${of}.negative, ${of}.status, ${of}.keyword.text, ${of}.keyword.match_type`

const Criterion = Schema.Struct({
  resourceName: Schema.String,
  negative: flag,
  status: text,
  keyword: Schema.Struct({ text, matchType: text })
})
const OnAd = Schema.Struct({ adGroupCriterion: Criterion, adGroup: Named, campaign: Named })
const OnCampaign = Schema.Struct({ campaignCriterion: Criterion, campaign: Named })

const on = (place: Place): string =>
  "campaign" in place
    ? ` AND campaign.resource_name = ${quoted(place.campaign)}`
    : ` AND ad_group.resource_name = ${quoted(place.ad)}`

const live = (of: string) => `${onlySearch} AND ${of}.type = 'KEYWORD' AND ${of}.status != 'REMOVED'`

const onAds = (search: Search, account: AdAccount, negative: boolean, place?: Place) =>
  collected(
    search(
      account,
      `SELECT ${words("ad_group_criterion")}, ad_group.resource_name, campaign.resource_name
       FROM ad_group_criterion WHERE ${live("ad_group_criterion")} AND ad_group.status != 'REMOVED'
       AND ad_group_criterion.negative = ${negative ? "TRUE" : "FALSE"}${place === undefined ? "" : on(place)}`,
      OnAd
    )
  )

export const readKeywords = (search: Search, account: AdAccount, place?: Place) =>
  Effect.map(onAds(search, account, false, place), (rows) =>
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

const adNegatives = (search: Search, account: AdAccount, place?: Place) =>
  Effect.map(onAds(search, account, true, place), (rows) =>
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

const campaignNegatives = (search: Search, account: AdAccount, place?: Place) =>
  Effect.map(
    collected(
      search(
        account,
        `SELECT ${words("campaign_criterion")}, campaign.resource_name FROM campaign_criterion
         WHERE ${live("campaign_criterion")} AND campaign_criterion.negative = TRUE${place === undefined ? "" : on(place)}`,
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

/** Those on the place itself; without a place, all of the account. */
export const readNegatives = (search: Search, account: AdAccount, place?: Place) => {
  if (place === undefined) {
    return Effect.map(
      Effect.all([campaignNegatives(search, account), adNegatives(search, account)], { concurrency: 2 }),
      (both) => both.flat()
    )
  }
  return "campaign" in place ? campaignNegatives(search, account, place) : adNegatives(search, account, place)
}

const Present = Schema.Struct({
  campaignCriterion: Schema.optional(Named),
  adGroupCriterion: Schema.optional(Named)
})

/** Which of these are still there. */
export const readPresent = (search: Search, account: AdAccount, refs: ReadonlyArray<Ref>) =>
  Effect.map(
    Effect.forEach(["campaign_criterion", "ad_group_criterion"], (of) => {
      const own = refs.filter((ref) => isOnCampaign(ref) === (of === "campaign_criterion"))
      if (own.length === 0) return Effect.succeed([])
      const query = `SELECT ${of}.resource_name FROM ${of} WHERE ${of}.status != 'REMOVED'
        AND ${of}.resource_name IN (${own.map(quoted).join(", ")})`
      return collected(search(account, query, Present))
    }),
    (found) => {
      const names = found.flat().map((row) => (row.campaignCriterion ?? row.adGroupCriterion)?.resourceName)
      return refs.filter((ref) => names.includes(ref))
    }
  )

export const isOnCampaign = (ref: Ref): boolean => ref.includes("/campaignCriteria/")
