import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Either, Layer, Schema } from "effect"
import { Changes } from "../../changes/changes.ts"
import { toReply } from "../../changes/outcome.ts"
import type { NotFound, Output, reportTypes } from "../../contract/index.ts"
import type { OrganizationClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import type { HandlerResponse } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import type { WeekFact } from "../document/figures.ts"
import { readReport } from "./get.ts"

type Started = Output<"reports.generate">
type ReportType = (typeof reportTypes)[number]

/** The stored figures that a report's chart shows. */
export interface ReportFigures {
  readonly currency: string
  /** The weeks of its trend; empty for a report without one. */
  readonly weeks: ReadonlyArray<WeekFact>
}

/** Older reports may have other facts. They are then shown without a chart. */
const decodeFigures = Schema.decodeUnknownEither(
  Schema.Struct({
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
)

/** What each type of report is for. */
export const reportPurposes: Readonly<Record<ReportType, string>> = {
  weekly: "What happened in the last full week, why, and what to do next.",
  performance: "The last calendar month: campaigns, days of the week, budgets and targets.",
  strategic: "The last quarter: where the money went, and where more would pay.",
  intelligence: "What people searched for in the last four weeks, by theme, and what is missing.",
  competitor: "The last four weeks of searches that name competitors, and what they cost."
}

interface ReportsShape {
  /** Starts a report of any type. The API offers the weekly one; it is the same write. */
  readonly make: (organization: string, type: ReportType, idempotencyKey: string | null) => Endpoint<Started>
  readonly figures: (
    clearance: OrganizationClearance,
    type: ReportType,
    id: string
  ) => Effect.Effect<ReportFigures | null, NotFound | SqlError>
}

/** Reports for people: making every type, and the stored figures behind their charts. */
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
          )
      }
      return shape
    })
  )
}
