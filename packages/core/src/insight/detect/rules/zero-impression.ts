import { counted } from "../../markdown/text.ts"
import { asleepAge, asleepDays } from "../cut-offs.ts"
import { finding, noSaving, type Proposed, type Rule } from "../detection.ts"
import { servedWithin } from "../view.ts"

/** Keywords that nobody searches for. They cost nothing; they hide those that do something. */
export const zeroImpression: Rule<"zero_impression"> = (view, { include_paused }) => {
  const asleep = view.keywords
    .filter(({ ageDays, quietDays }) => ageDays >= asleepAge && quietDays >= Math.min(ageDays, asleepDays))
    // While the campaign itself did not serve, the silence of its keywords says nothing.
    .filter(({ quietDays }) => servedWithin(view, quietDays) >= asleepAge)
    .filter(({ state }) => state === "enabled" || include_paused)
    .toSorted((a, b) => b.quietDays - a.quietDays || a.text.localeCompare(b.text))
  const enabled = asleep.filter(({ state }) => state === "enabled")
  return {
    findings: asleep.map(({ match, quietDays, state, text }) =>
      finding({ text, match_type: match, state, days_without_impressions: quietDays }, state === "enabled")
    ),
    operations: enabled.map(
      ({ id, match, text }): Proposed => ({ op: "pause_keyword", keyword: id, text, match })
    ),
    ...noSaving,
    summary: `Pause ${counted(enabled.length, "keyword")} that nobody was shown an ad for`
  }
}
