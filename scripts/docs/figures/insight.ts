import { at, core, count, digits, type Figure, readAll, word } from "./source.ts"

/** Figures about reading, detectors, savings, drafts and reports. */
export const insightFigures = (): ReadonlyArray<Figure> => {
  const detectors = count(
    "packages/core/src/contract/detectors.ts",
    /detectorTable = [\s\S]*?\n\}/,
    /^ {2}\w+: \{/gm
  )
  const wasteDays = readAll(
    "packages/core/src/contract/detectors.ts",
    /days: wholeNumberOption\(1, (\d+), (\d+), \(range\) => `days to analyse/
  )
  const history = core("campaigns/conversion-tracking.ts", /historyDays = (\d+)/)
  const lag = core("campaigns/conversion-tracking.ts", /conversionLagDays = (\d+)/)
  const evidence = readAll(
    "packages/core/src/insight/detect/view.ts",
    /minConversions: (\d+),\s+minConversionsWithTarget: (\d+)/
  )
  const estimate = core("insight/savings/estimate.ts", /estimateDays = (\d+)/)
  const applications = core("insight/savings/accuracy.ts", /minApplications = (\d+)/)
  const spans = readAll(
    "packages/core/src/insight/savings/measure.ts",
    /measurementSpans = \[(\d+), (\d+)\]/
  ).join(" and ")
  const lossDays = core("campaigns/negatives/would-lose.ts", /cost_(\d+)d: number/)
  const reapply = core("insight/recommendations/apply.ts", /reapplySeconds = (\d+) \* 60/)
  const rollups = readAll(
    "packages/core/src/campaigns/search-terms/rollups.ts",
    /rollupWindows = \[(\d+), (\d+), (\d+), (\d+)\]/
  )
  const listed = readAll(
    "packages/core/src/insight/performance/campaign-searches.ts",
    /days: (\d+) \| (\d+) \| (\d+)/
  )
  const lost = core("insight/performance/campaign-searches.ts", /conversions(\d+)d/)
  const week = core("insight/performance/period.ts", /week = (\d+)/)
  const years = Math.floor(core("insight/performance/period.ts", /maxDays = (\d+)/) / 365.25)
  const termDays = readAll(
    "packages/core/src/contract/operations/performance.ts",
    /days: withDefault\(WholeNumber\(1, (\d+)\), (\d+)/
  )
  const rows = readAll(
    "packages/core/src/contract/operations/performance.ts",
    /limit: withDefault\(WholeNumber\(1, (\d+)\), (\d+), "Most rows"/
  )
  const rowsKib = core("contract/operation.ts", /maxRowsBytes = (\d+) \* 1024/)
  const query = core("insight/performance/operations.ts", /timeout = "(\d+) seconds"/)
  const reportWeeks = core("insight/reports/periods.ts", /searchWeeks = (\d+)/)
  const trend = core("insight/reports/periods.ts", /performance: (\d+)/)
  const strategyDays = core("insight/detect/detectors/index.ts", /monthDays = (\d+)/)
  const strategyWeeks = core("insight/strategy/gather/account.ts", /trendWeeks = (\d+)/)
  const documents = core("contract/operations/strategy.ts", /maxItems\((\d+)/)
  const documentLength = core("contract/operations/strategy.ts", /Prose\(([\d_]+)\)/)
  return [
    ...at(
      "docs/concepts/insight.md",
      `are ${word(detectors)} rules`,
      `up to ${history} days, without the last ${word(lag)}`,
      `${word(evidence[0]!)} conversions, or ${word(evidence[1]!)} with a target CPA`,
      `the last ${estimate} days`,
      `over ${applications} measured applications`,
      `compare the cost ${spans} days before`,
      `it covers ${word(week)} days`,
      // The chance that a term with one expected conversion has none.
      `by luck ${Math.round(100 / Math.E)} percent of the time`
    ),
    ...at(
      "docs/glossary.md",
      `up to ${history} days without the last ${word(lag)}`,
      `over ${rollups.slice(0, -1).join(", ")} and ${rollups.at(-1)} days`
    ),
    ...at(
      "docs/guides/waste-audit.md",
      `runs the ${word(detectors)} at once`,
      `by up to ${history} days`,
      `in the last ${wasteDays[1]} days`,
      `, up to ${wasteDays[0]})`,
      `the cost of the last ${estimate} days`,
      `conversions of the last ${lossDays} days`,
      `After ${spans} days`,
      `within ${word(reapply)} minutes`
    ),
    ...at(
      "docs/guides/negative-keywords.md",
      `conversions of the last ${lossDays} days`,
      `of ${listed.slice(0, -1).join(", ")} or ${listed.at(-1)} days`,
      `its conversions of ${lost} days`
    ),
    ...at(
      "docs/guides/performance.md",
      `the ${word(week)} days up to`,
      `the ${word(week)} days that end then`,
      `fewer than ${word(week)} days`,
      `at most ${word(years)} years`,
      `(1 to ${termDays[0]}, ${termDays[1]} by default)`,
      `ends after ${query} seconds`,
      `(${rows[1]} by default, ${digits(rows[0]!)} at most) and ${rowsKib} KiB`
    ),
    ...at(
      "docs/guides/strategy.md",
      `up to ${word(documents)} documents of at most ${digits(documentLength)} characters`,
      `each campaign in ${strategyDays} days beside the ${strategyDays} before, and ${word(strategyWeeks)} weeks`
    ),
    ...at(
      "docs/guides/weekly-report.md",
      `the trend of ${trend} weeks`,
      `the last ${word(reportWeeks)} full weeks`
    )
  ]
}
