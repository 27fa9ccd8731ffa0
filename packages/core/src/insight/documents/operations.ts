import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { readOrganization } from "../../access/organizations.ts"
import { type BackgroundWrite, registerBackgroundWrite } from "../../changes/background-write.ts"
import { backgroundTask } from "../../changes/edit.ts"
import {
  Day,
  NotFound,
  type Output,
  ReportId,
  randomId,
  recordNotFound,
  StrategyId,
  ValidationError
} from "../../contract/index.ts"
import { readBrandName } from "../../organizations/index.ts"
import { EpochMillis, pagedList } from "../../paging.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import { handler, registerHandlers } from "../../request/handler.ts"
import { Settings } from "../../settings.ts"
import {
  bindStatement,
  deferStatements,
  makePlanningReader,
  runSql,
  Statements,
  type StatementsShape,
  statement
} from "../../storage/index.ts"
import { startTask } from "../../tasks/tasks.ts"
import { lastPeriod } from "./kinds/index.ts"
import { documentParts } from "./parts.ts"
import type { ReportType } from "./periods.ts"
import { readToday } from "./source.ts"
import { documentsColumn, factsColumn, reportTask, strategyTask, strategyUrl } from "./tasks.ts"

/* Reports: a period of a type has one, which a later one replaces. */

const ReportTrace = reportTask.schema

/** Starts the task that generates the report of the last full period. The write itself changes nothing. */
const reportWrite: BackgroundWrite<"reports.generate", typeof ReportTrace.Type, typeof ReportTrace.Encoded> =
  {
    subject: "Report",
    trace: ReportTrace,
    start: ({ clearance }, { type }) =>
      Effect.map(readToday(clearance.organization.id), (today) => ({
        type,
        period: lastPeriod(type, today)
      })),
    work: (trace) => backgroundTask(reportTask, trace, null),
    output: (_begun, task) => ({ task_tracking_id: task, status: "queued" })
  }

export const generateReport = registerBackgroundWrite("reports.generate", Effect.succeed(reportWrite))

interface ReportRow extends Output<"reports.get"> {
  /** In stored form, because few readers request them. */
  readonly facts: unknown
}

const columns = "id, type, generated_at, markdown, facts"
const latestReport = statement(`
select ${columns} from reports where organization_id = $1 and type = $2
order by period_to desc, period_from desc limit 1`)
const reportById = statement(
  `select ${columns} from reports where organization_id = $1 and type = $2 and id = $3`
)

const noReportYet = (type: ReportType) =>
  new NotFound({
    what: `A ${type} report`,
    next:
      type === "weekly"
        ? "Have one written with {reports.generate}, then read it again."
        : "None was made yet. Have one made in the dashboard under {page.reports}, then read it again."
  })

/** Reads a report by id, or the one of the latest period, with its facts, which are decoded only on request. */
export const readReport = (
  statements: StatementsShape,
  organization: number,
  type: ReportType,
  id: string | "latest"
) =>
  Effect.gen(function* () {
    const [found] = yield* statements.read(
      id === "latest"
        ? bindStatement<ReportRow>(latestReport, [organization, type])
        : bindStatement<ReportRow>(reportById, [organization, type, id])
    )
    if (found === undefined)
      return yield* id === "latest"
        ? noReportYet(type)
        : recordNotFound("report", id, `${id} of type ${type}`)
    const { facts, ...report } = found
    return { report, facts: () => factsColumn.read(facts, { organization, id: report.id }) }
  })

interface ReportRequest {
  readonly type: ReportType
  readonly report_id?: string
  readonly section?: string | undefined
}

const reportReader = Effect.map(
  Statements,
  (statements) =>
    ({ organization }: OrganizationClearance, { report_id = "latest", section, type }: ReportRequest) =>
      Effect.flatMap(readReport(statements, organization.id, type, report_id), ({ report }) => {
        const parts = documentParts(report.markdown, section)
        return parts instanceof ValidationError ? parts : Effect.succeed({ ...report, ...parts })
      })
)
const getLatestReport = handler("reports.latest", reportReader)
const getReport = handler("reports.get", reportReader)

type ReportListRow = Output<"reports.list">["reports"][number] & { readonly period_to: Day }

const reportsOfType = "reports where organization_id = $1 and type = $2"

