import * as SqlClient from "@effect/sql/SqlClient"
import { Clock, Effect, Schema } from "effect"
import { reportTypes } from "../../contract/index.ts"
import type { ProseWriter } from "../../outbound/index.ts"
import { makeReplicaReader } from "../../storage/index.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../../tasks/task-kinds.ts"
import { renderWithModel } from "../document/document.ts"
import { factsOf } from "./facts/index.ts"
import { ReportPeriod, windowsOf } from "./periods.ts"
import { readReportSource } from "./read/read.ts"
import { saveReport } from "./rows.ts"
import { reportOf } from "./sections/index.ts"

const Input = Schema.Struct({ type: Schema.Literal(...reportTypes), period: ReportPeriod })
export type ReportInput = typeof Input.Type

/** Generates the report of a period and replaces an existing one. */
export const reportTask = defineTask("report", Input)

export const reportKind = registerTaskKind(
  reportTask,
  Effect.gen(function* () {
    const context = yield* Effect.context<SqlClient.SqlClient | ProseWriter>()
    const onReplica = yield* makeReplicaReader
    const kind: TaskKind<ReportInput> = {
      run: ({ input: { period, type }, organization, setStage }) =>
        Effect.gen(function* () {
          yield* setStage("Reading the figures")
          const readAt = new Date(yield* Clock.currentTimeMillis)
          const source = yield* onReplica((sql) =>
            Effect.provideService(
              readReportSource(organization, type, windowsOf(type, period)),
              SqlClient.SqlClient,
              sql
            )
          )
          yield* setStage("Working out what they say")
          const facts = factsOf(type, source)
          yield* setStage("Putting it into words")
          const markdown = yield* renderWithModel(reportOf(facts))
          yield* saveReport(organization, { type, period, facts, markdown, readAt })
          return null
        }).pipe(Effect.provide(context)),
      // An existing report stays unchanged.
      onFailure: () => Effect.void
    }
    return kind
  })
)
