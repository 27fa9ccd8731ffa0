import { Schema } from "effect"
import { storedColumn } from "../../../storage/stored-json.ts"
import type { ReportType } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { CompetitorFacts, competitorFacts } from "./competitor.ts"
import { IntelligenceFacts, intelligenceFacts } from "./intelligence.ts"
import { PerformanceFacts, performanceFacts } from "./performance.ts"
import { StrategicFacts, strategicFacts } from "./strategic.ts"
import { WeeklyFacts, weeklyFacts } from "./weekly.ts"

/** The facts of a report. They are stored beside the report, so that it can be checked against them. */
export const ReportFacts = Schema.Union(
  WeeklyFacts,
  PerformanceFacts,
  IntelligenceFacts,
  CompetitorFacts,
  StrategicFacts
)
export type ReportFacts = typeof ReportFacts.Type

export const factsColumn = storedColumn("reports.facts", ReportFacts)

const builders: {
  readonly [Type in ReportType]: (source: ReportSource) => ReportFacts & { readonly type: Type }
} = {
  weekly: weeklyFacts,
  performance: performanceFacts,
  intelligence: intelligenceFacts,
  competitor: competitorFacts,
  strategic: strategicFacts
}

export const factsOf = (type: ReportType, source: ReportSource): ReportFacts => builders[type](source)
