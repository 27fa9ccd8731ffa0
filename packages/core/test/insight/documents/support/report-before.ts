import { Effect } from "effect"
import { renderDocument } from "../../../../src/insight/documents/document.ts"
import {
  lastPeriod,
  readReportSource,
  windowsOf,
  writeReport
} from "../../../../src/insight/documents/kinds/index.ts"
import type { ReportType } from "../../../../src/insight/documents/periods.ts"
import { readToday } from "../../../../src/insight/documents/source.ts"

/** Returns the report of the last full period before a day, from the templates, with its facts. */
export const reportBefore = (organization: number, type: ReportType, day: string | null = null) =>
  Effect.gen(function* () {
    const period = lastPeriod(type, day ?? (yield* readToday(organization)))
    const source = yield* readReportSource(organization, type, windowsOf(type, period))
    const { document, facts } = writeReport(type, source)
    return { source, facts, markdown: renderDocument(document) }
  })
