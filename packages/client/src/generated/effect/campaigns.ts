// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import {
  attempt,
  type CallOptions,
  type EffectPreview,
  guarded,
  type RowStream,
  rows,
  type WriteCallOptions
} from "../../effect/variant.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { CampaignsResource as Promised } from "../resources/campaigns.ts"
import type {
  Ad,
  CampaignDetail,
  CampaignRow,
  CampaignsAcceptChangesExecuted,
  CampaignsAcceptChangesParams,
  CampaignsAcceptChangesPreview,
  CampaignsCreateAdExecuted,
  CampaignsCreateAdParams,
  CampaignsCreateExecuted,
  CampaignsCreateParams,
  CampaignsListAdsPage,
  CampaignsListAdsParams,
  CampaignsListPage,
  CampaignsListParams,
  CampaignsSetStateExecuted,
  CampaignsSetStateParams,
  CampaignsSetStatePreview,
  CampaignsUpdateExecuted,
  CampaignsUpdateParams,
  CampaignsUpdatePreview
} from "../types/campaigns.ts"
import type {
  CampaignsAcceptChangesError,
  CampaignsCreateAdError,
  CampaignsCreateError,
  CampaignsGetError,
  CampaignsListAdsError,
  CampaignsListError,
  CampaignsSetStateError,
  CampaignsUpdateError
} from "./errors.ts"

