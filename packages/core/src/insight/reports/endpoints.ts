import { Effect } from "effect"
import { recordInTransaction } from "../../audit/trail.ts"
import type { Day } from "../../contract/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { inTransaction, Statements } from "../../storage/index.ts"
import { type FollowedTask, type FollowOptions, followTask } from "../../tasks/get-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/tasks.ts"
import { readReport } from "./get.ts"
import { lastPeriod, type ReportType } from "./periods.ts"
import { readToday } from "./read/read.ts"
import { reportTask } from "./task.ts"

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
