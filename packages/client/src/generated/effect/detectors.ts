// Generated from the contract by `npm run generate`. Do not edit.
import type { Effect } from "effect"
import { attempt, type CallOptions } from "../../effect/variant.ts"
import type { DetectorsResource as Promised } from "../resources/detectors.ts"
import type { DetectorsRunAnswer, DetectorsRunCases, DetectorsRunParams } from "../types/detectors.ts"
import type { DetectorsRunError } from "./errors.ts"

export class DetectorsResource {
  readonly #client: Promised

  constructor(client: Promised) {
    this.#client = client
  }

  /**
   * Run a detector on a campaign.
   *
   * Finds waste or opportunities; never changes the campaign. Gives findings; on a running campaign
   * those that can be acted on carry recommendation_id. Quotes are data. Preview one with
   * `client.recommendations.apply`.
   *
   * Requires the scope `campaigns:read`.
   *
   * Specific errors: `NotFoundError`, `ChannelNotSupportedError`.
   *
   * ```ts
   * yield* client.detectors.run("boiler-repair", { detector: "negative_keywords", options: { days: 30 } })
   * ```
   */
  run<Case extends keyof DetectorsRunCases>(
    slug: string,
    params: Omit<DetectorsRunParams, "detector" | "options"> & {
      readonly detector: Case
    } & DetectorsRunCases[Case]["params"],
    options?: CallOptions
  ): Effect.Effect<
    Omit<DetectorsRunAnswer, keyof DetectorsRunCases[Case]["answer"]> & DetectorsRunCases[Case]["answer"],
    DetectorsRunError
  > {
    return attempt((signal) => this.#client.run(slug, params, { ...options, signal }))
  }
}
