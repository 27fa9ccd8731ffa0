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
  /** Of those that have an estimate, together: what several of them stop counts once. Of 30 days. */
  saving: Schema.NullOr(Schema.Number),
  /** How many have an estimate. Older reports do not say. */
  estimated: Schema.optional(Schema.Number),
  /** Days that an estimate covers. */
  saving_days: Schema.optional(Schema.Number),
  left_out: Schema.Number,
  list: Schema.Array(PendingRecommendationFact)
})

/** What waits to be decided, the largest saving first. */
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
