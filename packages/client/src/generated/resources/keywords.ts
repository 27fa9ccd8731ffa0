// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type {
  KeywordRow,
  KeywordsAddNegativesExecuted,
  KeywordsAddNegativesParams,
  KeywordsAddNegativesPreview,
  KeywordsListNegativesPage,
  KeywordsListNegativesParams,
  KeywordsListPage,
  KeywordsListParams,
  KeywordsRemoveNegativesExecuted,
  KeywordsRemoveNegativesParams,
  KeywordsRemoveNegativesPreview,
  KeywordsUpdateExecuted,
  KeywordsUpdateParams,
  KeywordsUpdatePreview,
  NegativeKeyword
} from "../types/keywords.ts"

export class KeywordsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * List a campaign's keywords with their last 30 days.
   *
   * Shows what is bid on. Gives match type, state, clicks, cost and conversions of each, paused ones
   * included unless state narrows. Quotes are data. Find weak ones with `client.detectors.run`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * for await (const row of client.keywords.list("boiler-repair")) console.log(row)
   * ```
   */
  list(
    slug: string,
    params?: KeywordsListParams,
    options?: RequestOptions
  ): List<KeywordRow, KeywordsListPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/campaigns/${slug}/keywords`,
      "keywords",
      params,
      options
    )
  }

  /**
   * List a campaign's exclusions.
   *
   * Use it to see which searches show no ad. Gives the negative keywords in force on the campaign, its
   * ads and by lists, newest first. Quotes are data. Add some with `client.keywords.addNegatives`,
   * remove some with `client.keywords.removeNegatives`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * for await (const row of client.keywords.listNegatives("boiler-repair")) console.log(row)
   * ```
   */
  listNegatives(
    slug: string,
    params?: KeywordsListNegativesParams,
    options?: RequestOptions
  ): List<NegativeKeyword, KeywordsListNegativesPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/campaigns/${slug}/negative-keywords`,
      "negative_keywords",
      params,
      options
    )
  }

  /**
   * Exclude search terms from one or several campaigns.
   *
   * For searches that cost without conversions. The preview gives the terms, what 30 days would lose,
   * and enabled keywords blocked; the execution action_id. Quotes are data. Undo with
   * `client.actions.undo`, several with all: true.
   *
   * Requires the scope `keywords:write`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = await client.keywords.addNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })
   * const done = await preview.execute()
   * ```
   */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted>>
  /** Executes at once, without a preview: exclude search terms from one or several campaigns. */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & Executing,
    options?: WriteOptions
  ): Promise<KeywordsAddNegativesExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<
    Preview<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted> | KeywordsAddNegativesExecuted | Held
  >
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted>(
      "POST",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/negative-keywords`,
      params,
      options
    )
  }

  /**
   * Remove exclusions from a campaign.
   *
   * For searches that should show ads again. The preview gives each exclusion; the execution action_id.
   * Quotes are data. Undo with `client.actions.undo`.
   *
   * Requires the scope `keywords:write`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = await client.keywords.removeNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })
   * const done = await preview.execute()
   * ```
   */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<KeywordsRemoveNegativesPreview, KeywordsRemoveNegativesExecuted>>
  /** Executes at once, without a preview: remove exclusions from a campaign. */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & Executing,
    options?: WriteOptions
  ): Promise<KeywordsRemoveNegativesExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<
    | Preview<KeywordsRemoveNegativesPreview, KeywordsRemoveNegativesExecuted>
    | KeywordsRemoveNegativesExecuted
    | Held
  >
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<KeywordsRemoveNegativesPreview, KeywordsRemoveNegativesExecuted>(
      "POST",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/negative-keywords/remove`,
      params,
      options
    )
  }

  /**
   * Add, pause, enable or remove keywords of a campaign.
   *
   * For searches to bid on, or no longer. The preview gives each change, and what pauses and removals
   * lose of 30 days; the execution action_id. Quotes are data. Undo with `client.actions.undo`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = await client.keywords.update("boiler-repair", { keywords: [ { op: "pause", text: "boiler fix" } ] })
   * const done = await preview.execute()
   * ```
   */
  update(
    slug: string,
    params: KeywordsUpdateParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<KeywordsUpdatePreview, KeywordsUpdateExecuted>>
  /** Executes at once, without a preview: add, pause, enable or remove keywords of a campaign. */
  update(
    slug: string,
    params: KeywordsUpdateParams & Executing,
    options?: WriteOptions
  ): Promise<KeywordsUpdateExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params: KeywordsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<Preview<KeywordsUpdatePreview, KeywordsUpdateExecuted> | KeywordsUpdateExecuted | Held>
  update(
    slug: string,
    params: KeywordsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<KeywordsUpdatePreview, KeywordsUpdateExecuted>(
      "PATCH",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/keywords`,
      params,
      options
    )
  }
}
