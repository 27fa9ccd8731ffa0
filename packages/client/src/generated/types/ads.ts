// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { KeywordState, Share } from "./shared.ts"

/** Parameters of `client.ads.update`. */
export interface AdsUpdateParams {
  /** Paused stops it with its keywords. */
  readonly state?: KeywordState | undefined
  /** 3 to 15, up to 30 characters. */
  readonly headlines?: ReadonlyArray<string> | undefined
  /** 2 to 4, up to 90 characters. */
  readonly descriptions?: ReadonlyArray<string> | undefined
  /** Words after the domain. At most 2 items; each at most 100 characters. */
  readonly paths?: ReadonlyArray<string> | undefined
  /** Its landing page. At most 2,048 characters. */
  readonly url?: string | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.ads.update`. */
export interface AdsUpdatePreview {
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
  /** Shares of the campaign's last 30 days, and amounts. */
  readonly would_lose?: Share
}

/** Result of `client.ads.update`. */
export interface AdsUpdateExecuted {
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
