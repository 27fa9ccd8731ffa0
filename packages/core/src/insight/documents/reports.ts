import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer, Schema } from "effect"
import { recordInTransaction } from "../../audit/trail.ts"
import { Changes } from "../../changes/changes.ts"
import { toReply } from "../../changes/outcome.ts"
import type { Day, NotFound, Output } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance, OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../../request/handler.ts"
import { bindStatement, inTransaction, Statements, statement } from "../../storage/index.ts"
import { type FollowedTask, type FollowOptions, followTask } from "../../tasks/get-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/tasks.ts"
import type { Period } from "../performance/period.ts"
import { lastPeriod } from "./kinds/index.ts"
import { readReport } from "./operations.ts"
import type { ReportType } from "./periods.ts"
import { readToday } from "./source.ts"
import { reportTask } from "./tasks.ts"

type Started = Output<"reports.generate">

/** The stored figures that a report's chart shows: the weeks of its trend, none for a report without one. */
const ReportFigures = Schema.Struct({
  currency: Schema.String,
  weeks: Schema.optionalWith(
    Schema.Array(
      Schema.Struct({
        week: Schema.String,
        spend: Schema.Number,
        conversions: Schema.Number,
        partial: Schema.Boolean
      })
    ),
    { default: () => [] }
  )
})
export type ReportFigures = typeof ReportFigures.Type

/** Older reports may have other facts. They are then shown without a chart. */
export const decodeFigures = Schema.decodeUnknownEither(ReportFigures)

const periodsOf = statement(
  `select id, period_from as "from", period_to as "to" from reports where organization_id = $1 and id = any($2::text[])`
)

interface ReportsShape {
  /** Starts a report of any type. The API offers the weekly one; it is the same write. */
  readonly make: (organization: string, type: ReportType, idempotencyKey: string | null) => Endpoint<Started>
  readonly figures: (
    clearance: OrganizationClearance,
    type: ReportType,
    id: string
  ) => Effect.Effect<ReportFigures | null, NotFound | SqlError>
  /** Adds to listed reports the days that each is about. */
  readonly withPeriods: <Row extends { readonly id: string }>(
    clearance: OrganizationClearance,
    rows: ReadonlyArray<Row>
  ) => Effect.Effect<ReadonlyArray<Row & Period>, SqlError>
}

/** Reports for people: making every type, their periods, and the stored figures behind their charts. */
export class Reports extends Context.Tag("@adwarden/Reports")<Reports, ReportsShape>() {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const changes = yield* Changes
      const statements = yield* Statements
      const shape: ReportsShape = {
        make: (organization, type, idempotencyKey) => ({
          name: "reports.generate",
          admits: "members",
          organization,
          role: "member",
          run: (clearance: OrganizationClearance) =>
            Effect.map(
              changes.execute("reports.generate", clearance, {
                type,
                ...(idempotencyKey === null ? {} : { idempotency_key: idempotencyKey })
              }),
              // The write of this operation answers with its output.
              (outcome) => toReply(outcome) as HandlerResponse<Started>
            )
        }),
        figures: ({ organization }, type, id) =>
          Effect.map(readReport(statements, organization.id, type, id), ({ facts }) =>
            Either.getOrNull(decodeFigures(facts()))
          ),
        withPeriods: ({ organization }, rows) =>
          Effect.map(
            statements.read(
              bindStatement<Period & { readonly id: string }>(periodsOf, [
                organization.id,
                rows.map(({ id }) => id)
              ])
            ),
            (found) => {
              const periods = new Map(found.map(({ from, id, to }) => [id, { from, to }]))
              return rows.flatMap((row) => {
                const period = periods.get(row.id)
                return period === undefined ? [] : [{ ...row, ...period }]
              })
            }
          )
      }
      return shape
    })
  )
}

/** The newest report of a type, and its facts. */
interface LatestReport {
  readonly markdown: string
  readonly facts: object
}

type OperatorInput = OperatorClearance<OrganizationFacts>

/** Endpoints of reports for operators: generate a report of any type, and read the newest. */
export const reportEndpoints = Effect.gen(function* () {
  const statements = yield* Statements
  const queue = yield* Queue
  const endpointBase = (name: string, organization: string) =>
    ({ name: `reports.${name}`, admits: "operators", organization }) as const

  return {
    /** Generates the report of the last full period before today, or before another day. */
    make: (
      organization: string,
      type: ReportType,
      before: Day | null,
      following: FollowOptions
    ): Endpoint<FollowedTask> => ({
      ...endpointBase("make", organization),
      run: ({ audit, caller, organization: { id } }: OperatorInput) =>
        Effect.gen(function* () {
          yield* queue.ready
          const period = lastPeriod(type, before ?? (yield* readToday(id)))
          const task = yield* startTask(queue, reportTask, {
            organization: id,
            input: { type, period },
            requestedBy: caller?.userId ?? null
          }).pipe(
            Effect.tap(() => recordInTransaction(audit, { status_code: 200, error_code: null })),
            inTransaction
          )
          return { ...respondWith(yield* followTask(id, task, following)), audited: true }
        })
    }),
    show: (organization: string, type: ReportType): Endpoint<LatestReport> => ({
      ...endpointBase("show", organization),
      run: ({ organization }: OperatorInput) =>
        Effect.map(readReport(statements, organization.id, type, "latest"), ({ facts, report }) =>
          respondWith({ markdown: report.markdown, facts: facts() })
        )
    })
  }
})
