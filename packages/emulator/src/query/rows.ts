import { startOfMonth, startOfQuarter, startOfWeek } from "../gaql/dates.ts"
import type { Plan } from "../gaql/plan.ts"
import { type Keyword, matchKind, matchSource } from "../generator/matching.ts"
import { at, type Body, type Json, text } from "../protocol/json.ts"
import { channelOf } from "../state/channels.ts"
import { isoDay, weekday } from "../state/clock.ts"
import { nameOf } from "../state/kinds.ts"
import {
  addTotals,
  type FactRow,
  noTotals,
  readBudgetTotals,
  readFacts,
  readLosses,
  type Totals
} from "./facts.ts"
import { baseRows, changeEventRows, type Joined, joinUp, type Reader } from "./joins.ts"

/**
 * Rows of search_term_view: the term, its ad group, and whether it already is a keyword or a negative there.
 */
class SearchTermViews {
  readonly #reader: Reader
  #added: ReadonlySet<string> | undefined
  #excluded: ReadonlySet<string> | undefined

  constructor(reader: Reader) {
    this.#reader = reader
  }

  view(fact: FactRow): Body {
    const customerId = this.#reader.customer.customerId
    const query = Buffer.from(fact.term).toString("base64url")
    return {
      resourceName: `customers/${customerId}/searchTermViews/${fact.campaignId}~${fact.adGroupId}~${query}`,
      searchTerm: fact.term,
      adGroup: nameOf("ad_group", customerId, String(fact.adGroupId)),
      status: this.#status(fact)
    }
  }

  #status({ campaignId, adGroupId, term }: FactRow): string {
    this.#added ??= this.#collect(false)
    this.#excluded ??= this.#collect(true)
    const added = this.#added.has(`${adGroupId}/${term}`)
    const excluded =
      this.#excluded.has(`${adGroupId}/${term}`) || this.#excluded.has(`c${campaignId}/${term}`)
    if (added) return excluded ? "ADDED_EXCLUDED" : "ADDED"
    return excluded ? "EXCLUDED" : "NONE"
  }

  #collect(negative: boolean): ReadonlySet<string> {
    const { store, customer } = this.#reader
    const found = new Set<string>()
    const add = (prefix: string, name: string, body: Body) => {
      if (text(body, "status") === "REMOVED" || (body["negative"] === true) !== negative) return
      const words = text(body, "keyword", "text").toLowerCase()
      if (words !== "") found.add(`${prefix}${name.split("/").at(-1)}/${words}`)
    }
    for (const { body } of store.list(customer.customerId, "ad_group_criterion"))
      add("", text(body, "adGroup"), body)
    for (const { body } of store.list(customer.customerId, "campaign_criterion"))
      add("c", text(body, "campaign"), body)
    return found
  }
}

const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]

/** Returns the criterion of a group of facts; undefined for searches that AI Max matched without a keyword. */
const criterionOf = (fact: FactRow, reader: Reader): Body | undefined => {
  const name = nameOf(
    "ad_group_criterion",
    reader.customer.customerId,
    String(fact.adGroupId),
    String(fact.criterionId)
  )
  return reader.store.get(name)?.body
}

/** The name of each bucket of lags, and the first day after it. */
const lagBuckets = [
  ["LESS_THAN_ONE_DAY", 1],
  ["ONE_TO_TWO_DAYS", 2],
  ["TWO_TO_THREE_DAYS", 3],
  ["THREE_TO_FOUR_DAYS", 4],
  ["FOUR_TO_FIVE_DAYS", 5],
  ["FIVE_TO_SIX_DAYS", 6],
  ["SIX_TO_SEVEN_DAYS", 7],
  ["SEVEN_TO_EIGHT_DAYS", 8],
  ["EIGHT_TO_NINE_DAYS", 9],
  ["NINE_TO_TEN_DAYS", 10],
  ["TEN_TO_ELEVEN_DAYS", 11],
  ["ELEVEN_TO_TWELVE_DAYS", 12],
  ["TWELVE_TO_THIRTEEN_DAYS", 13],
  ["THIRTEEN_TO_FOURTEEN_DAYS", 14],
  ["FOURTEEN_TO_TWENTY_ONE_DAYS", 21],
  ["TWENTY_ONE_TO_THIRTY_DAYS", 30],
  ["THIRTY_TO_FORTY_FIVE_DAYS", 45],
  ["FORTY_FIVE_TO_SIXTY_DAYS", 60],
  ["SIXTY_TO_NINETY_DAYS", 90]
] as const

const lagBucket = (lag: number): string => lagBuckets.find(([, end]) => lag < end)![0]

type Reading = (fact: FactRow, reader: Reader) => Json | undefined

