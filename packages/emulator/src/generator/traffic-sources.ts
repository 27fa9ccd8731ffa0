import { at, type Body, text } from "../protocol/json.ts"
import { channelOf, channels, type Demand } from "../state/channels.ts"
import { isDisapproved, type Resource, type Resources } from "../state/store.ts"
import type { Market, MarketTerm, WasteLabel } from "./markets.ts"
import { excludes, type Keyword, matches, matchKind, wordsOf } from "./matching.ts"
import { combine, fraction, hashText, Keyed } from "./random.ts"

type Pattern = readonly [pattern: string, label?: WasteLabel]

const phrasePatterns: readonly Pattern[] = [
  ["{}"],
  ["{} near me"],
  ["{} cost"],
  ["best {}"],
  ["{} services"],
  ["{} jobs", "jobs"],
  ["{} prices"],
  ["local {}"],
  ["how to diy {}", "free_diy"],
  ["{} company"],
  ["{} reviews"],
  ["{} salary", "jobs"],
  ["affordable {}"],
  ["{} quote"],
  ["what is {}", "informational"],
  ["emergency {}"],
  ["{} same day"],
  ["free {}", "free_diy"],
  ["{} today"],
  ["cheap {}"],
  ["{} in dallas", "wrong_city"],
  ["24 hour {}"],
  ["{} training course", "jobs"],
  ["{} rocket home heroes", "competitor"]
]

/** The share of a search term is its rank to the power of minus this exponent. */
const powerLaw = 1.05

// Benchmarks of search advertising in 2026, and the factors of the match types.
const benchmark = channels["SEARCH"]!.typical
const byMatchType: Readonly<
  Record<string, { readonly reach: number; readonly terms: number; readonly lift: number }>
> = {
  EXACT: { reach: 0.35, terms: 1, lift: 1.2 },
  PHRASE: { reach: 0.7, terms: 12, lift: 0.97 },
  BROAD: { reach: 1, terms: phrasePatterns.length, lift: 0.9 }
}

/**
 * Derives search terms from a keyword without a planted market. The same seed and text return the same terms.
 */
export const derivedTerms = ({ text, matchType }: Keyword, seed: number): readonly MarketTerm[] => {
  const shape = byMatchType[matchType] ?? byMatchType["BROAD"]!
  const key = combine(seed, hashText(text.toLowerCase()))
  const market = new Keyed(key)
  const daily = 60 * market.lognormal(0.5) * shape.reach
  const cpc = benchmark.cpc * market.lognormal(0.3)
  const chosen = phrasePatterns.slice(0, shape.terms)
  const weights = chosen.map((_, index) => (index + 1) ** -powerLaw)
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return chosen.map(([pattern, label], index) => {
    const own = combine(key, index + 1)
    return {
      text: pattern.replace("{}", text.toLowerCase()),
      impressions: (daily * weights[index]!) / sum,
      ctr: benchmark.ctr * shape.lift * (0.8 + 0.4 * fraction(own)),
      cvr: label === undefined ? benchmark.cvr * shape.lift * (0.6 + 0.8 * fraction(own + 1)) : 0,
      cpc: cpc * (0.8 + 0.4 * fraction(own + 2)),
      ...(label === undefined ? {} : { label })
    }
  })
}

/**
 * A source of a campaign's traffic: a search term, the keyword that wins it, and the ads that can show. An id is 0
 * if there is none.
 */
export interface TrafficSource {
  readonly term: MarketTerm
  /** True for searches too rare to be reported as terms. They count only for the keyword. */
  readonly hidden: boolean
  readonly adGroupId: number
  readonly criterionId: number
  readonly adIds: readonly number[]
}

interface Bidder extends Keyword {
  readonly adGroup: string
  readonly adGroupId: number
  readonly criterionId: number
  readonly adIds: readonly number[]
}

/** The share of a keyword's searches that stay hidden. */
const hiddenShare = 0.12

