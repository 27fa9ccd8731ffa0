import { Context, Effect, Layer, Stream } from "effect"
import { type ReadFailure, SetupRequired, type WriteFailure } from "./errors.ts"
import type * as M from "./model/index.ts"

type Read<A> = Effect.Effect<A, ReadFailure>
type Write<A = void> = Effect.Effect<A, WriteFailure>
type Rows<A> = Stream.Stream<A, ReadFailure>

/**
 * The ad platform as the rest of the service knows it. Amounts are in units of the account's currency, figures in
 * micros as they are stored. Nothing here takes a caller's credential: the account's own login is all it uses.
 *
 * A write that fails with OutcomeUnknown may have been done. Read back with `campaign`, `campaignNamed`,
 * `negatives` or `keywords` before saying anything about it, and before trying again.
 */
export interface AdPlatformShape {
  readonly accounts: (login: M.PlatformLogin) => Read<ReadonlyArray<M.AccessibleAccount>>
  readonly details: (account: M.AdAccount) => Read<M.AccountDetails>

  readonly structure: (account: M.AdAccount) => Read<M.AccountStructure>
  /** The names of all campaigns of the account that are not removed, on every channel: no name is accepted twice. */
  readonly campaignNames: (account: M.AdAccount) => Read<ReadonlyArray<M.CampaignName>>
  readonly campaignDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.CampaignDay>
  readonly keywordDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.KeywordDay>
  readonly searchTermDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.SearchTermDay>
  /** What others changed since then, oldest first; the platform remembers 30 days. */
  readonly changesSince: (account: M.AdAccount, since: Date) => Read<ReadonlyArray<M.ExternalChange>>

  /** Null when it is not there, or was removed. */
  readonly campaign: (account: M.AdAccount, campaign: M.Ref) => Read<M.PlatformCampaign | null>
  readonly campaignByName: (account: M.AdAccount, name: string) => Read<M.PlatformCampaign | null>
  readonly negatives: (
    account: M.AdAccount,
    parent: M.KeywordParent
  ) => Read<ReadonlyArray<M.PlatformNegative>>
  readonly keywords: (account: M.AdAccount, parent: M.KeywordParent) => Read<ReadonlyArray<M.PlatformKeyword>>
  readonly ads: (account: M.AdAccount, campaign: M.Ref) => Read<ReadonlyArray<M.PlatformAd>>

  readonly rename: (account: M.AdAccount, campaign: M.Ref, name: string) => Write
  /** Refused for a budget that other campaigns spend too. */
  readonly setBudget: (account: M.AdAccount, campaign: M.Ref, amount: number) => Write
  /** Refused for portfolio strategies. Null takes the target away. */
  readonly setTargetCpa: (account: M.AdAccount, campaign: M.Ref, amount: number | null) => Write
  readonly setState: (account: M.AdAccount, campaign: M.Ref, state: "live" | "paused") => Write

  /**
   * All of it or nothing, in one request; answers the names of what was added, changed or removed, in the same order.
   * Adding what is there already is no failure and answers its present name; removing what is gone already counts as
   * done. Anything else that the platform declines declines them all.
   */
  readonly mutate: (account: M.AdAccount, mutations: ReadonlyArray<M.Mutation>) => Write<ReadonlyArray<M.Ref>>
  /** `mutate` for several of a kind, as are the three below. */
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
  /** Keywords or negatives, on campaigns and on ads. */
  readonly removeKeywords: (account: M.AdAccount, refs: ReadonlyArray<M.Ref>) => Write
  readonly setKeywordState: (
    account: M.AdAccount,
    refs: ReadonlyArray<M.Ref>,
    state: "enabled" | "paused"
  ) => Write

  /** The whole campaign or nothing of it. */
  readonly createCampaign: (account: M.AdAccount, draft: M.CampaignDraft) => Write<M.CreatedCampaign>
  /** Asks the platform whether it would take it, and changes nothing. */
  readonly checkCampaign: (account: M.AdAccount, draft: M.CampaignDraft) => Read<void>
  /** Asks the platform whether it would take all of these together, and changes nothing. */
  readonly check: (account: M.AdAccount, changes: ReadonlyArray<M.PlatformChange>) => Read<void>
  readonly createAd: (account: M.AdAccount, campaign: M.Ref, draft: M.AdDraft) => Write<M.CreatedAd>
  /** With everything that hangs on it. One that is gone already counts as done. */
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

/** For a host without a platform: everything else works, and what needs the platform says what is missing. */
export const PlatformNotSetUp: Layer.Layer<AdPlatform> = Layer.succeed(
  AdPlatform,
  new Proxy({} as AdPlatformShape, {
    get: (_, name) => (streams.has(name) ? () => Stream.fail(missing) : () => Effect.fail(missing))
  })
)