/** Ordered by period, which stays the same when a report is generated again. */
const readReportPage = pagedList({
  name: "reports",
  position: Schema.Tuple(Schema.typeSchema(Day), Schema.typeSchema(ReportId)),
  positionOf: ({ id, period_to }: ReportListRow) => [period_to, ReportId.make(id)],
  page: `
select id, type, generated_at, period_to from ${reportsOfType}
  and ($3::date is null or (period_to, id) < ($3::date, $4::text))
order by period_to desc, id desc limit $5`,
  count: `select count(*) as total from ${reportsOfType}`
})

const listReports = handler(
  "reports.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { type, ...request }) {
      const { rows, ...page } = yield* readReportPage(statements, [organization.id, type], request)
      return { reports: rows.map(({ generated_at, id, type }) => ({ id, type, generated_at })), ...page }
    })
  )
)

/* Strategies: each has a row from the request on. */

const StrategyTrace = Schema.Struct({ strategy: StrategyId, org: Schema.String })
type StrategyWrite = BackgroundWrite<
  "strategy.generate",
  typeof StrategyTrace.Type,
  typeof StrategyTrace.Encoded
>

/** Inserts the row with the name of the business if it is known, and starts its task, in one transaction. */
export const generateStrategy = registerBackgroundWrite(
  "strategy.generate",
  Effect.map(
    Settings,
    ({ appUrl }): StrategyWrite => ({
      subject: "Strategy",
      trace: StrategyTrace,
      start: ({ clearance: { caller, organization } }, { documents = [] }) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const id = StrategyId.make(randomId("str"))
          const [[found], [brand]] = yield* makePlanningReader().read(
            readOrganization(organization.id),
            readBrandName(organization.id)
          )
          const title = `Strategy for ${brand?.text ?? found!.name}`
          const stored = JSON.stringify(documentsColumn.write({ list: documents }))
          yield* deferStatements(sql`
            insert into strategies (organization_id, id, title, documents, requested_by)
            values (${organization.id}, ${id}, ${title}, ${stored}::jsonb, ${caller.userId})`)
          return { strategy: id, org: organization.slug }
        }),
      work: ({ strategy }) => ({
        key: strategy,
        start: (queue, of) =>
          Effect.tap(
            startTask(queue, strategyTask, { ...of, input: {} }),
            (task) =>
              runSql`update strategies set task_id = ${task}
                where organization_id = ${of.organization} and id = ${strategy}`
          )
      }),
      output: ({ org, strategy }, task) => ({
        status: "queued",
        strategy,
        task_tracking_id: task,
        url: strategyUrl(appUrl, org, strategy)
      })
    })
  )
)

const strategyById = statement(`
select id, status, title, created_at, finished_at, markdown, error
from strategies where organization_id = $1 and id = $2`)

const getStrategy = handler(
  "strategy.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return Effect.fnUntraced(function* ({ organization }, { section, strategy_id }) {
      const [row] = yield* statements.read(
        bindStatement<Omit<Output<"strategy.get">, "url">>(strategyById, [organization.id, strategy_id])
      )
      if (row === undefined) return yield* recordNotFound("strategy", strategy_id)
      const url = strategyUrl(appUrl, organization.slug, row.id)
      if (row.markdown === null) return { ...row, url }
      const parts = documentParts(row.markdown, section)
      return parts instanceof ValidationError ? yield* parts : { ...row, ...parts, url }
    })
  })
)

interface StrategyListRow extends Omit<Output<"strategy.list">["strategies"][number], "id" | "url"> {
  readonly id: StrategyId
}

/** Newest first, without bodies. */
const readStrategyPage = pagedList({
  name: "strategies",
  position: Schema.Tuple(EpochMillis, Schema.typeSchema(StrategyId)),
  positionOf: ({ created_at, id }: StrategyListRow) => [Date.parse(created_at), id],
  page: `
select id, status, title, created_at, finished_at from strategies where organization_id = $1
  and ($2::bigint is null or (created_at, id) < (to_timestamp($2 / 1000.0)::timestamptz(3), $3::text))
order by created_at desc, id desc limit $4`,
  count: "select count(*) as total from strategies where organization_id = $1"
})

const listStrategies = handler(
  "strategy.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { appUrl } = yield* Settings
    return Effect.fnUntraced(function* ({ organization }, request) {
      const { rows, ...page } = yield* readStrategyPage(statements, [organization.id], request)
      const strategies = rows.map((row) => ({ ...row, url: strategyUrl(appUrl, organization.slug, row.id) }))
      return { strategies, ...page }
    })
  })
)

export const documentHandlers = registerHandlers(
  listReports,
  getLatestReport,
  getReport,
  listStrategies,
  getStrategy
)