/** An enabled ad group. */
interface ServingAdGroup {
  readonly name: string
  readonly title: string
  readonly id: number
  readonly adIds: readonly number[]
  /** Whether AI Max can match searches to it. */
  readonly matchesSearches: boolean
}

/** The parts of an account that determine traffic, collected once for all campaigns. */
interface Structure {
  readonly bidders: ReadonlyMap<string, readonly Bidder[]>
  readonly negatives: ReadonlyMap<string, readonly Keyword[]>
  readonly accountNegatives: readonly Keyword[]
  readonly adGroups: ReadonlyMap<string, readonly ServingAdGroup[]>
}

const keywordOf = (body: Body): Keyword => ({
  text: text(body, "keyword", "text"),
  matchType: text(body, "keyword", "matchType")
})

/** Whether a campaign's AI Max setting is on, or an ad group's search term matching off. */
const isSet = (body: Body, ...path: readonly string[]): boolean => at(body, path) === true

const isOn = ({ body }: Resource): boolean => text(body, "status") === "ENABLED"

const push = <A>(map: Map<string, A[]>, key: string, value: A): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

export const structureOf = (world: Resources, customerId: string): Structure => {
  const ads = new Map<string, number[]>()
  for (const ad of world.list(customerId, "ad_group_ad")) {
    if (isOn(ad) && !isDisapproved(ad)) push(ads, text(ad.body, "adGroup"), Number(text(ad.body, "ad", "id")))
  }
  const bidders = new Map<string, Bidder[]>()
  const negatives = new Map<string, Keyword[]>()
  for (const criterion of world.list(customerId, "ad_group_criterion")) {
    const adGroupName = text(criterion.body, "adGroup")
    if (!isOn(criterion)) continue
    if (criterion.body["negative"] === true) {
      push(negatives, adGroupName, keywordOf(criterion.body))
      continue
    }
    const adGroup = world.get(adGroupName)
    const adIds = ads.get(adGroupName)
    if (!adGroup || !isOn(adGroup) || !adIds) continue
    push(bidders, text(adGroup.body, "campaign"), {
      ...keywordOf(criterion.body),
      adGroup: adGroupName,
      adGroupId: Number(text(adGroup.body, "id")),
      criterionId: Number(text(criterion.body, "criterionId")),
      adIds
    })
  }
  for (const { body } of world.list(customerId, "campaign_criterion")) {
    const live = text(body, "status") !== "REMOVED" && body["negative"] === true
    if (live && body["keyword"] !== undefined) push(negatives, text(body, "campaign"), keywordOf(body))
  }
  const shared = new Map<string, Keyword[]>()
  for (const { body } of world.list(customerId, "shared_criterion"))
    push(shared, text(body, "sharedSet"), keywordOf(body))
  for (const link of world.list(customerId, "campaign_shared_set")) {
    if (!isOn(link)) continue
    for (const keyword of shared.get(text(link.body, "sharedSet")) ?? [])
      push(negatives, text(link.body, "campaign"), keyword)
  }
  const accountNegatives = [...world.list(customerId, "customer_negative_criterion")].flatMap(
    ({ body }) => shared.get(text(body, "negativeKeywordList", "sharedSet")) ?? []
  )
  const adGroups = new Map<string, ServingAdGroup[]>()
  for (const adGroup of world.list(customerId, "ad_group")) {
    if (!isOn(adGroup)) continue
    push(adGroups, text(adGroup.body, "campaign"), {
      name: adGroup.name,
      title: text(adGroup.body, "name"),
      id: Number(text(adGroup.body, "id")),
      adIds: ads.get(adGroup.name) ?? [],
      matchesSearches: !isSet(adGroup.body, "aiMaxAdGroupSetting", "disableSearchTermMatching")
    })
  }
  return { bidders, negatives, accountNegatives, adGroups }
}

const specificity: Readonly<Record<string, number>> = { EXACT: 3, PHRASE: 2, BROAD: 1 }

