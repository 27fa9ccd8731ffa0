// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { type EffectPreview, guarded, type WriteCallOptions } from "../../effect/variant.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { AdsResource as Promised } from "../resources/ads.ts"
import type { AdsUpdateExecuted, AdsUpdateParams, AdsUpdatePreview } from "../types/ads.ts"
import type { AdsUpdateError } from "./errors.ts"

export class AdsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * const preview = yield* client.ads.update("boiler-repair", 42, { state: "paused" })
   * const done = yield* preview.execute()
   * ```
   */
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<EffectPreview<AdsUpdatePreview, AdsUpdateExecuted, AdsUpdateError>, AdsUpdateError>
  /** Executes at once, without a preview: pause, enable or rewrite an ad. */
  update(
    slug: string,
    adId: number,
    params: AdsUpdateParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<AdsUpdateExecuted | Held, AdsUpdateError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<AdsUpdatePreview, AdsUpdateExecuted, AdsUpdateError> | AdsUpdateExecuted | Held,
    AdsUpdateError
  >
  update(
    slug: string,
    adId: number,
    params?: AdsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, AdsUpdateError> {
    return guarded<AdsUpdatePreview, AdsUpdateExecuted, AdsUpdateError>((signal) =>
      this.#client.update(slug, adId, params, { ...options, signal })
    )
  }
}
