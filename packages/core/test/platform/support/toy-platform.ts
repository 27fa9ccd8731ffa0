import { Effect, Stream } from "effect"
import { type AdPlatform, type Platform, PlatformRefused } from "../../../src/platform/index.ts"

const key = "toy"
const label = "Toy Ads"

interface ToyCampaign extends Platform.PlatformCampaign {
  readonly draft: Platform.CampaignDraft
}

/** A small ad platform in memory with one account. Its refs look different from those of Google Ads. */
export const toyPlatform = (account: Platform.AccessibleAccount) => {
  const campaigns = new Map<Platform.Ref, ToyCampaign>()
  const ads = new Map<Platform.Ref, Platform.PlatformAd>()
  const keywords = new Map<Platform.Ref, Platform.PlatformKeyword>()
  const negatives = new Map<Platform.Ref, Platform.PlatformNegative>()
  const calls: Array<string> = []
  let last = 0
  const newRef = (kind: string) => `${kind}#${++last}`

  const refuse = (code: string, message: string, meaning?: "duplicate_name") =>
    new PlatformRefused({ platform: label, code, message, meaning })
  const find = (ref: Platform.Ref) => {
    const found = campaigns.get(ref)
    return found === undefined ? refuse("gone", "There is no such campaign.") : Effect.succeed(found)
  }
  const set = (ref: Platform.Ref, change: Partial<Platform.PlatformCampaign>) =>
    Effect.map(find(ref), (found) => {
      campaigns.set(ref, { ...found, ...change })
    })
  const ofParent = <A extends { readonly campaign: Platform.Ref; readonly ad: Platform.Ref | null }>(
    items: ReadonlyMap<Platform.Ref, A>,
    parent: Platform.KeywordParent
  ) =>
    [...items.values()].filter((one) =>
      "ad" in parent ? one.ad === parent.ad : one.campaign === parent.campaign
    )

  const addKeyword = (campaign: Platform.Ref, ad: Platform.Ref, { match, text }: Platform.KeywordDraft) => {
    const ref = newRef("word")
    keywords.set(ref, { ref, platformId: ref, campaign, ad, text, match, state: "enabled" })
    return ref
  }
  const addNegative = (
    campaign: Platform.Ref,
    ad: Platform.Ref | null,
    { match, text }: Platform.KeywordDraft
  ) => {
    const ref = newRef("not")
    negatives.set(ref, { ref, campaign, ad, text, match })
    return ref
  }
  const addAd = (campaign: Platform.Ref, draft: Platform.AdDraft): void => {
    const { descriptions, headlines, name, url } = draft
    const ref = newRef("ad")
    ads.set(ref, {
      ref,
      platformId: ref,
      campaign,
      name,
      state: "enabled",
      adRef: ref,
      adState: "enabled",
      url,
      headlines,
      descriptions,
      paths: draft.paths ?? []
    })
    for (const one of draft.keywords) addKeyword(campaign, ref, one)
    for (const one of draft.negatives ?? []) addNegative(campaign, ref, one)
  }
  const mutateOne = (mutation: Platform.Mutation): Platform.Ref => {
    switch (mutation.do) {
      case "add_keyword":
        return addKeyword(ads.get(mutation.ad)!.campaign, mutation.ad, mutation)
      case "add_negative":
        return "ad" in mutation.parent
          ? addNegative(ads.get(mutation.parent.ad)!.campaign, mutation.parent.ad, mutation)
          : addNegative(mutation.parent.campaign, null, mutation)
      case "set_keyword_state":
        keywords.set(mutation.keyword, { ...keywords.get(mutation.keyword)!, state: mutation.state })
        return mutation.keyword
      case "set_ad_state":
        ads.set(mutation.ad, { ...ads.get(mutation.ad)!, state: mutation.state })
        return mutation.ad
      case "add_asset":
        return newRef("asset")
      case "set_ad_content": {
        const { ad, do: _, ...texts } = mutation
        ads.set(ad, { ...ads.get(ad)!, ...texts })
        return ad
      }
      case "remove":
        keywords.delete(mutation.ref)
        negatives.delete(mutation.ref)
        return mutation.ref
    }
  }

  const adapter: AdPlatform = {
    key,
    label,
    consentOrigin: "",
    consentAddress: () => refuse("no_consent", "Toys need no consent."),
    redeemConsent: () => refuse("no_consent", "Toys need no consent."),
    accounts: () => Effect.succeed([account]),
    details: () => Effect.succeed({ ...account, tracksConversions: true }),
    structure: () =>
      Effect.sync(() => ({
        campaigns: [...campaigns.values()],
        ads: [...ads.values()],
        keywords: [...keywords.values()],
        negatives: [...negatives.values()],
        locations: [...campaigns.values()].flatMap(({ draft, ref }) =>
          draft.locations.map((geoTarget) => ({ campaign: ref, name: geoTarget, geoTarget }))
        ),
        radii: [],
        sitelinks: [],
        callouts: []
      })),
    negativeLists: () => Effect.succeed([]),
    campaignDays: () => Stream.empty,
    keywordDays: () => Stream.empty,
    searchTermDays: () => Stream.empty,
    conversionLags: () => Effect.succeed([]),
    conversionActions: () => Effect.succeed([]),
    signals: () => Effect.succeed({ billing: null, campaigns: [], keywords: [], ads: [] }),
    changesSince: () => Effect.succeed([]),
    campaign: (_account, ref) => Effect.sync(() => campaigns.get(ref) ?? null),
    campaignByName: (_account, name) =>
      Effect.sync(() => [...campaigns.values()].find((one) => one.name === name) ?? null),
    negatives: (_account, parent) => Effect.sync(() => ofParent(negatives, parent)),
    keywords: (_account, parent) => Effect.sync(() => ofParent(keywords, parent)),
    query: () => refuse("no_queries", "Toys take no queries."),
    ads: (_account, campaign) =>
      Effect.sync(() => [...ads.values()].filter((ad) => ad.campaign === campaign)),
    assets: () => Effect.succeed([]),
    rename: (_account, ref, name) => set(ref, { name }),
    setBudget: (_account, ref, budget) =>
      budget > 1000 ? refuse("too_much", "A toy costs 1000 at most.") : set(ref, { budget }),
    setTargetCpa: (_account, ref, targetCpa) => set(ref, { targetCpa }),
    setAiMax: (_account, ref, aiMax) => set(ref, { aiMax }),
    setState: (_account, ref, state) => set(ref, { state }),
    mutate: (_account, mutations) => Effect.sync(() => mutations.map(mutateOne)),
    createCampaign: (_account, draft) => {
      if ([...campaigns.values()].some(({ name }) => name === draft.name))
        return refuse("twice", "The name is in use.", "duplicate_name")
      return Effect.sync(() => {
        const ref = newRef("campaign")
        const budgetRef = newRef("purse")
        const { budget, name, state, targetCpa = null } = draft
        const settings = {
          channel: "search",
          aiMax: false,
          textAutomation: false,
          total: null,
          ends: null,
          budgetUsers: 1,
          bidding: "TOY",
          portfolio: false
        } as const
        campaigns.set(ref, {
          ref,
          platformId: ref,
          name,
          state,
          budgetRef,
          budget,
          targetCpa,
          ...settings,
          draft
        })
        for (const ad of draft.ads) addAd(ref, ad)
        for (const one of draft.negatives ?? []) addNegative(ref, null, one)
      })
    },
    check: (_account, changes) =>
      Effect.sync(() => {
        calls.push(...changes.map((change) => change.do))
      }),
    createAd: (_account, campaign, draft) => Effect.sync(() => addAd(campaign, draft)),
    removeAd: (_account, ad) =>
      Effect.sync(() => {
        ads.delete(ad)
      }),
    keywordIdeas: () => Effect.succeed([]),
    findLocations: (_account, names) =>
      Effect.succeed(
        names.map((name) => ({
          searched: name,
          geoTarget: `town/${name}`,
          name,
          type: "City",
          countryCode: "US"
        }))
      )
  }
  return { adapter, campaigns, negatives, checked: calls }
}
