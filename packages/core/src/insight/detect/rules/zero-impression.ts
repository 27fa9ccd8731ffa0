import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, noSaving, type ProposedOperation } from "../detection.ts"
import { minAgeWithoutImpressions, noImpressionDays } from "../thresholds.ts"
import { servedWithin } from "../view.ts"

/** Finds keywords without impressions. They cost nothing, but hide the useful ones. */
export const zeroImpression: DetectorRule<"zero_impression"> = (view, { include_paused }) => {
  const withoutImpressions = view.keywords
    .filter(
      ({ ageDays, daysWithoutImpressions }) =>
        ageDays >= minAgeWithoutImpressions && daysWithoutImpressions >= Math.min(ageDays, noImpressionDays)
    )
    // Days on which the campaign itself did not serve are no evidence about its keywords.
    .filter(
      ({ daysWithoutImpressions }) => servedWithin(view, daysWithoutImpressions) >= minAgeWithoutImpressions
    )
    .filter(({ state }) => state === "enabled" || include_paused)
    .toSorted((a, b) => b.daysWithoutImpressions - a.daysWithoutImpressions || a.text.localeCompare(b.text))
  const enabled = withoutImpressions.filter(({ state }) => state === "enabled")
  return {
    findings: withoutImpressions.map(({ match, daysWithoutImpressions, state, text }) =>
      makeFinding(
        { text, match_type: match, state, days_without_impressions: daysWithoutImpressions },
        state === "enabled"
      )
    ),
    operations: enabled.map(
      ({ id, match, text }): ProposedOperation => ({ op: "pause_keyword", keyword: id, text, match })
    ),
    ...noSaving,
    summary: `Pause ${pluralize(enabled.length, "keyword")} that nobody was shown an ad for`
  }
}