const ofKeyword =
  (...path: readonly string[]): Reading =>
  (fact, reader) =>
    text(criterionOf(fact, reader), ...path) || undefined

const keywordOf = (fact: FactRow, reader: Reader): Keyword | undefined => {
  const criterion = criterionOf(fact, reader)
  return (
    criterion && {
      text: text(criterion, "keyword", "text"),
      matchType: text(criterion, "keyword", "matchType")
    }
  )
}

/** Reads the value of each segment from a group of facts, by GAQL name. */
const segmentReadings: Readonly<Record<string, Reading>> = {
  "segments.date": ({ day }) => isoDay(day),
  "segments.week": ({ day }) => isoDay(startOfWeek(day)),
  "segments.month": ({ day }) => isoDay(startOfMonth(day)),
  "segments.quarter": ({ day }) => isoDay(startOfQuarter(day)),
  "segments.year": ({ day }) => Number(isoDay(day).slice(0, 4)),
  "segments.day_of_week": ({ day }) => weekdays[weekday(day)],
  "segments.hour": ({ hour }) => hour,
  "segments.device": ({ device }) => device,
  "segments.conversion_lag_bucket": ({ lag }) => lagBucket(lag!),
  "segments.conversion_action": ({ action }) => action!,
  "segments.ad_network_type": ({ campaignId }, { store, customer }) =>
    channelOf(store.get(nameOf("campaign", customer.customerId, String(campaignId)))?.body).network,
  "segments.keyword.ad_group_criterion": ofKeyword("resourceName"),
  "segments.keyword.info.text": ofKeyword("keyword", "text"),
  "segments.keyword.info.match_type": ofKeyword("keyword", "matchType"),
  "segments.search_term_match_type": (fact, reader) => {
    const keyword = keywordOf(fact, reader)
    const byAiMax = matchSource(keyword, fact.term) !== "ADVERTISER_PROVIDED_KEYWORD"
    return !keyword || byAiMax ? "AI_MAX" : matchKind(keyword.text, keyword.matchType, fact.term)
  },
  "segments.search_term_match_source": (fact, reader) => matchSource(keywordOf(fact, reader), fact.term)
}

/** A row before projection: its resources, its sums, its segments by field name. */
export interface Row {
  readonly joined: Joined
  readonly totals: Totals
  readonly segments: Readonly<Record<string, Json | undefined>>
}

const noSegments = {}

export const sourceRows = (reader: Reader, plan: Plan): Iterable<Row> => {
  if (plan.changes) return withoutTraffic(changeEventRows(reader, plan.changes))
  if (plan.from === "search_term_view") return trafficRows(reader, plan, "every fact")
  if (plan.segments.length > 0) return trafficRows(reader, plan, "known entities")
  return plan.usesMetrics ? entitiesWithTotals(reader, plan) : withoutTraffic(baseRows(reader, plan.from))
}

const withoutTraffic = function* (rows: Iterable<Joined>): Generator<Row> {
  const totals = noTotals()
  for (const joined of rows) yield { joined, totals, segments: noSegments }
}

const entityKey = (from: string, joined: Joined): string => {
  const key = text(joined[from], "resourceName").split("/").at(-1) ?? ""
  return from === "customer" ? "" : key
}

const factKey = (from: string, fact: FactRow): string => {
  switch (from) {
    case "customer":
      return ""
    case "campaign":
      return String(fact.campaignId)
    case "ad_group":
      return String(fact.adGroupId)
    case "ad_group_ad":
      return `${fact.adGroupId}~${fact.adId}`
    default:
      return `${fact.adGroupId}~${fact.criterionId}`
  }
}

const totalsByEntity = (reader: Reader, plan: Plan): ReadonlyMap<string, Totals> => {
  const { customerId } = reader.customer
  if (plan.from === "campaign_budget") return readBudgetTotals(reader.database, customerId, plan)
  const facts = readFacts(reader.database, customerId, plan, wantedCampaigns(reader, plan))
  return new Map([...facts].map((fact) => [factKey(plan.from, fact), fact]))
}

/** Rows when dates only filter: every entity has one, also without traffic. */
const entitiesWithTotals = function* (reader: Reader, plan: Plan): Generator<Row> {
  const totals = totalsByEntity(reader, plan)
  const losses = plan.usesShares ? readLosses(reader.database, reader.customer.customerId, plan) : undefined
  for (const joined of baseRows(reader, plan.from)) {
    const key = entityKey(plan.from, joined)
    const sums = { ...(totals.get(key) ?? noTotals()) }
    sums.lostToBudget = losses?.get(key)?.budget ?? 0
    sums.lostToRank = losses?.get(key)?.rank ?? 0
    yield { joined, totals: sums, segments: noSegments }
  }
}

