import { type Body, text } from "../protocol/json.ts"
import { nameOf } from "../state/kinds.ts"
import type { Reader } from "./joins.ts"
import type { FactRow } from "./metrics.ts"

/**
 * Rows of search_term_view: the term, its ad group, and whether it already is a keyword or a negative there.
 */
export class SearchTermViews {
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
