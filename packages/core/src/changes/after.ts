import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { Queue } from "../tasks/queue.ts"
import type { QueueData } from "../tasks/queues.ts"
import { startTask } from "../tasks/start.ts"
import type { At } from "./edit.ts"

/** What follows a change in the background, begun in its transaction: no change without it, and it without no change. */
export type AfterWork =
  | { readonly job: "campaign-push"; readonly data: QueueData["campaign-push"] }
  | {
      readonly task: string
      readonly input: Readonly<Record<string, unknown>>
      readonly campaign: number
    }

/** Begins it, the same thing once; answers the task that can be followed, where there is one. */
export const beginAfterWork = (
  queue: Queue["Type"],
  at: At,
  work: ReadonlyArray<AfterWork>,
  action: string,
  stopsSpend: boolean
) =>
  Effect.gen(function* () {
    const organization = at.clearance.organization.id
    const seen = new Set<string>()
    let task: number | null = null
    for (const one of work) {
      const same = JSON.stringify(one)
      if (seen.has(same)) continue
      seen.add(same)
      if ("job" in one) yield* queue.send(one.job, one.data)
      else {
        task = yield* startTask(queue, {
          organization,
          type: one.task,
          input: one.input,
          campaign: one.campaign,
          action,
          requestedBy: at.clearance.caller.userId
        })
      }
    }
    void stopsSpend
    return task
  })
export type { SqlClient }
