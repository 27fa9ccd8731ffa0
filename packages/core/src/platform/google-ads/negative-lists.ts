import { Effect, Schema } from "effect"
import type { AdAccount, NegativeList } from "../model/index.ts"
import { matchOf, optionalMessage, text } from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

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
