// Generated from the contract by `npm run client:generate`. Do not edit.

export type KeywordState = "enabled" | "paused"

export type MatchType = "phrase" | "exact" | "broad"

export interface Share {
  readonly clicks: number
  readonly cost: number
  readonly conversions: number
  readonly clicks_30d?: number
  readonly cost_30d?: number
  readonly conversions_30d?: number
}
