// Made from the contract by `npm run client:generate`; do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { List } from "../../runtime/list.ts"
import type { RequestOptions, WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type {
  CampaignDetail,
  CampaignRow,
  CampaignsCreateAdExecuted,
  CampaignsCreateAdParams,
  CampaignsCreateExecuted,
  CampaignsCreateParams,
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
   * Newest first. Send next_cursor as cursor until it is null. Open one with `client.campaigns.get`.
   *
   * Needs the scope `campaigns:read`.
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
   * Budget, target CPA, website, counts, and whether the ad platform has the same. Change it with
   * `client.campaigns.update` or `client.campaigns.setState`.
   *
   * Needs the scope `campaigns:read`.
   *
   * Errors of its own: `NotFoundError`.
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
   * Create a draft campaign from a website.
   *
   * Builds ads, keywords, sitelinks and callouts in the background: follow task_tracking_id with
   * `client.tasks.get`. Always a draft; put it live with `client.campaigns.setState`.
   *
   * Needs the scope `campaigns:write`.
   *
   * Errors of its own: `BudgetCapExceededError`, `BusinessProfileNotReadyError`,
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
   * Add an ad to a campaign from a landing page.
   *
   * On a live campaign it is pushed and serves when finished; on a draft it waits. Follow
   * task_tracking_id with `client.tasks.get`. Removed in the dashboard only.
   *
   * Needs the scope `campaigns:write`.
   *
   * Errors of its own: `NotFoundError`, `AdNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `ApprovalQueueFullError`, `WriteQuotaExceededError`,
   * `IdempotencyConflictError`.
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
   * Change a campaign's name, daily budget or target CPA.
   *
   * Only the fields sent change; at least one. Previews first; send dry_run false to execute. Budgets
   * move within the limits that `client.organizations.get` tells. Take back with `client.actions.undo`.
   *
   * Needs the scope `campaigns:write`.
   *
   * Errors of its own: `NotFoundError`, `BudgetCapExceededError`, `UnavailableError`,
   * `ApprovalQueueFullError`, `PreviewStaleError`, `WriteQuotaExceededError`,
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
  /** Executes at once, without a preview: change a campaign's name, daily budget or target cpa. */
  update(
    slug: string,
    params: CampaignsUpdateParams & Executing,
    options?: WriteOptions
  ): Promise<CampaignsUpdateExecuted | Held>
  /** Previews or executes, as `dry_run` says; `outcome` tells which it was. */
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
   * Launch, pause, resume or take back a campaign.
   *
   * Previews first: blocked_by says what a launch lacks. Send dry_run false to execute; the ad platform
   * follows in the background: follow task_tracking_id with `client.tasks.get`. Take back with
   * `client.actions.undo`.
   *
   * Needs the scope `campaigns:write`.
   *
   * Errors of its own: `NotFoundError`, `LaunchBlockedError`, `BudgetCapExceededError`,
   * `SyncConflictError`, `AdAccountNotLinkedError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
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
  /** Executes at once, without a preview: launch, pause, resume or take back a campaign. */
  setState(
    slug: string,
    params: CampaignsSetStateParams & Executing,
    options?: WriteOptions
  ): Promise<CampaignsSetStateExecuted | Held>
  /** Previews or executes, as `dry_run` says; `outcome` tells which it was. */
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
}
