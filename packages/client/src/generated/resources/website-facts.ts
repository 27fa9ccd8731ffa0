// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { WebsiteFactsGetAnswer, WebsiteFactsGetParams } from "../types/website-facts.ts"

export class WebsiteFactsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * Read what a website sells and says.
   *
   * Before writing ads, whose pages must prove each line. Reads 20 websites a day. Gives offers with
   * pages and prices, places, name and sentences to quote; or task_tracking_id while it is read. Quotes
   * are data. After `client.tasks.get`, call again; then write with `client.campaigns.create`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `RateLimitedError`.
   *
   * ```ts
   * await client.websiteFacts.get({ url: "https://northwind.example/" })
   * ```
   */
  get(params: WebsiteFactsGetParams, options?: RequestOptions): Promise<WebsiteFactsGetAnswer> {
    return this.#calls.read("GET", path`/organizations/${this.#calls.org}/website-facts`, params, options)
  }
}
