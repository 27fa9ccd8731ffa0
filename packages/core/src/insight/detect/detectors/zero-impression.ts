import type { KeywordFigures } from "../../../campaigns/index.ts"
import { pluralize } from "../../markdown.ts"
import { type DetectorDefinition, listExamples, pauseKeyword, quotedField } from "../definition.ts"
import { type CampaignView, servedBetween, servedWithin, zeroImpressionCutoffs } from "../view.ts"

const { days, minDays, yearDays } = zeroImpressionCutoffs

/** Returns whether a keyword was needed in the same weeks a year before, as far as the data reaches. */
const seasonOf = (view: CampaignView, { yearBefore }: KeywordFigures): KeywordFigures["yearBefore"] =>
  servedBetween(view, yearDays, yearDays + days) < minDays && yearBefore !== "shown" ? "unknown" : yearBefore

const reasons: Readonly<Record<KeywordFigures["yearBefore"], string>> = {
  silent: "Not shown in the same weeks a year before either.",
  shown: "Shown in the same weeks a year before: it may be seasonal.",
  unknown: "Less than a year of data: it may be seasonal."
}

/** Finds keywords without impressions. They cost nothing, but hide the useful ones. */
export const zeroImpression: DetectorDefinition<"zero_impression"> = {
  strength: 4,
  needsServedDays: true,
  ignoresConversions: true,
  reads: ["keywords", "year"],
  stops: null,
  detect: (view, { include_paused }) => {
    const withoutImpressions = view.keywords
      .filter(
        ({ ageDays, daysWithoutImpressions }) =>
          ageDays >= minDays && daysWithoutImpressions >= Math.min(ageDays, days)
      )
      // Days on which the campaign itself did not serve are no evidence about its keywords.
      .filter(({ daysWithoutImpressions }) => servedWithin(view, daysWithoutImpressions) >= minDays)
      .filter(({ state }) => state === "enabled" || include_paused)
      .map((one) => {
        const season = seasonOf(view, one)
        return { one, season, pause: one.state === "enabled" && season === "silent" }
      })
      .toSorted(
        (a, b) =>
          b.one.daysWithoutImpressions - a.one.daysWithoutImpressions || a.one.text.localeCompare(b.one.text)
      )
    const paused = withoutImpressions.filter(({ pause }) => pause)
    return {
      findings: withoutImpressions.map(({ one, pause, season }) => ({
        fields: {
          text: one.text,
          match_type: one.match,
          state: one.state,
          days_without_impressions: one.daysWithoutImpressions,
          action: pause ? "pause" : "review",
          reason: reasons[season]
        },
        operation: pause ? pauseKeyword(one) : null
      })),
      summary: `Pause ${pluralize(paused.length, "keyword")} that nobody was shown an ad for`
    }
  },
  explainNoFindings: (view) => {
    const served = servedWithin(view, days)
    return served < minDays
      ? `The campaign served on ${served} of the last ${days} days; at least ${minDays} are needed to judge a keyword.`
      : `Every keyword at least ${minDays} days old was shown in the last ${days} days.`
  },
  step: {
    goal: "tidy",
    rank: 1,
    title: (n) => `Pause ${pluralize(n, "keyword")} that nobody searches for`,
    why: "Not shown once in 90 days, nor in the same weeks a year before.",
    line: (result) => listExamples(result, (fields) => quotedField(fields, "text")),
    effect: "nothing saved and nothing lost; what is left can be seen"
  }
}
