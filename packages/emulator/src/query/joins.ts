import { hashText } from "../generator/random.ts"
import { geoTargets, languageConstants } from "../planning/geo-targets.ts"
import { type Body, text } from "../protocol/json.ts"
import { type Day, dayOf } from "../state/clock.ts"
import type { Database } from "../state/database.ts"
import { isKind, type Kind, nameOf } from "../state/kinds.ts"
import type { Resource, Resources, Store } from "../state/store.ts"
import { conversionActions } from "./conversion-actions.ts"
import { Deliveries } from "./delivery.ts"

/** Fields that depend on the rest of the account, computed on read. */
export class Derived {
  readonly #world: Resources
  readonly #customerId: string
  readonly #deliveries: Deliveries
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #bodies = new Map<string, Body>()

  /** `now` is the account's local date and time. */
  constructor(world: Resources, database: Database, customer: Resource, now: string) {
    this.#world = world
    this.#customerId = customer.customerId
    const limitedByBudget = once(() => budgetLimited(database, customer.customerId, dayOf(now)))
    this.#deliveries = new Deliveries({ resources: world, customer, now, limitedByBudget })
  }

  bodyOf(resource: Resource): Body {
    const cached = this.#bodies.get(resource.name)
    if (cached) return cached
    const body = this.#derive(resource)
    this.#bodies.set(resource.name, body)
    return body
  }

  #derive({ kind, name, body }: Resource): Body {
    switch (kind) {
      case "campaign":
        return this.#campaign(body)
      case "campaign_budget":
        return { ...body, referenceCount: this.#count("campaign", "campaignBudget", name) }
      case "bidding_strategy":
        return {
          ...body,
          campaignCount: this.#count("campaign", "biddingStrategy", name),
          nonRemovedCampaignCount: this.#count("campaign", "biddingStrategy", name)
        }
      case "shared_set":
        return {
          ...body,
          memberCount: this.#count("shared_criterion", "sharedSet", name),
          referenceCount: this.#count("campaign_shared_set", "sharedSet", name)
        }
      case "ad_group_criterion":
        return body["negative"] === true ? body : { ...body, qualityInfo: { qualityScore: qualityOf(name) } }
      case "ad_group_ad":
        return { ...body, adStrength: strengthOf(body) }
      default:
        return body
    }
  }

  #count(kind: Kind, field: string, name: string): string {
    const key = `${kind}.${field}`
    let counts = this.#counts.get(key)
    if (!counts) {
      counts = new Map()
      for (const { body } of this.#world.list(this.#customerId, kind)) {
        if (text(body, "status") === "REMOVED") continue
        counts.set(text(body, field), (counts.get(text(body, field)) ?? 0) + 1)
      }
      this.#counts.set(key, counts)
    }
    return String(counts.get(name) ?? 0)
  }

  #campaign(body: Body): Body {
    const undeclared = !/CONTAIN/.test(text(body, "containsEuPoliticalAdvertising"))
    const strategy = this.#world.get(text(body, "biddingStrategy"))
    const delivery = once(() => this.#deliveries.of(body))
    return {
      ...body,
      ...(undeclared ? { missingEuPoliticalAdvertisingDeclaration: true } : {}),
      ...(strategy ? { biddingStrategyType: text(strategy.body, "type") } : {}),
      // Computed for the queries that select them: they need every ad and keyword of the account.
      get primaryStatus() {
        return delivery().primaryStatus
      },
      get primaryStatusReasons() {
        return delivery().primaryStatusReasons
      },
      get servingStatus() {
        return delivery().servingStatus
      }
    }
  }
}

const once = <A>(compute: () => A): (() => A) => {
  let done: { readonly value: A } | undefined
  return () => {
    done ??= { value: compute() }
    return done.value
  }
}

/** Returns campaigns that lost more than a tenth of their impressions to the budget in the last week. */
const budgetLimited = ({ sql }: Database, customerId: string, today: Day): ReadonlySet<string> =>
  new Set(
    sql
      .prepare(
        `SELECT campaign_id FROM campaign_day WHERE customer_id = ? AND day >= ? GROUP BY campaign_id
         HAVING sum(lost_to_budget) > 0.1 * (sum(impressions) + sum(lost_to_budget))`
      )
      .all(Number(customerId), today - 7)
      .map((row) => String(row["campaign_id"]))
  )

/** A keyword's quality score from 3 to 10: the same at every reading. */
const qualityOf = (name: string): number => 3 + ((hashText(name) >>> 0) % 8)

/** How varied a responsive search ad is, by the number of its distinct lines. */
const strengthOf = (body: Body): string => {
  const ad = ((body["ad"] as Body | undefined)?.["responsiveSearchAd"] ?? {}) as Body
  const distinct = (lines: unknown) =>
    new Set(((lines ?? []) as ReadonlyArray<Body>).map((line) => text(line, "text").toLowerCase())).size
  const [headlines, descriptions] = [distinct(ad["headlines"]), distinct(ad["descriptions"])]
  if (headlines >= 12 && descriptions >= 4) return "EXCELLENT"
  if (headlines >= 8 && descriptions >= 3) return "GOOD"
  return headlines >= 5 ? "AVERAGE" : "POOR"
}

