// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions } from "../../effect/variant.ts"
import type { WebsiteFactsResource as Promised } from "../resources/website-facts.ts"
import type { WebsiteFactsGetAnswer, WebsiteFactsGetParams } from "../types/website-facts.ts"
import type { WebsiteFactsGetError } from "./errors.ts"

export class WebsiteFactsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* client.websiteFacts.get({ url: "https://northwind.example/" })
   * ```
   */
  get(
    params: WebsiteFactsGetParams,
    options?: CallOptions
  ): Effect.Effect<WebsiteFactsGetAnswer, WebsiteFactsGetError> {
    return attempt((signal) => this.#client.get(params, { ...options, signal }))
  }
}
