// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type { AdsUpdateExecuted, AdsUpdateParams, AdsUpdatePreview } from "../types/ads.ts"

export class AdsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * Pause, enable or rewrite an ad.
   *
   * Lists replace the ad's own; its landing page must prove each line. The ad platform reviews a
   * rewritten ad again. The preview gives what changes, and what a pause loses of 30 days; the execution
   * action_id. Quotes are data. Undo with `client.actions.undo`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = await client.ads.update("boiler-repair", 42, { state: "paused" })
   * const done = await preview.execute()
   * ```
   */
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<AdsUpdatePreview, AdsUpdateExecuted>>
  /** Executes at once, without a preview: pause, enable or rewrite an ad. */
  update(
    slug: string,
    adId: number,
    params: AdsUpdateParams & Executing,
    options?: WriteOptions
  ): Promise<AdsUpdateExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<Preview<AdsUpdatePreview, AdsUpdateExecuted> | AdsUpdateExecuted | Held>
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<AdsUpdatePreview, AdsUpdateExecuted>(
      "PATCH",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/ads/${adId}`,
      params,
      options
    )
  }
}
