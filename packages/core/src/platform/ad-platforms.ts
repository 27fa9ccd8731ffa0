import { Context, Effect, Layer, type Scope, Stream } from "effect"
import { type ReadFailure, SetupRequired, type WriteFailure } from "./errors.ts"
import { platformTexts, setPlatformLabel } from "./labels.ts"
import type * as M from "./model.ts"

type Read<A> = Effect.Effect<A, ReadFailure>
type Write<A = void> = Effect.Effect<A, WriteFailure>
type Rows<A> = Stream.Stream<A, ReadFailure>

/**
 * An ad platform, as the rest of the service uses it. Each platform has one adapter. Amounts are in units of the account's currency;
 * figures are in micros, as stored. Every call uses the account's own login, never a caller's credential.
 *
 * A write that fails with OutcomeUnknown may have been done. Read back with `campaign`, `campaignNamed`,
 * `negatives` or `keywords` before you report or retry it.
 */
export interface AdPlatform {
  /** The key that the platform's accounts and logins are stored with. */
  readonly key: string
  /** The display name of the platform in messages. */
  readonly label: string

  /** The origin of the page on which people consent; empty without an adapter. */
  readonly consentOrigin: string
  /** Returns the address of the page on which a person consents to the service's access. */
  readonly consentAddress: (request: M.ConsentRequest) => Read<string>
  /** Redeems the code of a granted consent. A code works once, so a failure needs a new consent. */
  readonly redeemConsent: (code: M.ConsentCode) => Read<M.ConsentGrant>

  readonly accounts: (login: M.PlatformLogin) => Read<ReadonlyArray<M.AccessibleAccount>>
  readonly details: (account: M.AdAccount) => Read<M.AccountDetails>

  readonly structure: (account: M.AdAccount) => Read<M.AccountStructure>
  /** Lists the negative keyword lists that campaigns of the account use, with their keywords. */
  readonly negativeLists: (account: M.AdAccount) => Read<ReadonlyArray<M.NegativeList>>
  readonly campaignDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.CampaignDay>
  readonly keywordDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.KeywordDay>
  readonly searchTermDays: (account: M.AdAccount, days: M.DayRange) => Rows<M.SearchTermDay>
  /** Reads how well the account serves, with impression shares of these days. */
  readonly signals: (account: M.AdAccount, days: M.DayRange) => Read<M.AccountSignals>
  /** Reads the conversions of the clicks of some days by their lag. */
  readonly conversionLags: (
    account: M.AdAccount,
    days: M.DayRange
  ) => Read<ReadonlyArray<M.LaggedConversions>>
  /** Reads the enabled conversion actions, with their conversions of some days. */
  readonly conversionActions: (
    account: M.AdAccount,
    days: M.DayRange
  ) => Read<ReadonlyArray<M.ConversionAction>>
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
  /** The sitelinks and callouts of a campaign itself. */
  readonly assets: (account: M.AdAccount, campaign: M.Ref) => Read<ReadonlyArray<M.PlatformAsset>>

  readonly rename: (account: M.AdAccount, campaign: M.Ref, name: string) => Write
  /** The platform refuses this for a budget that other campaigns share. */
  readonly setBudget: (account: M.AdAccount, campaign: M.Ref, amount: number) => Write
  /** The platform refuses this for portfolio strategies. Null removes the target. */
  readonly setTargetCpa: (account: M.AdAccount, campaign: M.Ref, amount: number | null) => Write
  readonly setAiMax: (account: M.AdAccount, campaign: M.Ref, on: boolean) => Write
  readonly setState: (account: M.AdAccount, campaign: M.Ref, state: "live" | "paused") => Write

  /**
   * Sends all mutations in one request, which the platform applies completely or not at all. Returns the
   * refs of the added, changed or removed items, in the same order. Adding an existing item
   * succeeds and returns its current ref; removing a missing item succeeds. Any other refusal refuses the
   * whole request.
   */
  readonly mutate: (account: M.AdAccount, mutations: ReadonlyArray<M.Mutation>) => Write<ReadonlyArray<M.Ref>>

  /** Creates the campaign completely or not at all. Read it back for its refs, as after `createAd`. */
  readonly createCampaign: (account: M.AdAccount, draft: M.CampaignDraft) => Write
  /** Validates all changes together with the platform and changes nothing. */
  readonly check: (account: M.AdAccount, changes: ReadonlyArray<M.PlatformChange>) => Read<void>
  readonly createAd: (account: M.AdAccount, campaign: M.Ref, draft: M.AdDraft) => Write
  /** Removes an ad with everything that belongs to it. A missing ad counts as removed. */
  readonly removeAd: (account: M.AdAccount, ad: M.Ref) => Write

  /** Runs a read-only query in the platform's own language and returns at most `limit` rows. */
  readonly query: (account: M.AdAccount, query: string, limit: number) => Read<M.QueryResult>

  readonly keywordIdeas: (account: M.AdAccount, seed: M.IdeaSeed) => Read<ReadonlyArray<M.KeywordIdea>>
  readonly findLocations: (
    account: M.AdAccount,
    names: ReadonlyArray<string>,
    countryCode?: string
  ) => Read<ReadonlyArray<M.LocationMatch>>
}

const streams = new Set<string | symbol>(["campaignDays", "keywordDays", "searchTermDays"])

/** For a platform without an adapter: operations that need it fail with the setup step that is missing. */
const notSetUp = (key: string): AdPlatform => {
  const { label, setup } = platformTexts(key)
  const missing = new SetupRequired({
    code: "PLATFORM_NOT_SET_UP",
    message: `This service is not connected to ${label}. ${setup}. Until then every attempt fails.`
  })
  return new Proxy({ key, label, consentOrigin: "" } as AdPlatform, {
    get: (named, name) =>
      Reflect.get(named, name) ??
      (streams.has(name) ? () => Stream.fail(missing) : () => Effect.fail(missing))
  })
}

/** The adapters of the service. An account's platform selects its adapter. */
export class AdPlatforms extends Context.Tag("@adwarden/AdPlatforms")<
  AdPlatforms,
  { readonly get: (platform: string) => AdPlatform }
>() {
  /** Registers adapters. Without any, all operations that need a platform report the missing setup. */
  static readonly layer = <E = never, R = never>(
    ...adapters: ReadonlyArray<Effect.Effect<AdPlatform, E, R>>
  ): Layer.Layer<AdPlatforms, E, Exclude<R, Scope.Scope>> =>
    Layer.scoped(
      AdPlatforms,
      Effect.map(Effect.all(adapters), (registered) => {
        const byKey = new Map(registered.map((adapter) => [adapter.key, adapter]))
        for (const { key, label } of registered) setPlatformLabel(key, label)
        return { get: (platform: string) => byKey.get(platform) ?? notSetUp(platform) }
      })
    )
}
