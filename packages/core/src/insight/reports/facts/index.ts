import { Schema } from "effect"
import { reportTypes } from "../../../contract/index.ts"
import { storedColumn } from "../../../storage/stored-json.ts"
import type { ReportType } from "../periods.ts"
import type { ReportSource } from "../read/source.ts"
import { competitorFacts } from "./competitor.ts"
import { intelligenceFacts } from "./intelligence.ts"
import { performanceFacts } from "./performance.ts"
import { strategicFacts } from "./strategic.ts"
import { weeklyFacts } from "./weekly.ts"

const builders = {
  weekly: weeklyFacts,
  performance: performanceFacts,
  intelligence: intelligenceFacts,
  competitor: competitorFacts,
  strategic: strategicFacts
} satisfies { readonly [Type in ReportType]: (source: ReportSource) => { readonly type: Type } }

/** The facts of a report. */
export type ReportFacts = ReturnType<(typeof builders)[ReportType]>

export const factsOf = (type: ReportType, source: ReportSource): ReportFacts => builders[type](source)

/**
 * Facts are stored beside the report, so that people can check its figures. No code computes with stored facts,
 * so only their type is decoded.
 */
export const factsColumn = storedColumn(
  "reports.facts",
  Schema.Struct(
    { type: Schema.Literal(...reportTypes) },
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
)
