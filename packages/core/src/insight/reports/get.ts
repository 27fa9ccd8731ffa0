import { Effect } from "effect"
import { NotFound } from "../../contract/index.ts"
import { handler } from "../../pipeline/handler.ts"
import { Statements, type StatementsShape } from "../../storage/index.ts"
import type { ReportType } from "./periods.ts"
import { findReport } from "./rows.ts"

const none = (type: ReportType) =>
  new NotFound({
    what: `A ${type} report`,
    next:
      type === "weekly"
        ? "Have one written with {reports.generate}, then read it again."
        : "None was made yet. Have one made in the dashboard, then read it again."
  })

const missing = (type: ReportType, id: string) =>
  new NotFound({
    what: `The ${type} report ${id}`,
    next: "List those there are with {reports.list}, or read the newest with {reports.latest}."
  })

export const readReport = (
  statements: StatementsShape,
  organization: number,
  type: ReportType,
  id: string | "latest"
) =>
  Effect.flatMap(findReport(statements, organization, type, id), (report) => {
    if (report !== null) return Effect.succeed(report)
    return id === "latest" ? none(type) : missing(type, id)
  })

export const getLatestReport = handler(
  "reports.latest",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { type }) =>
        readReport(statements, organization.id, type, "latest")
  )
)

export const getReport = handler(
  "reports.get",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { report_id, type }) =>
        readReport(statements, organization.id, type, report_id)
  )
)
