// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"
import type { KeywordState, MatchType, Share } from "./shared.ts"

export interface KeywordRow {
  readonly text: string
  readonly match_type: Open<MatchType>
  readonly state: Open<KeywordState>
  readonly clicks_30d: number
  readonly cost_30d: number
  readonly conversions_30d: number
  /** Cost for each click of the last 30 days; 0 without clicks. */
  readonly avg_cpc: number
  /** The ad platform's score; null if unknown. */
  readonly quality_score?: number | null
}

export interface NegativeKeyword {
  readonly text: string
  readonly match_type: Open<MatchType>
  /** Null if it applies to the whole campaign. */
  readonly ad_id: number | null
  /** Dashboard, engine (an applied recommendation), draft, brand, imported or list. */
  readonly source: string
  /** The action that added it; null if none. */
  readonly action_id: string | null
  readonly created_at: string
  /** The shared negative keyword list that it belongs to. */
  readonly list?: string
}

/** Parameters of `client.keywords.list`. */
export interface KeywordsListParams {
  /** In this state. */
  readonly state?: KeywordState | undefined
  /** Highest of this first. Default "cost". */
  readonly sort?: "cost" | "clicks" | "conversions" | undefined
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.keywords.list`. */
export interface KeywordsListPage {
  readonly keywords: ReadonlyArray<KeywordRow>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
  /** Why it is empty, for a campaign of another channel than search. */
  readonly note?: string
}

/** Parameters of `client.keywords.listNegatives`. */
export interface KeywordsListNegativesParams {
  /** Rows. 1 to 100; default 20. */
  readonly limit?: number | undefined
  /** next_cursor. At most 1,024 characters. */
  readonly cursor?: string | undefined
}

/** A page of `client.keywords.listNegatives`. */
export interface KeywordsListNegativesPage {
  readonly negative_keywords: ReadonlyArray<NegativeKeyword>
  /** Rows in the whole list. */
  readonly total: number
  /** Send as cursor for the next page; null on the last one. */
  readonly next_cursor: string | null
  /** Why it is empty, for a campaign of another channel than search. */
  readonly note?: string
}

/** Parameters of `client.keywords.addNegatives`. */
export interface KeywordsAddNegativesParams {
  /** The terms. 1 to 100 items; each at most 80 characters. */
  readonly keywords: ReadonlyArray<string>
  /** How searches match a term. Default "phrase". */
  readonly match_type?: MatchType | undefined
  /** Others of the same ad account. At most 50 items; each at most 255 characters. */
  readonly campaigns?: ReadonlyArray<string> | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.keywords.addNegatives`. */
export interface KeywordsAddNegativesPreview {
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
  readonly match_type: Open<MatchType>
  readonly would_apply: ReadonlyArray<{
    readonly op: Open<"add_negative_keyword">
    readonly term: string
    readonly match_type: Open<MatchType>
  }>
  readonly already_there?: ReadonlyArray<string>
  /** Shares of the campaign's last 30 days, and amounts. */
  readonly would_lose?: Share
  /** Enabled keywords that would no longer show. */
  readonly blocked_keywords?: ReadonlyArray<string>
  /** Of several campaigns, what each would get and lose. */
  readonly by_campaign?: ReadonlyArray<{
    readonly campaign: string
    readonly terms: ReadonlyArray<string>
    readonly already_there: ReadonlyArray<string>
    readonly would_lose: Share
    readonly blocked_keywords: ReadonlyArray<string>
  }>
}

/** Result of `client.keywords.addNegatives`. */
export interface KeywordsAddNegativesExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  readonly action_id: string | null
  /** Of several campaigns: the action of each that changed. */
  readonly action_ids?: ReadonlyArray<string>
  readonly added: number
  readonly match_type: Open<MatchType>
  readonly already_there?: ReadonlyArray<string>
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.keywords.removeNegatives`. */
export interface KeywordsRemoveNegativesParams {
  /** The terms. 1 to 100 items; each at most 80 characters. */
  readonly keywords: ReadonlyArray<string>
  /** Default: each that a term has. */
  readonly match_type?: MatchType | undefined
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.keywords.removeNegatives`. */
export interface KeywordsRemoveNegativesPreview {
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
  readonly would_apply: ReadonlyArray<{
    readonly op: Open<"remove_negative_keyword">
    readonly term: string
    readonly match_type: Open<MatchType>
    readonly ad_id: number | null
  }>
  readonly note: string
}

/** Result of `client.keywords.removeNegatives`. */
export interface KeywordsRemoveNegativesExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  readonly action_id: string | null
  readonly removed: number
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}

/** Parameters of `client.keywords.update`. */
export interface KeywordsUpdateParams {
  /** The changes. 1 to 200 items. */
  readonly keywords: ReadonlyArray<{
    readonly op: "add" | "pause" | "enable" | "remove"
    /** At most 80 characters. */
    readonly text: string
    /** Phrase when added; else each that it has. */
    readonly match_type?: MatchType | undefined
    /** Its ad, if there are several. */
    readonly ad_id?: number | undefined
  }>
  /** From the preview. At most 128 characters. */
  readonly preview_hash?: string | undefined
  /** For the approver. At most 300 characters. */
  readonly comment?: string | undefined
}

/** Preview of `client.keywords.update`. */
export interface KeywordsUpdatePreview {
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
  readonly would_apply: ReadonlyArray<{
    readonly op: Open<"add" | "pause" | "enable" | "remove">
    readonly text: string
    readonly match_type: Open<MatchType>
    readonly ad_id: number
  }>
  readonly already_there?: ReadonlyArray<string>
  /** Shares of the campaign's last 30 days, and amounts. */
  readonly would_lose?: Share
}

/** Result of `client.keywords.update`. */
export interface KeywordsUpdateExecuted {
  /** Distinguishes the outcomes of a call. */
  readonly outcome: "executed"
  readonly applied: true
  readonly action_id: string | null
  readonly changed: {
    readonly added: number
    readonly paused: number
    readonly enabled: number
    readonly removed: number
  }
  /** The ad platform receives it afterwards. */
  readonly sync?: Open<"pending">
  /** Why it waits longer and what to do, and what counts. */
  readonly warnings?: ReadonlyArray<string>
  /** Codes of the warnings that count. */
  readonly warning_codes?: ReadonlyArray<Open<"conversions_lost" | "keywords_blocked" | "raised_repeatedly">>
}
