import { Effect } from "effect"
import type { Period } from "../../performance/period.ts"
import { type ReportType, type Windows, windowsWith } from "../periods.ts"
import { readSource, readToday } from "../source.ts"
import { competitor } from "./competitor.ts"
import { intelligence } from "./intelligence.ts"
import { performance } from "./performance.ts"
import { strategic } from "./strategic.ts"
import { weekly } from "./weekly.ts"

/** All types of reports. The strategy is a document too; its reading, task and rows are its own. */
const reports = { weekly, performance, intelligence, competitor, strategic } satisfies {
  readonly [Type in ReportType]: { readonly facts: (source: never) => { readonly type: Type } }
}

/** What a type of report is for, in one line. */
export const reportPurpose = (type: ReportType): string => reports[type].purpose

/**
 * Returns the last full period of a type before a day: weeks start on Mondays; months and quarters are
 * calendar ones.
 */
export const lastPeriod = (type: ReportType, today: string): Period => reports[type].lastPeriod(today)

export const windowsOf = (type: ReportType, period: Period) => windowsWith(reports[type].trendWeeks, period)

/** Reads the data of a report. */
export const readReportSource = (organization: number, type: ReportType, windows: Windows) =>
  Effect.flatMap(readToday(organization), (today) =>
    readSource(organization, windows, {
      terms: reports[type].readsTerms,
      past: lastPeriod(type, today).to > windows.period.to
    })
  )

/** Returns the facts of a report, and the document that renders them. */
export const writeReport = (type: ReportType, source: Parameters<typeof weekly.write>[0]) =>
  reports[type].write(source)
