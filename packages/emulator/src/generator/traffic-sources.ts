import { type Body, text } from "../protocol/json.ts"
import type { Resource, Resources } from "../state/store.ts"
import { derivedTerms } from "./derived-terms.ts"
import type { Market, MarketTerm } from "./market.ts"
import { excludes, type Keyword, matches, matchKind, wordsOf } from "./matching.ts"

/** A source of a campaign's traffic: a search term, the keyword that wins it, and the ads that can show. */
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

/** The parts of an account that determine traffic, collected once for all campaigns. */
interface Structure {
  readonly bidders: ReadonlyMap<string, readonly Bidder[]>
  readonly negatives: ReadonlyMap<string, readonly Keyword[]>
  readonly accountNegatives: readonly Keyword[]
}

const keywordOf = (body: Body): Keyword => ({
  text: text(body, "keyword", "text"),
  matchType: text(body, "keyword", "matchType")
})

const isOn = ({ body }: Resource): boolean => text(body, "status") === "ENABLED"

const push = <A>(map: Map<string, A[]>, key: string, value: A): void => {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

export const structureOf = (world: Resources, customerId: string): Structure => {
  const ads = new Map<string, number[]>()
  for (const ad of world.list(customerId, "ad_group_ad")) {
    if (isOn(ad)) push(ads, text(ad.body, "adGroup"), Number(text(ad.body, "ad", "id")))
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
  return { bidders, negatives, accountNegatives }
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
  campaign: string,
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
    const excludingKeywords = [
      ...structure.accountNegatives,
      ...(structure.negatives.get(campaign) ?? []),
      ...(structure.negatives.get(bidder.adGroup) ?? [])
    ].some((negative) => excludes(negative, term.text))
    if (excludingKeywords) continue
    const sources = byKeyword.get(bidder) ?? []
    sources.push({ term, hidden: false, adGroupId, criterionId, adIds })
    byKeyword.set(bidder, sources)
  }
  return [...byKeyword.values()].flatMap((sources) => [...sources, hiddenTrafficSource(sources)])
}

const searchesFor = (bidder: Bidder, market: Market | undefined, seed: number): readonly MarketTerm[] => {
  if (!market) return derivedTerms(bidder, seed)
  const words = bidder.text.toLowerCase()
  if (market.quiet?.includes(words)) return []
  const planted = market.terms.filter(
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
