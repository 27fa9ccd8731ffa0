import { Effect } from "effect"
import type { WriteFailure } from "../errors.ts"
import type { AdAccount, KeywordDraft, Place, Ref } from "../model/index.ts"
import type { GoogleAdsClient } from "./client.ts"
import { isOnCampaign, readPresent } from "./criteria.ts"
import { type Body, mutate, mutateTogether } from "./mutate.ts"
import type { Search } from "./search.ts"

export const keywordBody = ({ match, text }: KeywordDraft): Body => ({ text, matchType: match.toUpperCase() })

const remove = (
  client: GoogleAdsClient,
  account: AdAccount,
  refs: ReadonlyArray<Ref>
): Effect.Effect<void, WriteFailure> =>
  refs.length === 0
    ? Effect.void
    : Effect.asVoid(
        mutateTogether(
          client,
          account,
          refs.map((ref) =>
            isOnCampaign(ref)
              ? { campaignCriterionOperation: { remove: ref } }
              : { adGroupCriterionOperation: { remove: ref } }
          )
        )
      )

export const makeKeywordWrites = (client: GoogleAdsClient, search: Search) => ({
  addNegatives: (account: AdAccount, on: Place, negatives: ReadonlyArray<KeywordDraft>) => {
    const [collection, owner] =
      "campaign" in on
        ? (["campaignCriteria", { campaign: on.campaign }] as const)
        : (["adGroupCriteria", { adGroup: on.ad }] as const)
    const operations = negatives.map((draft) => ({
      create: { ...owner, negative: true, keyword: keywordBody(draft) }
    }))
    return mutate(client, account, collection, operations)
  },

  addKeywords: (account: AdAccount, ad: Ref, keywords: ReadonlyArray<KeywordDraft>) =>
    mutate(
      client,
      account,
      "adGroupCriteria",
      keywords.map((draft) => ({ create: { adGroup: ad, status: "ENABLED", keyword: keywordBody(draft) } }))
    ),

  removeKeywords: (account: AdAccount, refs: ReadonlyArray<Ref>) =>
    // One that is gone already makes the platform refuse them all: then only those that are left go.
    Effect.catchTag(remove(client, account, refs), "PlatformRefused", (refusal) =>
      Effect.flatMap(readPresent(search, account, refs), (left) =>
        left.length === refs.length ? Effect.fail(refusal) : remove(client, account, left)
      )
    ),

  setKeywordState: (account: AdAccount, refs: ReadonlyArray<Ref>, state: "enabled" | "paused") =>
    Effect.asVoid(
      mutate(
        client,
        account,
        "adGroupCriteria",
        refs.map((resourceName) => ({
          update: { resourceName, status: state === "paused" ? "PAUSED" : "ENABLED" },
          updateMask: "status"
        }))
      )
    )
})
