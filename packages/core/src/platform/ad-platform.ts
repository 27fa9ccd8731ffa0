import { Context, Effect, Layer, Stream } from "effect"
import { type ReadFailure, SetupRequired, type WriteFailure } from "./errors.ts"
import type * as M from "./model/index.ts"

type Read<A> = Effect.Effect<A, ReadFailure>
type Write<A = void> = Effect.Effect<A, WriteFailure>
type Rows<A> = Stream.Stream<A, ReadFailure>

/**
 * The ad platform, as the rest of the service uses it. Amounts are in units of the account's currency;
 * figures are in micros, as stored. Every call uses the account's own login, never a caller's credential.
 *
 * A write that fails with OutcomeUnknown may have been done. Read back with `campaign`, `campaignNamed`,
 * `negatives` or `keywords` before you report or retry it.
 */
export interface AdPlatformShape {
  readonly accounts: (login: M.PlatformLogin) => Read<ReadonlyArray<M.AccessibleAccount>>
  readonly details: (account: M.AdAccount) => Read<M.AccountDetails>

  readonly structure: (account: M.AdAccount) => Read<M.AccountStructure>
  /**
   * Lists the names of all campaigns of the account on every channel, except removed ones. The platform
   * rejects duplicate names.
   */
  readonly campaignNames: (account: M.AdAccount) => Read<ReadonlyArray<M.CampaignName>>
  readonly campaignDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.CampaignDay>
  readonly keywordDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.KeywordDay>
  readonly searchTermDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.SearchTermDay>
  /** Lists what others changed since then, oldest first. The platform keeps 30 days. */
  readonly changesSince: (account: M.AdAccount, since: Date) => Read<ReadonlyArray<M.ExternalChange>>

  /** Null if the campaign does not exist or was removed. */
  readonly campaign: (account: M.AdAccount, campaign: M.Ref) => Read<M.PlatformCampaign | null>
  readonly campaignByName: (account: M.AdAccount, name: string) => Read<M.PlatformCampaign | null>
  readonly negatives: (
    account: M.AdAccount,
    parent: M.KeywordParent
  ) => Read<ReadonlyArray<M.PlatformNegative>>
  readonly keywords: (account: M.AdAccount, parent: M.KeywordParent) => Read<ReadonlyArray<M.PlatformKeyword>>
  readonly ads: (account: M.AdAccount, campaign: M.Ref) => Read<ReadonlyArray<M.PlatformAd>>

  readonly rename: (account: M.AdAccount, campaign: M.Ref, name: string) => Write
  /** The platform refuses this for a budget that other campaigns share. */
  readonly setBudget: (account: M.AdAccount, campaign: M.Ref, amount: number) => Write
  /** The platform refuses this for portfolio strategies. Null removes the target. */
  readonly setTargetCpa: (account: M.AdAccount, campaign: M.Ref, amount: number | null) => Write
  readonly setState: (account: M.AdAccount, campaign: M.Ref, state: "live" | "paused") => Write

  /**
   * Sends all mutations in one request, which the platform applies completely or not at all. Returns the
   * resource names of the added, changed or removed items, in the same order. Adding an existing item
   * succeeds and returns its current name; removing a missing item succeeds. Any other refusal refuses the
   * whole request.
   */
  readonly mutate: (account: M.AdAccount, mutations: ReadonlyArray<M.Mutation>) => Write<ReadonlyArray<M.Ref>>
  /** Calls `mutate` for several items of one kind, as do the three methods below. */
  readonly addNegatives: (
    account: M.AdAccount,
    parent: M.KeywordParent,
    negatives: ReadonlyArray<M.KeywordDraft>
  ) => Write<ReadonlyArray<M.Ref>>
  readonly addKeywords: (
    account: M.AdAccount,
    ad: M.Ref,
    keywords: ReadonlyArray<M.KeywordDraft>
  ) => Write<ReadonlyArray<M.Ref>>
  /** Removes keywords or negative keywords, of campaigns and of ads. */
  readonly removeKeywords: (account: M.AdAccount, refs: ReadonlyArray<M.Ref>) => Write
  readonly setKeywordState: (
    account: M.AdAccount,
    refs: ReadonlyArray<M.Ref>,
    state: "enabled" | "paused"
  ) => Write

  /** Creates the campaign completely or not at all. */
  readonly createCampaign: (account: M.AdAccount, draft: M.CampaignDraft) => Write<M.CreatedCampaign>
  /** Validates the draft with the platform and changes nothing. */
  readonly checkCampaign: (account: M.AdAccount, draft: M.CampaignDraft) => Read<void>
  /** Validates all changes together with the platform and changes nothing. */
  readonly check: (account: M.AdAccount, changes: ReadonlyArray<M.PlatformChange>) => Read<void>
  readonly createAd: (account: M.AdAccount, campaign: M.Ref, draft: M.AdDraft) => Write<M.CreatedAd>
  /** Removes an ad with everything that belongs to it. A missing ad counts as removed. */
  readonly removeAd: (account: M.AdAccount, ad: M.Ref) => Write

  readonly keywordIdeas: (account: M.AdAccount, seed: M.IdeaSeed) => Read<ReadonlyArray<M.KeywordIdea>>
  readonly findLocations: (
    account: M.AdAccount,
    names: ReadonlyArray<string>,
    countryCode?: string
  ) => Read<ReadonlyArray<M.LocationMatch>>
}

export class AdPlatform extends Context.Tag("@adwarden/AdPlatform")<AdPlatform, AdPlatformShape>() {}

const missing = new SetupRequired({
  code: "PLATFORM_NOT_SET_UP",
  message:
    "This service is not connected to Google Ads. Its operator has to set GOOGLE_ADS_CLIENT_ID and GOOGLE_ADS_CLIENT_SECRET first; trying again before then is wasted."
})

const streams = new Set<string | symbol>(["campaignDays", "keywordDays", "searchTermDays"])

/** For a host without a platform: operations that need it fail with the setup step that is missing. */
export const PlatformNotSetUp: Layer.Layer<AdPlatform> = Layer.succeed(
  AdPlatform,
  new Proxy({} as AdPlatformShape, {
    get: (_, name) => (streams.has(name) ? () => Stream.fail(missing) : () => Effect.fail(missing))
  })
)
