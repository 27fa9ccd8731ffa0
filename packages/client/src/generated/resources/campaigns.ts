// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
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

export class CampaignsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * for await (const row of client.campaigns.list({ state: "live", limit: 1 })) console.log(row)
   * ```
   */
  list(params?: CampaignsListParams, options?: RequestOptions): List<CampaignRow, CampaignsListPage> {
    return this.#calls.list(path`/organizations/${this.#calls.org}/campaigns`, "campaigns", params, options)
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
   * await client.campaigns.get("boiler-repair")
   * ```
   */
  get(slug: string, options?: RequestOptions): Promise<CampaignDetail> {
    return this.#calls.read(
      "GET",
      path`/organizations/${this.#calls.org}/campaigns/${slug}`,
      undefined,
      options
    )
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
   * await client.campaigns.create({ website_url: "https://northwind.example/", budget: 25 })
   * ```
   */
  create(params: CampaignsCreateParams, options?: WriteOptions): Promise<CampaignsCreateExecuted | Held> {
    return this.#calls.write("POST", path`/organizations/${this.#calls.org}/campaigns`, params, options)
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
   * for await (const row of client.campaigns.listAds("boiler-repair")) console.log(row)
   * ```
   */
  listAds(
    slug: string,
    params?: CampaignsListAdsParams,
    options?: RequestOptions
  ): List<Ad, CampaignsListAdsPage> {
    return this.#calls.list(
      path`/organizations/${this.#calls.org}/campaigns/${slug}/ads`,
      "ads",
      params,
      options
    )
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
   * await client.campaigns.createAd("boiler-repair", { url: "https://northwind.example/boilers" })
   * ```
   */
  createAd(
    slug: string,
    params: CampaignsCreateAdParams,
    options?: WriteOptions
  ): Promise<CampaignsCreateAdExecuted | Held> {
    return this.#calls.write(
      "POST",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/ads`,
      params,
      options
    )
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
   * const preview = await client.campaigns.update("boiler-repair", { budget: 110 })
   * const done = await preview.execute()
   * ```
   */
  update(
    slug: string,
    params?: CampaignsUpdateParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<CampaignsUpdatePreview, CampaignsUpdateExecuted>>
  /** Executes at once, without a preview: change a campaign's name, budget, target cpa or ai max. */
  update(
    slug: string,
    params: CampaignsUpdateParams & Executing,
    options?: WriteOptions
  ): Promise<CampaignsUpdateExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params?: CampaignsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<Preview<CampaignsUpdatePreview, CampaignsUpdateExecuted> | CampaignsUpdateExecuted | Held>
  update(
    slug: string,
    params?: CampaignsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<CampaignsUpdatePreview, CampaignsUpdateExecuted>(
      "PATCH",
      path`/organizations/${this.#calls.org}/campaigns/${slug}`,
      params,
      options
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
   * const preview = await client.campaigns.setState("bathroom-fitting", { state: "live" })
   * const done = await preview.execute()
   * ```
   */
  setState(
    slug: string,
    params: CampaignsSetStateParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<CampaignsSetStatePreview, CampaignsSetStateExecuted>>
  /** Executes at once, without a preview: launch, pause or resume a campaign, or revert it to draft. */
  setState(
    slug: string,
    params: CampaignsSetStateParams & Executing,
    options?: WriteOptions
  ): Promise<CampaignsSetStateExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  setState(
    slug: string,
    params: CampaignsSetStateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<Preview<CampaignsSetStatePreview, CampaignsSetStateExecuted> | CampaignsSetStateExecuted | Held>
  setState(
    slug: string,
    params: CampaignsSetStateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<CampaignsSetStatePreview, CampaignsSetStateExecuted>(
      "PUT",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/state`,
      params,
      options
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
   * const preview = await client.campaigns.acceptChanges("old-sync")
   * const done = await preview.execute()
   * ```
   */
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<CampaignsAcceptChangesPreview, CampaignsAcceptChangesExecuted>>
  /** Executes at once, without a preview: accept what others changed in a campaign in the ad platform. */
  acceptChanges(
    slug: string,
    params: CampaignsAcceptChangesParams & Executing,
    options?: WriteOptions
  ): Promise<CampaignsAcceptChangesExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<
    | Preview<CampaignsAcceptChangesPreview, CampaignsAcceptChangesExecuted>
    | CampaignsAcceptChangesExecuted
    | Held
  >
  acceptChanges(
    slug: string,
    params?: CampaignsAcceptChangesParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<CampaignsAcceptChangesPreview, CampaignsAcceptChangesExecuted>(
      "POST",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/accept-changes`,
      params,
      options
    )
  }
}
