import { geoTargets, languageConstants } from "../planning/geo-targets.ts"
import { type Body, text } from "../protocol/json.ts"
import type { Database } from "../state/database.ts"
import { isKind, nameOf } from "../state/kinds.ts"
import type { Resource, Store } from "../state/store.ts"
import type { Derived } from "./derived.ts"

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
