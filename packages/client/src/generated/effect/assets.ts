// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { type EffectPreview, guarded, type WriteCallOptions } from "../../effect/variant.ts"
import type { Executing, Held, Previewing } from "../../runtime/outcomes.ts"
import type { AssetsResource as Promised } from "../resources/assets.ts"
import type { AssetsUpdateExecuted, AssetsUpdateParams, AssetsUpdatePreview } from "../types/assets.ts"
import type { AssetsUpdateError } from "./errors.ts"

export class AssetsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
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
   * const preview = yield* client.assets.update("boiler-repair", { callouts: [ "Fixed prices", "Open daily" ] })
   * const done = yield* preview.execute()
   * ```
   */
  update(
    slug: string,
    params?: AssetsUpdateParams & Previewing,
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<AssetsUpdatePreview, AssetsUpdateExecuted, AssetsUpdateError>,
    AssetsUpdateError
  >
  /** Executes at once, without a preview: replace a campaign's sitelinks or callouts. */
  update(
    slug: string,
    params: AssetsUpdateParams & Executing,
    options?: WriteCallOptions
  ): Effect.Effect<AssetsUpdateExecuted | Held, AssetsUpdateError>
  /** Previews or executes, depending on `dry_run`. `outcome` states which. */
  update(
    slug: string,
    params?: AssetsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<
    EffectPreview<AssetsUpdatePreview, AssetsUpdateExecuted, AssetsUpdateError> | AssetsUpdateExecuted | Held,
    AssetsUpdateError
  >
  update(
    slug: string,
    params?: AssetsUpdateParams & { readonly dry_run?: boolean | undefined },
    options?: WriteCallOptions
  ): Effect.Effect<object, AssetsUpdateError> {
    return guarded<AssetsUpdatePreview, AssetsUpdateExecuted, AssetsUpdateError>((signal) =>
      this.#client.update(slug, params, { ...options, signal })
    )
  }
}
