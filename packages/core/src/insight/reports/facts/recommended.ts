import { Schema } from "effect"
import { oneLine } from "../../markdown/text.ts"
import { combinedSaving, estimateDays, savingOf } from "../../savings/estimate.ts"
import type { ReportSource, SourceAppliedRecommendation, SourceRecommendation } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"

export const PendingRecommendationFact = Schema.Struct({
  id: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  saving: Schema.NullOr(Schema.Number)
})

export const NextStepsFacts = Schema.Struct({
  total: Schema.Number,
  /** The combined estimate for 30 days: items that several recommendations stop count once. */
  saving: Schema.NullOr(Schema.Number),
  /** The number of recommendations with an estimate. Older reports have none. */
  estimated: Schema.optional(Schema.Number),
  /** The days that an estimate covers. */
  saving_days: Schema.optional(Schema.Number),
  left_out: Schema.Number,
  list: Schema.Array(PendingRecommendationFact)
})

/** Returns pending recommendations, largest saving first. */
export const nextStepsFacts = (source: ReportSource, limit = 8): typeof NextStepsFacts.Type => ({
  total: source.pending.length,
  saving: combinedSaving(source.pending),
  estimated: source.pending.filter(({ saves }) => saves !== null && savingOf(saves) !== null).length,
  saving_days: estimateDays,
  left_out: Math.max(0, source.pending.length - limit),
  list: source.pending.slice(0, limit).map(({ campaign, id, saving, summary }: SourceRecommendation) => ({
    id,
    campaign: campaignNamer(source)(campaign),
    summary: oneLine(summary, 200),
    saving
  }))
})

export const AppliedFact = Schema.Struct({
  day: Schema.String,
  campaign: Schema.String,
  summary: Schema.String,
  undone: Schema.Boolean,
  saving: Schema.NullOr(Schema.Number),
  realised_14d: Schema.NullOr(Schema.Number),
  realised_30d: Schema.NullOr(Schema.Number)
})

export const appliedFacts = (source: ReportSource): ReadonlyArray<typeof AppliedFact.Type> =>
  source.applied.map(
    ({ at, campaign, realised_14d, realised_30d, saving, status, summary }: SourceAppliedRecommendation) => ({
      day: at.slice(0, 10),
      campaign: campaignNamer(source)(campaign),
      summary: oneLine(summary, 200),
      undone: status === "undone",
      saving,
      realised_14d,
      realised_30d
    })
  )
