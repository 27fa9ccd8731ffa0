import { Effect } from "effect"
import { renderDocument } from "../../../../src/insight/document/document.ts"
import { factsOf } from "../../../../src/insight/reports/facts/index.ts"
import { lastPeriod, type ReportType, windowsOf } from "../../../../src/insight/reports/periods.ts"
import { readReportSource, readToday } from "../../../../src/insight/reports/read/read.ts"
import { reportOf } from "../../../../src/insight/reports/sections/index.ts"

/** Returns the report of the last full period before a day, from the templates, with its facts. */
export const reportBefore = (organization: number, type: ReportType, day: string | null = null) =>
  Effect.gen(function* () {
    const period = lastPeriod(type, day ?? (yield* readToday(organization)))
    const source = yield* readReportSource(organization, type, windowsOf(type, period))
    const facts = factsOf(type, source)
    return { source, facts, markdown: renderDocument(reportOf(facts)) }
  })
