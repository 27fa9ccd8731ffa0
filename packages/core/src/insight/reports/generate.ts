import { Effect, Schema } from "effect"
import { type BackgroundWrite, registerBackgroundWrite } from "../../changes/background-write.ts"
import { backgroundTask } from "../../changes/edit.ts"
import { reportTypes } from "../../contract/index.ts"
import { lastPeriod, ReportPeriod } from "./periods.ts"
import { readToday } from "./read/read.ts"
import { reportTask } from "./task.ts"

const ReportTrace = Schema.Struct({ type: Schema.Literal(...reportTypes), period: ReportPeriod })

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