/** The resources of one row, by GAQL name. */
export type Joined = Readonly<Record<string, Body | undefined>>

export interface Reader {
  readonly store: Store
  readonly database: Database
  readonly customer: Resource
  readonly derived: Derived
  /** Changes after this local time are not in the report yet. */
  readonly changesUntil: string
}

/** Follows the references up from a resource: keyword, ad group, campaign, budget, customer. */
export const joinUp = (reader: Reader, from: string, body: Body): Joined => {
  const { store, derived, customer } = reader
  const follow = (name: string): Body | undefined => {
    const resource = name === "" ? undefined : store.get(name)
    return resource && derived.bodyOf(resource)
  }
  const adGroup = from === "ad_group" ? body : follow(text(body, "adGroup"))
  const campaign = from === "campaign" ? body : follow(text(body, "campaign") || text(adGroup, "campaign"))
  return {
    [from]: body,
    ad_group: adGroup,
    campaign,
    campaign_budget: from === "campaign_budget" ? body : follow(text(campaign, "campaignBudget")),
    bidding_strategy: from === "bidding_strategy" ? body : follow(text(campaign, "biddingStrategy")),
    asset: from === "asset" ? body : follow(text(body, "asset")),
    shared_set: from === "shared_set" ? body : follow(text(body, "sharedSet")),
    customer: customer.body
  }
}

/** Returns every row of a resource before filters, for resources that exist without traffic. */
export const baseRows = function* (reader: Reader, from: string): Generator<Joined> {
  const { store, customer, derived } = reader
  const id = customer.customerId
  if (from === "customer") yield { customer: customer.body }
  else if (from === "geo_target_constant") for (const body of geoTargets) yield { [from]: body }
  else if (from === "language_constant") for (const body of languageConstants) yield { [from]: body }
  else if (from === "conversion_action")
    for (const body of conversionActions(id)) yield { customer: customer.body, [from]: body }
  else if (from === "customer_client") yield* clients(reader)
  else if (from === "customer_manager_link") yield* managerLinks(reader)
  else if (from === "keyword_view") {
    for (const { body } of store.list(id, "ad_group_criterion")) {
      if (body["keyword"] === undefined || body["negative"] === true) continue
      const view = { resourceName: text(body, "resourceName").replace("/adGroupCriteria/", "/keywordViews/") }
      yield { ...joinUp(reader, "ad_group_criterion", body), keyword_view: view }
    }
  } else if (isKind(from)) {
    for (const resource of store.list(id, from)) yield joinUp(reader, from, derived.bodyOf(resource))
  }
}

const clients = function* ({ store, customer }: Reader): Generator<Joined> {
  const row = (client: Resource, level: number): Joined => ({
    customer: customer.body,
    customer_client: {
      resourceName: `customers/${customer.customerId}/customerClients/${client.customerId}`,
      clientCustomer: client.name,
      hidden: false,
      level: String(level),
      timeZone: text(client.body, "timeZone"),
      testAccount: client.body["testAccount"] === true,
      manager: client.body["manager"] === true,
      descriptiveName: text(client.body, "descriptiveName"),
      currencyCode: text(client.body, "currencyCode"),
      id: client.customerId,
      status: text(client.body, "status")
    }
  })
  const below = function* (manager: Resource, level: number): Generator<Joined> {
    yield row(manager, level)
    for (const link of store.list(manager.customerId, "customer_client_link")) {
      const client = store.get(text(link.body, "clientCustomer"))
      if (client && link.body["status"] === "ACTIVE") yield* below(client, level + 1)
    }
  }
  yield* below(customer, 0)
}

/** The same links from the client's side. */
const managerLinks = function* ({ store, customer }: Reader): Generator<Joined> {
  for (const manager of store.customers()) {
    for (const { body } of store.list(manager.customerId, "customer_client_link")) {
      if (text(body, "clientCustomer") !== customer.name) continue
      const managerLinkId = text(body, "managerLinkId")
      yield {
        customer: customer.body,
        customer_manager_link: {
          resourceName: `customers/${customer.customerId}/customerManagerLinks/${manager.customerId}~${managerLinkId}`,
          managerCustomer: nameOf("customer", manager.customerId),
          managerLinkId,
          status: text(body, "status")
        }
      }
    }
  }
}

export const changeEventRows = function* (
  reader: Reader,
  range: { readonly from: string; readonly to: string }
): Generator<Joined> {
  const rows = reader.database.sql
    .prepare(
      "SELECT body FROM change_event WHERE customer_id = ? AND at BETWEEN ? AND ? AND at <= ? ORDER BY id"
    )
    .all(reader.customer.customerId, range.from, range.to, reader.changesUntil)
  for (const row of rows) {
    const body = JSON.parse(String(row["body"])) as Body
    yield { ...joinUp(reader, "change_event", body), change_event: body }
  }
}
