import { Effect, Schema } from "effect"
import { Day, NotFound, type Output, ReportId, recordNotFound } from "../../contract/index.ts"
import { pagedList } from "../../paging.ts"
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
        : "None was made yet. Have one made in the dashboard under {page.reports}, then read it again."
  })

/** Reads a report with its facts, which are decoded only on request. */
export const readReport = (
  statements: StatementsShape,
  organization: number,
  type: ReportType,
  id: string | "latest"
) =>
  Effect.flatMap(findReport(statements, organization, type, id), (found) => {
    if (found === null)
      return id === "latest" ? noReportYet(type) : recordNotFound("report", id, `${id} of type ${type}`)
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

type Row = Output<"reports.list">["reports"][number]
interface ReportListRow extends Row {
  readonly period_to: Day
}

const reportsOfType = "reports where organization_id = $1 and type = $2"

/** Ordered by period, which stays the same when a report is generated again. */
const readPage = pagedList({
  name: "reports",
  position: Schema.Tuple(Schema.typeSchema(Day), Schema.typeSchema(ReportId)),
  positionOf: ({ id, period_to }: ReportListRow) => [period_to, ReportId.make(id)],
  page: `
select id, type, generated_at, period_to from ${reportsOfType}
  and ($3::date is null or (period_to, id) < ($3::date, $4::text))
order by period_to desc, id desc limit $5`,
  count: `select count(*) as total from ${reportsOfType}`
})

export const listReports = handler(
  "reports.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { type, ...request }) {
      const { rows, ...page } = yield* readPage(statements, [organization.id, type], request)
      return { reports: rows.map(({ generated_at, id, type }) => ({ id, type, generated_at })), ...page }
    })
  )
)
