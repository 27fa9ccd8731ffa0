import { pluralize } from "../../markdown/text.ts"
import { type DetectorDefinition, pauseKeyword } from "../definition.ts"
import { listExamples, quotedField } from "../describe-findings.ts"
import { servedWithin } from "../view.ts"

const noImpressionDays = 90
/** Days since the keyword was added, and days of service without an impression. */
const minDays = 30

/** Finds keywords without impressions. They cost nothing, but hide the useful ones. */
export const zeroImpression: DetectorDefinition<"zero_impression"> = {
  needsServedDays: true,
  stops: null,
  detect: (view, { include_paused }) => {
    const withoutImpressions = view.keywords
      .filter(
        ({ ageDays, daysWithoutImpressions }) =>
          ageDays >= minDays && daysWithoutImpressions >= Math.min(ageDays, noImpressionDays)
      )
      // Days on which the campaign itself did not serve are no evidence about its keywords.
      .filter(({ daysWithoutImpressions }) => servedWithin(view, daysWithoutImpressions) >= minDays)
      .filter(({ state }) => state === "enabled" || include_paused)
      .toSorted((a, b) => b.daysWithoutImpressions - a.daysWithoutImpressions || a.text.localeCompare(b.text))
    const enabled = withoutImpressions.filter(({ state }) => state === "enabled")
    return {
      findings: withoutImpressions.map((one) => ({
        fields: {
          text: one.text,
          match_type: one.match,
          state: one.state,
          days_without_impressions: one.daysWithoutImpressions
        },
        operation: one.state === "enabled" ? pauseKeyword(one) : null
      })),
      summary: `Pause ${pluralize(enabled.length, "keyword")} that nobody was shown an ad for`
    }
  },
  explainNoFindings: (view) => {
    const days = servedWithin(view, noImpressionDays)
    return days < minDays
      ? `The campaign served on ${days} of the last ${noImpressionDays} days; at least ${minDays} are needed to judge a keyword.`
      : `Every keyword at least ${minDays} days old was shown in the last ${noImpressionDays} days.`
  },
  step: {
    goal: "tidy",
    rank: 1,
    title: (n) => `Pause ${pluralize(n, "keyword")} that nobody searches for`,
    why: "Not shown once in 90 days, or since they are there.",
    line: (result) => listExamples(result, (fields) => quotedField(fields, "text")),
    effect: "nothing saved and nothing lost; what is left can be seen"
  }
}