/**
 * Ranks the keywords for a term: an identical exact keyword first, then phrase, then broad, then the longer
 * keyword.
 */
const rank = (bidder: Bidder, term: string): number => {
  const identical = matchKind(bidder.text, bidder.matchType, term) === "EXACT" ? 0.5 : 0
  return (specificity[bidder.matchType] ?? 0) + identical + wordsOf(bidder.text).length / 100
}

/**
 * Returns a campaign's traffic sources: each search term with the keyword that wins it, without excluded
 * terms.
 */
export const trafficSourcesOf = (
  { body, name: campaign }: Resource,
  structure: Structure,
  market: Market | undefined,
  seed: number
): readonly TrafficSource[] => {
  const bidderByTerm = new Map<string, { bidder: Bidder; term: MarketTerm; rank: number }>()
  for (const bidder of structure.bidders.get(campaign) ?? []) {
    for (const term of searchesFor(bidder, market, seed)) {
      const currentOwner = bidderByTerm.get(term.text)
      const claim = rank(bidder, term.text)
      const better =
        !currentOwner ||
        claim > currentOwner.rank ||
        (claim === currentOwner.rank && bidder.criterionId < currentOwner.bidder.criterionId)
      if (better)
        bidderByTerm.set(term.text, {
          bidder,
          term: currentOwner && currentOwner.term.impressions > term.impressions ? currentOwner.term : term,
          rank: claim
        })
    }
  }
  const byKeyword = new Map<Bidder, TrafficSource[]>()
  for (const { bidder, term } of bidderByTerm.values()) {
    const { adGroupId, criterionId, adIds } = bidder
    if (isExcluded(term.text, campaign, bidder.adGroup, structure)) continue
    const sources = byKeyword.get(bidder) ?? []
    sources.push({ term, hidden: false, adGroupId, criterionId, adIds })
    byKeyword.set(bidder, sources)
  }
  const ofKeywords = [...byKeyword.values()].flatMap((sources) => [...sources, hiddenTrafficSource(sources)])
  if (!isSet(body, "aiMaxSetting", "enableAiMax")) return ofKeywords
  const claimed = new Set(bidderByTerm.keys())
  return [...ofKeywords, ...aiMaxTrafficOf(campaign, structure, market, seed, claimed)]
}

const isExcluded = (term: string, campaign: string, adGroup: string, structure: Structure): boolean =>
  [
    ...structure.accountNegatives,
    ...(structure.negatives.get(campaign) ?? []),
    ...(structure.negatives.get(adGroup) ?? [])
  ].some((negative) => excludes(negative, term))

/** The share of a broad keyword's searches that AI Max adds to a phrase or exact keyword. */
const broadExpansion = 0.3

/**
 * Returns the searches that AI Max adds to those of the keywords: searches that an exact or phrase keyword would
 * match if it were broad, and searches that it matches to an ad group without a keyword.
 */
const aiMaxTrafficOf = (
  campaign: string,
  structure: Structure,
  market: Market | undefined,
  seed: number,
  claimed: Set<string>
): readonly TrafficSource[] => {
  const found: TrafficSource[] = []
  const add = (term: MarketTerm, adGroup: ServingAdGroup, criterionId: number) => {
    if (claimed.has(term.text)) return
    claimed.add(term.text)
    if (isExcluded(term.text, campaign, adGroup.name, structure)) return
    found.push({ term, hidden: false, adGroupId: adGroup.id, criterionId, adIds: adGroup.adIds })
  }
  const adGroups = (structure.adGroups.get(campaign) ?? []).filter(
    ({ adIds, matchesSearches }) => matchesSearches && adIds.length > 0
  )
  const byName = new Map(adGroups.map((adGroup) => [adGroup.name, adGroup]))
  for (const bidder of structure.bidders.get(campaign) ?? []) {
    const adGroup = byName.get(bidder.adGroup)
    if (!adGroup || bidder.matchType === "BROAD") continue
    for (const term of searchesFor({ ...bidder, matchType: "BROAD" }, market, seed)) {
      add({ ...term, impressions: term.impressions * broadExpansion }, adGroup, bidder.criterionId)
    }
  }
  for (const adGroup of adGroups) {
    for (const term of market ? (market.keywordless ?? []) : keywordlessTerms(adGroup.title, seed))
      add(term, adGroup, 0)
  }
  return found
}

