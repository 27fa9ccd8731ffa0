import { Effect, Schema } from "effect"
import type {
  AdAccount,
  KeywordDraft,
  KeywordParent,
  NegativeList,
  PlatformKeyword,
  PlatformNegative,
  Ref
} from "../model.ts"
import {
  collectRows,
  flag,
  gaqlString,
  idOf,
  matchOf,
  optionalMessage,
  ResourceReference,
  type Search,
  searchCampaigns,
  text
} from "./search.ts"

export const keywordBody = ({ match, text }: KeywordDraft) => ({ text, matchType: match.toUpperCase() })

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
  `${searchCampaigns} AND ${of}.type = 'KEYWORD' AND ${of}.status != 'REMOVED'`

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
  adGroupCriterion: Schema.optional(ResourceReference),
  campaignAsset: Schema.optional(ResourceReference)
})

const kinds = ["campaign_criterion", "ad_group_criterion", "campaign_asset"] as const

/** The kind of what can be removed, by its resource name. */
export const kindOf = (ref: Ref): (typeof kinds)[number] =>
  ref.includes("/campaignCriteria/")
    ? "campaign_criterion"
    : ref.includes("/campaignAssets/")
      ? "campaign_asset"
      : "ad_group_criterion"

/** Returns which of these criteria and links still exist. */
export const readPresent = (search: Search, account: AdAccount, refs: ReadonlyArray<Ref>) =>
  Effect.map(
    Effect.forEach(kinds, (of) => {
      const ofThisKind = refs.filter((ref) => kindOf(ref) === of)
      if (ofThisKind.length === 0) return Effect.succeed([])
      const query = `SELECT ${of}.resource_name FROM ${of} WHERE ${of}.status != 'REMOVED'
        AND ${of}.resource_name IN (${ofThisKind.map(gaqlString).join(", ")})`
      return collectRows(search(account, query, Present))
    }),
    (rows) => {
      const names = rows
        .flat()
        .map((row) => (row.campaignCriterion ?? row.adGroupCriterion ?? row.campaignAsset)?.resourceName)
      return refs.filter((ref) => names.includes(ref))
    }
  )

const KeywordRow = Schema.Struct({
  sharedSet: Schema.Struct({ resourceName: Schema.String, name: text }),
  sharedCriterion: Schema.Struct({ keyword: Schema.Struct({ text, matchType: text }) })
})
const LinkRow = Schema.Struct({ campaignSharedSet: Schema.Struct({ campaign: text, sharedSet: text }) })
const AccountRow = Schema.Struct({
  customerNegativeCriterion: Schema.Struct({ negativeKeywordList: optionalMessage({ sharedSet: text }) })
})

const keywordsQuery = `SELECT shared_set.resource_name, shared_set.name, shared_criterion.keyword.text,
 shared_criterion.keyword.match_type FROM shared_criterion
 WHERE shared_criterion.type = 'KEYWORD' AND shared_set.status = 'ENABLED'
 AND shared_set.type IN ('NEGATIVE_KEYWORDS', 'ACCOUNT_LEVEL_NEGATIVE_KEYWORDS')`
const linksQuery = `SELECT campaign_shared_set.campaign, campaign_shared_set.shared_set FROM campaign_shared_set
 WHERE campaign_shared_set.status = 'ENABLED' AND campaign.status != 'REMOVED'`
const accountQuery = `SELECT customer_negative_criterion.negative_keyword_list.shared_set
 FROM customer_negative_criterion WHERE customer_negative_criterion.type = 'NEGATIVE_KEYWORD_LIST'`

/** Reads the negative keyword lists in use: those of campaigns, and the account's own. Most accounts have none. */
export const readNegativeLists = (search: Search) => (account: AdAccount) =>
  Effect.gen(function* () {
    const keywords = yield* collectRows(search(account, keywordsQuery, KeywordRow))
    if (keywords.length === 0) return []
    const [links, ofAccount] = yield* Effect.all(
      [
        collectRows(search(account, linksQuery, LinkRow)),
        collectRows(search(account, accountQuery, AccountRow))
      ],
      { concurrency: 2 }
    )
    const whole = new Set(
      ofAccount.map(
        ({ customerNegativeCriterion: { negativeKeywordList } }) => negativeKeywordList?.sharedSet
      )
    )
    const campaignsOf = Map.groupBy(links, ({ campaignSharedSet }) => campaignSharedSet.sharedSet)
    const lists = Map.groupBy(keywords, ({ sharedSet }) => sharedSet.resourceName)
    return [...lists].flatMap(([ref, rows]): ReadonlyArray<NegativeList> => {
      const campaigns = campaignsOf.get(ref)?.map(({ campaignSharedSet }) => campaignSharedSet.campaign)
      if (campaigns === undefined && !whole.has(ref)) return []
      return [
        {
          ref,
          name: rows[0]!.sharedSet.name,
          campaigns: whole.has(ref) ? null : (campaigns ?? []),
          keywords: rows.map(({ sharedCriterion: { keyword } }) => ({
            text: keyword.text,
            match: matchOf(keyword.matchType)
          }))
        }
      ]
    })
  }).pipe(Effect.withSpan("GoogleAds.negativeLists"))
