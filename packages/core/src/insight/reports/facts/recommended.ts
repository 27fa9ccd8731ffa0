import { oneLine } from "../../markdown.ts"
import { recommendationLabels } from "../../recommendations/labels.ts"
import { combinedSaving, estimateDays, savingOf } from "../../savings/estimate.ts"
import type { ReportSource } from "../read/source.ts"
import { campaignNamer } from "./campaigns.ts"

const maxListed = 8

/** Returns the combined estimate for 30 days: items that several recommendations stop count once. */
const savingFacts = ({ pending }: ReportSource) => {
  const saving = combinedSaving(pending)
  return {
    saving: saving?.amount ?? null,
    /** Whether it may be more. */
    saving_at_least: saving?.atLeast ?? false,
    /** What the stopped keywords and searches brought in the same days; null if it is not known. */
    saving_conversions: saving?.conversions ?? null
  }
}

/** Returns the recommendations that waited, largest saving first. */
export const nextStepsFacts = (source: ReportSource) => ({
  total: source.pending_total,
  ...savingFacts(source),
  /** The number of recommendations with an estimate. */
  estimated: source.pending.filter(({ saves }) => saves !== null && savingOf(saves) !== null).length,
  saving_days: estimateDays,
  /** Whether these waited at the end of a past period, rather than now. */
  past: source.past,
  left_out: Math.max(0, source.pending_total - maxListed),
  list: source.pending.slice(0, maxListed).map(({ campaign, saving, summary, type }) => ({
    campaign: campaignNamer(source)(campaign),
    summary: summary === null ? recommendationLabels[type] : oneLine(summary, 200),
    saving
  }))
})
export type NextSteps = ReturnType<typeof nextStepsFacts>

export const appliedFacts = (source: ReportSource) =>
  source.applied.map(({ at, campaign, realised_14d, realised_30d, saving, status, summary, type }) => ({
    day: at.slice(0, 10),
    campaign: campaignNamer(source)(campaign),
    summary: oneLine(summary ?? recommendationLabels[type], 200),
    undone: status === "undone",
    saving,
    realised_14d,
    realised_30d
  }))
export type AppliedFact = ReturnType<typeof appliedFacts>[number]
