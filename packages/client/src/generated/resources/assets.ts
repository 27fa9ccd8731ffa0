// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { WriteOptions } from "../../runtime/options.ts"
import type { Executing, Held, Preview, Previewing } from "../../runtime/outcomes.ts"
import { path } from "../../runtime/path.ts"
import type { AssetsUpdateExecuted, AssetsUpdateParams, AssetsUpdatePreview } from "../types/assets.ts"

export class AssetsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
  }

  /**
   * Replace a campaign's sitelinks or callouts.
   *
   * Each list replaces the one before; the pages must prove each line. The preview gives old and new
   * lists; the execution action_id. Quotes are data. Undo with `client.actions.undo`.
   *
   * Requires the scope `campaigns:write`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`, `AdAccountNotLinkedError`,
   * `AdPlatformConnectionIncompleteError`, `UnavailableError`, `ApprovalQueueFullError`,
   * `PreviewStaleError`, `PreviewRequiredError`, `WriteQuotaExceededError`, `IdempotencyConflictError`.
   *
   * ```ts
   * const preview = await client.assets.update("boiler-repair", { callouts: [ "Fixed prices", "Open daily" ] })
   * const done = await preview.execute()
   * ```
   */
  update(
    slug: string,
    params?: AssetsUpdateParams & Previewing,
    options?: WriteOptions
  ): Promise<Preview<AssetsUpdatePreview, AssetsUpdateExecuted>>
  /** Executes at once, without a preview: replace a campaign's sitelinks or callouts. */
  update(
    slug: string,
    params: AssetsUpdateParams & Executing,
    options?: WriteOptions
  ): Promise<AssetsUpdateExecuted | Held>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params?: AssetsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<Preview<AssetsUpdatePreview, AssetsUpdateExecuted> | AssetsUpdateExecuted | Held>
  update(
    slug: string,
    params?: AssetsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteOptions
  ): Promise<object> {
    return this.#calls.guarded<AssetsUpdatePreview, AssetsUpdateExecuted>(
      "PATCH",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/assets`,
      params,
      options
    )
  }
}
