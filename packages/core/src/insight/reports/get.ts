import { Effect } from "effect"
import { NotFound } from "../../contract/index.ts"
import { handler } from "../../request/handler.ts"
import { Statements, type StatementsShape } from "../../storage/index.ts"
import { factsColumn } from "./facts/index.ts"
import type { ReportType } from "./periods.ts"
import { findReport } from "./rows.ts"

const noReportYet = (type: ReportType) =>
  new NotFound({
    what: `A ${type} report`,
    next:
      type === "weekly"
        ? "Have one written with {reports.generate}, then read it again."
        : "None was made yet. Have one made in the dashboard, then read it again."
  })

const reportNotFound = (type: ReportType, id: string) =>
  new NotFound({
    what: `The ${type} report ${id}`,
    next: "List those there are with {reports.list}, or read the newest with {reports.latest}."
  })

/** Reads a report with its facts, which are decoded only on request. */
export const readReport = (
  statements: StatementsShape,
  organization: number,
  type: ReportType,
  id: string | "latest"
) =>
  Effect.flatMap(findReport(statements, organization, type, id), (found) => {
    if (found === null) return id === "latest" ? noReportYet(type) : reportNotFound(type, id)
    const { facts, ...report } = found
    return Effect.succeed({ report, facts: () => factsColumn.read(facts, { organization, id: report.id }) })
  })

export const getLatestReport = handler(
  "reports.latest",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { type }) =>
        Effect.map(readReport(statements, organization.id, type, "latest"), ({ report }) => report)
  )
)

export const getReport = handler(
  "reports.get",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { report_id, type }) =>
        Effect.map(readReport(statements, organization.id, type, report_id), ({ report }) => report)
  )
)
