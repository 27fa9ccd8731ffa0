// Generated from the contract by `npm run generate`. Do not edit.
import type { Calls } from "../../runtime/calls.ts"
import type { RequestOptions } from "../../runtime/options.ts"
import { path } from "../../runtime/path.ts"
import type { DetectorsRunAnswer, DetectorsRunCases, DetectorsRunParams } from "../types/detectors.ts"

export class DetectorsResource {
  readonly #calls: Calls

  constructor(calls: Calls) {
    this.#calls = calls
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
   * await client.detectors.run("boiler-repair", { detector: "negative_keywords", options: { days: 30 } })
   * ```
   */
  run<Case extends keyof DetectorsRunCases>(
    slug: string,
    params: Omit<DetectorsRunParams, "detector" | "options"> & {
      readonly detector: Case
    } & DetectorsRunCases[Case]["params"],
    options?: RequestOptions
  ): Promise<
    Omit<DetectorsRunAnswer, keyof DetectorsRunCases[Case]["answer"]> & DetectorsRunCases[Case]["answer"]
  > {
    return this.#calls.read(
      "POST",
      path`/organizations/${this.#calls.org}/campaigns/${slug}/detect`,
      params,
      options
    )
  }
}
