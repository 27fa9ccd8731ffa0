import { Effect, Schema } from "effect"
import { taskAfter } from "../../changes/after.ts"
import { type BackgroundWrite, backgroundWrite } from "../../changes/background-write.ts"
import { reportTypes } from "../../contract/index.ts"
import { Days } from "./facts/told.ts"
import { lastPeriod } from "./periods.ts"
import { readToday } from "./read/read.ts"
import { reportTask } from "./task.ts"

const Begun = Schema.Struct({ type: Schema.Literal(...reportTypes), period: Days })

/** Has the report of the last full period made. It changes nothing itself: the task does, and only the report. */
const begins: BackgroundWrite<"reports.generate", typeof Begun.Type, typeof Begun.Encoded> = {
  subject: "Report",
  trace: Begun,
  begin: ({ clearance }, { type }) =>
    Effect.map(readToday(clearance.organization.id), (today) => ({ type, period: lastPeriod(type, today) })),
  work: (begun) => taskAfter(reportTask, begun, null),
  answer: (_begun, task) => ({ task_tracking_id: task, status: "queued" })
}

export const generateReport = backgroundWrite("reports.generate", Effect.succeed(begins))
