import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import type * as HttpClient from "@effect/platform/HttpClient"
import { Effect, type Scope } from "effect"
import type { AdPlatform } from "../ad-platforms.ts"
import { defaultPlatform } from "../labels.ts"
import type { PlatformLogins } from "../logins.ts"
import type { AdAccount, AdDraft, CampaignDraft, Ref } from "../model.ts"
import { readAccounts, readDetails } from "./accounts.ts"
import { makeCheck } from "./check.ts"
import { type GoogleAdsClient, makeClient } from "./client.ts"
import { makeConsent } from "./consent.ts"
import { readKeywords, readNegativeLists, readNegatives } from "./criteria.ts"
import { adOperations, campaignOperations, temporaryNames } from "./drafts.ts"
import { changesSince } from "./external-changes.ts"
import { label } from "./failures.ts"
import { mutate, mutateTogether } from "./mutate.ts"
import { makeMutate } from "./mutations.ts"
import { makePlanning } from "./planning.ts"
import { runQuery } from "./query.ts"
import { makeSearch, type Search } from "./search.ts"
import { type GoogleAdsOptions, googleAdsSettings } from "./settings.ts"
import { makeSettingsWrites } from "./settings-writes.ts"
import {
  campaignDays,
  keywordDays,
  readConversionActions,
  readConversionLags,
  readSignals,
  searchTermDays
} from "./signals.ts"
import { adExists, readAds, readAssets, readCampaign, readCampaignNamed, readStructure } from "./structure.ts"

/** Creates whole campaigns and whole ads, each in one request. */
const makeCreation = (client: GoogleAdsClient, search: Search) => ({
  createCampaign: (account: AdAccount, draft: CampaignDraft) =>
    Effect.asVoid(mutateTogether(client, account, campaignOperations(draft, account.customerId))),
  createAd: (account: AdAccount, campaign: Ref, draft: AdDraft) =>
    Effect.asVoid(
      mutateTogether(client, account, adOperations(draft, campaign, temporaryNames(account.customerId)))
    ),
  removeAd: (account: AdAccount, ad: Ref) =>
    mutate(client, account, "adGroups", [{ remove: ad }]).pipe(
      Effect.asVoid,
      Effect.catchTag("PlatformRefused", (refusal) =>
        Effect.flatMap(adExists(search, account, ad), (exists) => (exists ? refusal : Effect.void))
      )
    )
})

const make = (
  options: GoogleAdsOptions
): Effect.Effect<AdPlatform, never, HttpClient.HttpClient | PlatformLogins | Scope.Scope> =>
  Effect.map(makeClient(googleAdsSettings(options)), (client) => {
    const search = makeSearch(client)
    return {
      key: defaultPlatform,
      label,
      ...makeConsent(client),
      accounts: readAccounts(client),
      details: readDetails(search),
      structure: readStructure(search),
      negativeLists: readNegativeLists(search),
      campaignDays: campaignDays(search),
      keywordDays: keywordDays(search),
      searchTermDays: searchTermDays(search),
      signals: readSignals(search),
      conversionLags: readConversionLags(search),
      conversionActions: readConversionActions(search),
      changesSince: changesSince(search),
      campaign: (account, campaign) => readCampaign(search, account, campaign),
      campaignByName: (account, name) => readCampaignNamed(search, account, name),
      negatives: (account, parent) => readNegatives(search, account, parent),
      keywords: (account, parent) => readKeywords(search, account, parent),
      ads: (account, campaign) => readAds(search, account, campaign),
      assets: (account, campaign) => readAssets(search, account, campaign),
      ...makeCheck(client, search),
      ...makeSettingsWrites(client, search),
      query: runQuery(search),
      mutate: makeMutate(client, search),
      ...makeCreation(client, search),
      ...makePlanning(client)
    }
  })

/** The adapter of the Google Ads API over REST. The base URL may be Google's or the emulator's. */
export const GoogleAds = {
  /** Uses any HTTP client. */
  make,

  /** Uses the runtime's own `fetch`. A redirect is an error: it would send the token to another host. */
  live: (options: GoogleAdsOptions): Effect.Effect<AdPlatform, never, PlatformLogins | Scope.Scope> =>
    make(options).pipe(
      Effect.provide(FetchHttpClient.layer),
      Effect.provideService(FetchHttpClient.RequestInit, { redirect: "error" })
    )
}
