import { pluralize } from "../../markdown/text.ts"
import { type DetectorRule, makeFinding, noSaving, type ProposedOperation } from "../detection.ts"
import { minAgeWithoutImpressions, noImpressionDays } from "../thresholds.ts"
import { servedWithin } from "../view.ts"

/** Keywords that nobody searches for. They cost nothing; they hide those that do something. */
export const zeroImpression: DetectorRule<"zero_impression"> = (view, { include_paused }) => {
  const withoutImpressions = view.keywords
    .filter(
      ({ ageDays, quietDays }) =>
        ageDays >= minAgeWithoutImpressions && quietDays >= Math.min(ageDays, noImpressionDays)
    )
    // While the campaign itself did not serve, the silence of its keywords says nothing.
    .filter(({ quietDays }) => servedWithin(view, quietDays) >= minAgeWithoutImpressions)
    .filter(({ state }) => state === "enabled" || include_paused)
    .toSorted((a, b) => b.quietDays - a.quietDays || a.text.localeCompare(b.text))
  const enabled = withoutImpressions.filter(({ state }) => state === "enabled")
  return {
    findings: withoutImpressions.map(({ match, quietDays, state, text }) =>
      makeFinding(
        { text, match_type: match, state, days_without_impressions: quietDays },
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
