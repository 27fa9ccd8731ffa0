import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { TaskId } from "../contract/index.ts"
import { encodeStored } from "../storage/stored-json.ts"
import type { Queue } from "./queue.ts"
import { defineQueue } from "./queue-definition.ts"
import type { TaskDefinition } from "./task-kinds.ts"

/** Runs a task that a caller can follow. A task has a time of its own, which ends before that of its job. */
export const taskQueue = defineQueue(
  "task",
  Schema.Struct({ organization: Schema.Number, task: Schema.Number }),
  { expireInSeconds: 900 }
)

/** From so many open tasks on, an organization's next ones wait until those of other organizations are done. */
const lowPriorityThreshold = 20

export interface NewTask<Input> {
  readonly organization: number
  readonly input: Input
  readonly campaign?: number | null
  readonly action?: string | null
  readonly requestedBy: number | null
  /** Whether it lowers what is spent: then it goes before everything else. */
  readonly stopsSpend?: boolean
}

/** A task and its job, in the transaction that is open: neither is ever there without the other. */
export const startTask = <Input extends object>(
  queue: Queue["Type"],
  definition: TaskDefinition<Input>,
  { action, campaign, input, organization, requestedBy, stopsSpend = false }: NewTask<Input>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [created] = yield* sql<{ id: number; open: number }>`
      with made as (
        insert into tasks (organization_id, type, input, campaign_id, action_id, requested_by)
        values (${organization}, ${definition.type}, ${JSON.stringify(encodeStored(definition, input))}::jsonb,
          ${campaign ?? null}, ${action ?? null}, ${requestedBy})
        returning id)
      select id, (select count(*) from (select from tasks
        where organization_id = ${organization} and status in ('queued', 'running') limit ${lowPriorityThreshold}) still) as open
      from made`
    const { id, open } = created!
    const data = { organization, task: id }
    yield* queue.send(taskQueue, data, {
      organization,
      stopsSpend,
      lowPriority: open >= lowPriorityThreshold
    })
    return TaskId.make(id)
  })
