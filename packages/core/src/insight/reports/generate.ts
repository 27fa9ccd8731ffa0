import { Effect } from "effect"
import { step } from "../../changes/edit.ts"
import { plansOf, type Write } from "../../changes/write.ts"
import { guardedWrite } from "../../changes/writes.ts"
import { TaskId } from "../../contract/index.ts"
import { makeReport } from "./edit.ts"

const write: Write<"reports.generate"> = {
  actions: (_at, { type }) =>
    Effect.succeed([
      {
        op: "generate_report",
        campaign: null,
        source: "dashboard",
        logged: false,
        steps: [step(makeReport, { type })]
      }
    ]),
  preview: (planned) => {
    const { period, type } = plansOf(planned, makeReport)[0]!
    return { would_create: { type, period } }
  },
  unchanged: () => {
    throw new Error("A report is always made anew")
  },
  answer: ({ task }) => {
    if (task === null) throw new Error("What is written in the background has no task")
    return { task_tracking_id: TaskId.make(task), status: "queued" }
  }
}

/** Counts as a write: quota, idempotency and audit are the engine's, as for every other. */
export const generateReport = guardedWrite("reports.generate", Effect.succeed(write))
