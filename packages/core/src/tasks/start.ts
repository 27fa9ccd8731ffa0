import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { TaskId } from "../contract/index.ts"
import type { Queue } from "./queue.ts"

export interface NewTask {
  readonly organization: number
  readonly type: string
  readonly input: Readonly<Record<string, unknown>>
  readonly campaign?: number
  readonly action?: string
  readonly requestedBy: number | null
}

/** A task and its job, in the transaction that is open: neither is ever there without the other. */
export const startTask = (queue: Queue["Type"], task: NewTask) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [made] = yield* sql<{ id: number }>`
      insert into tasks (organization_id, type, input, campaign_id, action_id, requested_by)
      values (${task.organization}, ${task.type}, ${JSON.stringify(task.input)}::jsonb, ${task.campaign ?? null},
        ${task.action ?? null}, ${task.requestedBy})
      returning id`
    yield* queue.send("task", { organization: task.organization, task: made!.id })
    return TaskId.make(made!.id)
  })
