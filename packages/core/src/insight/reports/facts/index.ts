import { Schema } from "effect"
import { storedColumn } from "../../../storage/stored-json.ts"
import type { ReportType } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { CompetitorFacts, competitorFacts } from "./competitor.ts"
import { IntelligenceFacts, intelligenceFacts } from "./intelligence.ts"
import { PerformanceFacts, performanceFacts } from "./performance.ts"
import { StrategicFacts, strategicFacts } from "./strategic.ts"
import { WeeklyFacts, weeklyFacts } from "./weekly.ts"

/** What a report says, before anybody puts it into words. It is kept beside the report, which can be held to it. */
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
