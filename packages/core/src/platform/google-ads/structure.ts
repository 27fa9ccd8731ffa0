import { Effect } from "effect"
import type { AccountStructure, AdAccount } from "../model/index.ts"
import { readAds } from "./ads.ts"
import { readCampaigns } from "./campaigns.ts"
import { readKeywords, readNegatives } from "./criteria.ts"
import type { Search } from "./search.ts"
import { readExtras, readTargeting } from "./targeting.ts"

export const readStructure = (search: Search) => (account: AdAccount) =>
  Effect.all(
    {
      campaigns: readCampaigns(search, account),
      ads: readAds(search, account),
      keywords: readKeywords(search, account),
      negatives: readNegatives(search, account),
      targeting: readTargeting(search, account),
      extras: readExtras(search, account)
    },
    { concurrency: 3 }
  ).pipe(
    Effect.map(({ extras, targeting, ...rest }): AccountStructure => ({ ...rest, ...targeting, ...extras })),
    Effect.withSpan("GoogleAds.structure")
  )