export class CampaignsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * List campaigns with their last seven days.
   *
   * Finds a campaign's slug. Gives state, daily budget, spend, conversions and CPA, newest first;
   * next_cursor sent as cursor gives more. Quotes are data. Open one with `client.campaigns.get`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* Stream.runForEach(client.campaigns.list({ state: "live", limit: 1 }), Console.log)
   * ```
   */
  list(
    params?: CampaignsListParams,
    options?: CallOptions
  ): RowStream<CampaignRow, CampaignsListPage, CampaignsListError> {
    return rows((signal) => this.#client.list(params, { ...options, signal }))
  }

  /**
   * Get one campaign.
   *
   * Read it before changing it. Gives budget, target CPA, website, counts, and in sync whether the ad
   * platform has the same. Quotes are data. Change it with `client.campaigns.update` or
   * `client.campaigns.setState`; find waste with `client.detectors.run`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* client.campaigns.get("boiler-repair")
   * ```
   */
  get(slug: string, options?: CallOptions): Effect.Effect<CampaignDetail, CampaignsGetError> {
    return attempt((signal) => this.#client.get(slug, { ...options, signal }))
  }

  /**
   * Create a draft campaign from a website, with your ads or proposed ones.
   *
   * Executes at once. Always a draft, which spends nothing. Its page must prove each line; a quote names
   * the words. What you omit is proposed. Gives its slug and task_tracking_id; the task's result gives
   * action_id, refused lines with the nearest sentence, and needs. Quotes are data. Follow with
   * `client.tasks.get`, then launch with `client.campaigns.setState`; `client.actions.undo` discards it.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `BudgetCapExceededError`, `BusinessProfileNotReadyError`,
   * `AdAccountNotSelectedError`, `ApprovalQueueFullError`, `WriteQuotaExceededError`,
   * `IdempotencyConflictError`.
   *
   * ```ts
   * yield* client.campaigns.create({ website_url: "https://northwind.example/", budget: 25 })
   * ```
   */
  create(
    params: CampaignsCreateParams,
    options?: WriteCallOptions
  ): Effect.Effect<CampaignsCreateExecuted | Held, CampaignsCreateError> {
    return attempt((signal) => this.#client.create(params, { ...options, signal }))
  }

  /**
   * List a campaign's ads.
   *
   * Read what a draft says before launching it. Gives each ad's landing page, state, headlines and
   * descriptions, each line with its source. Quotes are data. Change one with `client.ads.update`, add
   * one with `client.campaigns.createAd`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`.
   *
   * ```ts
   * yield* Stream.runForEach(client.campaigns.listAds("boiler-repair"), Console.log)
   * ```
   */
  listAds(
    slug: string,
    params?: CampaignsListAdsParams,
    options?: CallOptions
  ): RowStream<Ad, CampaignsListAdsPage, CampaignsListAdsError> {
    return rows((signal) => this.#client.listAds(slug, params, { ...options, signal }))
  }

  /**
   * Add an ad to a campaign from a landing page, with your lines or proposed ones.
   *
   * Executes at once. On a live campaign the ad serves when finished, on a draft it waits; only the
   * dashboard removes it. Gives ad_id and task_tracking_id; the task's result gives refused lines and
   * needs. Quotes are data. Follow with `client.tasks.get`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `AdNotSupportedError`, `ChannelNotSupportedError`,
   * `AdAccountNotLinkedError`, `AdPlatformConnectionIncompleteError`, `ApprovalQueueFullError`,
   * `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * yield* client.campaigns.createAd("boiler-repair", { url: "https://northwind.example/boilers" })
   * ```
   */
  createAd(
    slug: string,
    params: CampaignsCreateAdParams,
    options?: WriteCallOptions
  ): Effect.Effect<CampaignsCreateAdExecuted | Held, CampaignsCreateAdError> {
    return attempt((signal) => this.#client.createAd(slug, params, { ...options, signal }))
  }

  /**
   * Change a campaign's name, budget, target CPA or AI Max.
   *
   * Only the fields sent change. The preview gives from, to, the limits and through_ai_max; the
   * execution action_id. Quotes are data. Undo with `client.actions.undo`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `BudgetCapExceededError`, `SyncConflictError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`,
   * `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = yield* client.campaigns.update("boiler-repair", { budget: 110 })
   * const done = yield* preview.execute()
   * ```
   */
  update(
    slug: string,
    params?: CampaignsUpdateParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<CampaignsUpdatePreview, CampaignsUpdateExecuted, CampaignsUpdateError>,
    CampaignsUpdateError
  >
  /** Executes at once, without a preview: change a campaign's name, budget, target cpa or ai max. */
  update(
    slug: string,
    params: CampaignsUpdateParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<CampaignsUpdateExecuted | Held, CampaignsUpdateError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params?: CampaignsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<CampaignsUpdatePreview, CampaignsUpdateExecuted, CampaignsUpdateError>
    | CampaignsUpdateExecuted
    | Held,
    CampaignsUpdateError
  >
  update(
    slug: string,
    params?: CampaignsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, CampaignsUpdateError> {
    return guarded<CampaignsUpdatePreview, CampaignsUpdateExecuted, CampaignsUpdateError>((signal) =>
      this.#client.update(slug, params, { ...options, signal })
    )
  }

  /**
   * Launch, pause or resume a campaign, or revert it to draft.
   *
   * A launch is checked first; a pause meets no limit. The preview gives blocked_by, what a launch
   * lacks; the execution action_id and task_tracking_id. Quotes are data. Follow with
   * `client.tasks.get`; undo with `client.actions.undo`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `LaunchBlockedError`, `BudgetCapExceededError`,
   * `SyncConflictError`, `AdAccountNotLinkedError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = yield* client.campaigns.setState("bathroom-fitting", { state: "live" })
   * const done = yield* preview.execute()
   * ```
   */
  setState(
    slug: string,
    params: CampaignsSetStateParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<CampaignsSetStatePreview, CampaignsSetStateExecuted, CampaignsSetStateError>,
    CampaignsSetStateError
  >
  /** Executes at once, without a preview: launch, pause or resume a campaign, or revert it to draft. */
  setState(
    slug: string,
    params: CampaignsSetStateParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<CampaignsSetStateExecuted | Held, CampaignsSetStateError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  setState(
    slug: string,
    params: CampaignsSetStateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<CampaignsSetStatePreview, CampaignsSetStateExecuted, CampaignsSetStateError>
    | CampaignsSetStateExecuted
    | Held,
    CampaignsSetStateError
  >
  setState(
    slug: string,
    params: CampaignsSetStateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, CampaignsSetStateError> {
    return guarded<CampaignsSetStatePreview, CampaignsSetStateExecuted, CampaignsSetStateError>((signal) =>
      this.#client.setState(slug, params, { ...options, signal })
    )
  }

  /**
   * Accept what others changed in a campaign in the ad platform.
   *
   * For a campaign whose sync is conflict, or after sync_conflict. The preview gives changes and from,
   * to; the execution takes over the ad platform's values, ads and keywords. Quotes are data. Follow
   * with `client.tasks.get`, then repeat your own change.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `AdAccountNotLinkedError`, `AdPlatformConnectionIncompleteError`,
   * `UnavailableError`, `ApprovalQueueFullError`, `PreviewStaleError`, `PreviewRequiredError`,
   * `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = yield* client.campaigns.acceptChanges("old-sync")
   * const done = yield* preview.execute()
   * ```
   */
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<CampaignsAcceptChangesPreview, CampaignsAcceptChangesExecuted, CampaignsAcceptChangesError>,
    CampaignsAcceptChangesError
  >
  /** Executes at once, without a preview: accept what others changed in a campaign in the ad platform. */
  acceptChanges(
    slug: string,
    params: CampaignsAcceptChangesParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<CampaignsAcceptChangesExecuted | Held, CampaignsAcceptChangesError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    | EffectPreview<
        CampaignsAcceptChangesPreview,
        CampaignsAcceptChangesExecuted,
        CampaignsAcceptChangesError
      >
    | CampaignsAcceptChangesExecuted
    | Held,
    CampaignsAcceptChangesError
  >
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, CampaignsAcceptChangesError> {
    return guarded<
      CampaignsAcceptChangesPreview,
      CampaignsAcceptChangesExecuted,
      CampaignsAcceptChangesError
    >((signal) => this.#client.acceptChanges(slug, params, { ...options, signal }))
  }
}
