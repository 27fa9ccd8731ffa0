// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

/** Parameters of `client.assets.update`. */
export interface AssetsUpdateParams {
  /** Links below the ads. At most 20 items. */
  readonly sitelinks?:
    | ReadonlyArray<{
        /** At most 200 characters. */
        readonly text: string
        /** At most 2,048 characters. */
        readonly url: string
        /** At most 200 characters. */
        readonly description1?: string | undefined
        /** At most 200 characters. */
        readonly description2?: string | undefined
      }>
    | undefined
  /** True for every landing page. At most 20 items; each at most 200 characters. */
  readonly callouts?: ReadonlyArray<string> | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.assets.update`. */
export interface AssetsUpdatePreview {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "previewed"
  readonly dry_run: true
  /** Slug of the affected campaign. */
  readonly campaign?: string
  /** Whether the execution needs approval. */
  readonly needs_approval?: boolean
  /** What will probably fail or waste spend. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
  /** Result of the ad platform's own check; omitted if nothing is sent. */
  readonly platform_check?: {
    readonly verdict: Open<"accepted" | "refused" | "unchecked">
    /** Why it was refused or not checked. */
    readonly reason: string | null
  }
  /** Why it would be rejected; omitted otherwise. */
  readonly blocked_reason?: string
  /** Send it with dry_run false: the call is rejected if the plan changed. */
  readonly preview_hash?: string
  readonly would_change: { readonly [name: string]: { readonly from: unknown; readonly to: unknown } }
}

/** Result of `client.assets.update`. */
export interface AssetsUpdateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  readonly action_id: string | null
  readonly changed: { readonly [name: string]: { readonly from: unknown; readonly to: unknown } }
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}