/** Rows when segments are selected: only entities with traffic, one row per combination. */
const trafficRows = function* (
  reader: Reader,
  plan: Plan,
  mode: "every fact" | "known entities"
): Generator<Row> {
  const joinFact = mode === "every fact" ? termJoins(reader) : entityJoins(reader, plan)
  const losses = plan.usesShares ? readLosses(reader.database, reader.customer.customerId, plan) : undefined
  const facts = readFacts(reader.database, reader.customer.customerId, plan, wantedCampaigns(reader, plan))
  for (const fact of mergesRows(plan) ? mergeRows(facts, reader, plan) : facts) {
    const joined = joinFact(fact)
    if (!joined) continue
    const lost = losses?.get(`${fact.campaignId}/${fact.day}`)
    if (lost) Object.assign(fact, { lostToBudget: lost.budget, lostToRank: lost.rank })
    yield { joined, totals: fact, segments: segmentsOf(plan, fact, reader) }
  }
}

const entityJoins = (reader: Reader, plan: Plan): ((fact: FactRow) => Joined | undefined) => {
  const entities = new Map<string, Joined>()
  for (const joined of baseRows(reader, plan.from)) entities.set(entityKey(plan.from, joined), joined)
  return (fact) => entities.get(factKey(plan.from, fact))
}

/** Caches the joined resources of a term, which occurs on many days. */
const termJoins = (reader: Reader): ((fact: FactRow) => Joined | undefined) => {
  const views = new SearchTermViews(reader)
  const adGroups = new Map<
    number,
    { readonly above: Joined; readonly terms: Map<string, Joined> } | undefined
  >()
  const open = (id: number) => {
    const adGroup = reader.store.get(nameOf("ad_group", reader.customer.customerId, String(id)))
    return adGroup && { above: joinUp(reader, "ad_group", reader.derived.bodyOf(adGroup)), terms: new Map() }
  }
  return (fact) => {
    if (!adGroups.has(fact.adGroupId)) adGroups.set(fact.adGroupId, open(fact.adGroupId))
    const adGroup = adGroups.get(fact.adGroupId)
    if (!adGroup) return undefined
    let joined = adGroup.terms.get(fact.term)
    if (!joined) {
      joined = { ...adGroup.above, search_term_view: views.view(fact) }
      adGroup.terms.set(fact.term, joined)
    }
    return joined
  }
}

const segmentsOf = (plan: Plan, fact: FactRow, reader: Reader): Row["segments"] => {
  const values: Record<string, Json | undefined> = {}
  for (const { name } of plan.segments) values[name] = segmentReadings[name]!(fact, reader)
  return values
}

/** Whether several groups of facts form one row: for devices, hours, networks, conversions, weeks, months and match types. */
const mergesRows = ({ from, segments }: Plan): boolean => {
  const names = segments.map(({ name }) => name)
  const coarse = names.some((name) => /\.(day_of_week|week|month|quarter|year)$/.test(name))
  const byKeyword = names.some((name) => /keyword\.info|search_term_match_/.test(name))
  const inParts = names.some((name) => /\.(device|hour)$/.test(name))
  const byNetwork = from === "customer" && names.includes("segments.ad_network_type")
  const divided = names.some((name) => /\.conversion_(lag_bucket|action)$/.test(name))
  return divided || byNetwork || (coarse && !names.includes("segments.date")) || byKeyword || inParts
}

const mergeRows = (facts: Iterable<FactRow>, reader: Reader, plan: Plan): Iterable<FactRow> => {
  const groups = new Map<string, FactRow>()
  for (const fact of facts) {
    const values = Object.values(segmentsOf(plan, fact, reader))
    const entity =
      plan.from === "search_term_view" ? `${fact.adGroupId}/${fact.term}` : factKey(plan.from, fact)
    const key = JSON.stringify([entity, ...values])
    const group = groups.get(key)
    if (group) addTotals(group, fact)
    else groups.set(key, fact)
  }
  return groups.values()
}

/** Applies filters on the campaign first, so that facts of other campaigns are not read. */
const wantedCampaigns = (reader: Reader, plan: Plan): readonly string[] | undefined => {
  const filters = plan.filters.filter(
    ({ field }) => field.resource === "campaign" && field.scope === "attribute"
  )
  if (filters.length === 0) return undefined
  const campaigns = [...reader.store.list(reader.customer.customerId, "campaign")]
  const matchingCampaigns = campaigns.filter((campaign) => {
    const body = reader.derived.bodyOf(campaign)
    return filters.every(({ field, test }) => test(at(body, field.path)))
  })
  return matchingCampaigns.length === campaigns.length
    ? undefined
    : matchingCampaigns.map(({ body }) => text(body, "id"))
}