const keywordlessPatterns = ["who to ask about {}", "{} ideas", "help with {}", "{} open now"]

/** Derives searches without a keyword from an ad group's title. */
const keywordlessTerms = (title: string, seed: number): readonly MarketTerm[] => {
  const key = combine(seed, hashText(`keywordless ${title.toLowerCase()}`))
  const daily = 40 * new Keyed(key).lognormal(0.5)
  return keywordlessPatterns.map((pattern, index) => ({
    text: pattern.replace("{}", title.toLowerCase()),
    impressions: daily / (index + 2),
    ctr: benchmark.ctr * 0.8,
    cvr: benchmark.cvr * (0.4 + 0.6 * fraction(combine(key, index))),
    cpc: benchmark.cpc * (0.8 + 0.4 * fraction(combine(key, index + 10)))
  }))
}

/** The daily spend, in the account's currency, that the demand of a typical campaign allows. */
const typicalSpend = 90

/** Derives the demand of a campaign without keywords from its channel. */
const derivedDemand = (campaign: Body, seed: number): Demand => {
  const { ctr, cpc, cvr } = channelOf(campaign).typical
  const random = new Keyed(combine(seed, hashText("whole")))
  const ownCpc = cpc * random.lognormal(0.3)
  return {
    impressions: (typicalSpend * random.lognormal(0.4)) / (ctr * ownCpc),
    ctr,
    cvr: cvr * random.lognormal(0.2),
    cpc: ownCpc
  }
}

/** Returns the traffic of a campaign without keywords: that of its ad groups, or of itself if it cannot have any. */
export const wholeTrafficOf = (
  { body, name }: Resource,
  structure: Structure,
  market: Market | undefined,
  seed: number
): readonly TrafficSource[] => {
  const hasAdGroups = channelOf(body).adGroupTypes.length > 0
  const adGroupIds = hasAdGroups ? (structure.adGroups.get(name) ?? []).map(({ id }) => id) : [0]
  const demand = market?.whole ?? derivedDemand(body, seed)
  return adGroupIds.map((adGroupId) => ({
    term: { ...demand, text: `~${adGroupId}`, impressions: demand.impressions / adGroupIds.length },
    hidden: true,
    adGroupId,
    criterionId: 0,
    adIds: [0]
  }))
}

const searchesFor = (bidder: Bidder, market: Market | undefined, seed: number): readonly MarketTerm[] => {
  if (!market) return derivedTerms(bidder, seed)
  const words = bidder.text.toLowerCase()
  if (market.quiet?.includes(words)) return []
  const planted = [...market.terms, ...(market.keywordless ?? [])].filter(
    (term) => matches(bidder, term.text) || (bidder.matchType === "BROAD" && term.via?.includes(words))
  )
  return planted.length > 0 ? planted : derivedTerms(bidder, seed)
}

/** Hidden searches behave like the average of the reported ones. */
const hiddenTrafficSource = (sources: readonly TrafficSource[]): TrafficSource => {
  const total = sources.reduce((sum, { term }) => sum + term.impressions, 0)
  const average = (pick: (term: MarketTerm) => number) =>
    sources.reduce((sum, { term }) => sum + pick(term) * term.impressions, 0) / total
  const first = sources[0]!
  return {
    ...first,
    hidden: true,
    term: {
      text: `~${first.criterionId}`,
      impressions: (total * hiddenShare) / (1 - hiddenShare),
      ctr: average(({ ctr }) => ctr),
      cvr: average(({ cvr }) => cvr),
      cpc: average(({ cpc }) => cpc)
    }
  }
}
