import { Effect, Schema } from "effect"
import { taskAfter } from "../../changes/after.ts"
import { type At, edit, type Planned } from "../../changes/edit.ts"
import { editKind } from "../../changes/edits.ts"
import { reportTypes } from "../../contract/index.ts"
import { Days } from "./facts/told.ts"
import { lastPeriod } from "./periods.ts"
import { readToday } from "./read/read.ts"
import { reportTask } from "./task.ts"

const Input = Schema.Struct({ type: Schema.Literal(...reportTypes) })
const Trace = Schema.Struct({ ...Input.fields, period: Days })
type Trace = typeof Trace.Type

interface MakeReportPlan extends Planned, Trace {}

const notTakenBack = "A report changes no campaign, and is made again rather than taken back."

/** Has the report of the last full period made. It changes nothing itself: the task does, and only the report. */
export const makeReport = edit({
  kind: "report.make",
  version: 1,
  input: Input,
  trace: Trace,

  plan: (at: At, { type }: typeof Input.Type) =>
    Effect.map(readToday(at.clearance.organization.id), (today): MakeReportPlan => {
      const period = lastPeriod(type, today)
      return {
        type,
        period,
        sentence: {
          subject: "Report",
          of: at.clearance.organization.slug,
          did: `The ${type} report of ${period.from} to ${period.to}`
        },
        essence: { report: { type, period } },
        touches: [`report/${type}/${period.from}`],
        moves: [],
        stopsSpend: false,
        refusal: null,
        empty: false
      }
    }),
  apply: ({ period, type }: MakeReportPlan) => Effect.succeed<Trace>({ type, period }),
  route: (_plan: MakeReportPlan, { period, type }: Trace) => ({
    to: "after",
    work: [taskAfter(reportTask, { type, period }, null)]
  }),

  describe: () => Effect.succeed("Report"),
  restorable: () => Effect.succeed({ stands: null, lost: [{ what: "Report", reason: notTakenBack }] }),
  reverse: () => {
    throw new Error(notTakenBack)
  }
})

/** Brings it to the engine. */
export const reportEdits = editKind(Effect.succeed(makeReport))
