// Generated from the contract by `npm run generate`. Do not edit.
import type { Open } from "../../runtime/open.ts"

export type MatchType = "phrase" | "exact" | "broad"

export interface Share {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly clicks_30d?: number
  readonly cost_30d?: number
  readonly conversions_30d?: number
}

export type KeywordState = "enabled" | "paused"

export interface Actor {
  readonly type: Open<"api_key" | "user" | "engine">
  /** Environment prefix and first characters of the key. */
  readonly prefix?: string
  readonly last_four?: string
  /** Email of the person behind it. */
  readonly user?: string
}
