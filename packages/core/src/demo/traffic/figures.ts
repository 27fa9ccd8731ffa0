import type { KeywordPlan } from "../definition/types.ts"

export interface Figures {
  readonly impressions: number
  readonly clicks: number
  readonly costMicros: number
  readonly conversions: number
  readonly value: number
}
export interface KeywordDay extends Figures {
  readonly date: string
  readonly ad: string
  readonly keyword: KeywordPlan
}
export interface TermDay extends Figures {
  readonly date: string
  readonly ad: string
  readonly term: string
}
export interface CampaignDay extends Figures {
  readonly date: string
}
export interface Traffic {
  readonly campaign: ReadonlyArray<CampaignDay>
  readonly keywords: ReadonlyArray<KeywordDay>
  readonly terms: ReadonlyArray<TermDay>
}

export const added = (rows: ReadonlyArray<Figures>): Figures => ({
  impressions: rows.reduce((sum, row) => sum + row.impressions, 0),
  clicks: rows.reduce((sum, row) => sum + row.clicks, 0),
  costMicros: rows.reduce((sum, row) => sum + row.costMicros, 0),
  conversions: rows.reduce((sum, row) => sum + row.conversions, 0),
  value: Math.round(rows.reduce((sum, row) => sum + row.value, 0) * 100) / 100
})
