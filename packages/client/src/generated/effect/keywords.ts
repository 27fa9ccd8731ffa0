// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import {
  type CallOptions,
  type EffectPreview,
  guarded,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { KeywordsResource as Promised } from "../resources/keywords.ts"
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
import type {
  KeywordsAddNegativesError,
  KeywordsListError,
  KeywordsListNegativesError,
  KeywordsRemoveNegativesError,
  KeywordsUpdateError
} from "./errors.ts"

export class KeywordsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * yield* Stream.runForEach(client.keywords.list("boiler-repair"), Console.log)
   * ```
   */
  list(
    slug: string,
    params?: KeywordsListParams,
    options?: CallOptions
  ): RowStream<KeywordRow, KeywordsListPage, KeywordsListError> {
    return rows((signal) => this.#client.list(slug, params, { ...options, signal }))
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
   * yield* Stream.runForEach(client.keywords.listNegatives("boiler-repair"), Console.log)
   * ```
   */
  listNegatives(
    slug: string,
    params?: KeywordsListNegativesParams,
    options?: CallOptions
  ): RowStream<NegativeKeyword, KeywordsListNegativesPage, KeywordsListNegativesError> {
    return rows((signal) => this.#client.listNegatives(slug, params, { ...options, signal }))
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
   * const preview = yield* client.keywords.addNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })
   * const done = yield* preview.execute()
   * ```
   */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted, KeywordsAddNegativesError>,
    KeywordsAddNegativesError
  >
  /** Executes at once, without a preview: exclude search terms from one or several campaigns. */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<KeywordsAddNegativesExecuted | Held, KeywordsAddNegativesError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted, KeywordsAddNegativesError>
    | KeywordsAddNegativesExecuted
    | Held,
    KeywordsAddNegativesError
  >
  addNegatives(
    slug: string,
    params: KeywordsAddNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, KeywordsAddNegativesError> {
    return guarded<KeywordsAddNegativesPreview, KeywordsAddNegativesExecuted, KeywordsAddNegativesError>(
      (signal) => this.#client.addNegatives(slug, params, { ...options, signal })
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
   * const preview = yield* client.keywords.removeNegatives("boiler-repair", { keywords: [ "boiler jobs" ] })
   * const done = yield* preview.execute()
   * ```
   */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<
      KeywordsRemoveNegativesPreview,
      KeywordsRemoveNegativesExecuted,
      KeywordsRemoveNegativesError
    >,
    KeywordsRemoveNegativesError
  >
  /** Executes at once, without a preview: remove exclusions from a campaign. */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<KeywordsRemoveNegativesExecuted | Held, KeywordsRemoveNegativesError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<
        KeywordsRemoveNegativesPreview,
        KeywordsRemoveNegativesExecuted,
        KeywordsRemoveNegativesError
      >
    | KeywordsRemoveNegativesExecuted
    | Held,
    KeywordsRemoveNegativesError
  >
  removeNegatives(
    slug: string,
    params: KeywordsRemoveNegativesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, KeywordsRemoveNegativesError> {
    return guarded<
      KeywordsRemoveNegativesPreview,
      KeywordsRemoveNegativesExecuted,
      KeywordsRemoveNegativesError
    >((signal) => this.#client.removeNegatives(slug, params, { ...options, signal }))
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
   * const preview = yield* client.keywords.update("boiler-repair", { keywords: [ { op: "pause", text: "boiler fix" } ] })
   * const done = yield* preview.execute()
   * ```
   */
  update(
    slug: string,
    params: KeywordsUpdateParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<KeywordsUpdatePreview, KeywordsUpdateExecuted, KeywordsUpdateError>,
    KeywordsUpdateError
  >
  /** Executes at once, without a preview: add, pause, enable or remove keywords of a campaign. */
  update(
    slug: string,
    params: KeywordsUpdateParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<KeywordsUpdateExecuted | Held, KeywordsUpdateError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params: KeywordsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<KeywordsUpdatePreview, KeywordsUpdateExecuted, KeywordsUpdateError>
    | KeywordsUpdateExecuted
    | Held,
    KeywordsUpdateError
  >
  update(
    slug: string,
    params: KeywordsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, KeywordsUpdateError> {
    return guarded<KeywordsUpdatePreview, KeywordsUpdateExecuted, KeywordsUpdateError>((signal) =>
      this.#client.update(slug, params, { ...options, signal })
    )
  }
}
