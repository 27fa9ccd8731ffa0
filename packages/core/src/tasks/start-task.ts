import { Effect, Schema } from "effect"
import { TaskId } from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { encodeStored } from "../storage/stored-json.ts"
import type { Queue } from "./queue.ts"
import { defineQueue } from "./queue-definition.ts"
import type { TaskDefinition } from "./task-kinds.ts"

/** Runs tasks that a caller can follow. A task's timeout ends before that of its job. */
export const taskQueue = defineQueue(
  "task",
  Schema.Struct({ organization: Schema.Number, task: Schema.Number }),
  { expireInSeconds: 900 }
)

/** From this many open tasks on, an organization's next tasks wait for those of other organizations. */
const lowPriorityThreshold = 20

export interface NewTask<Input> {
  readonly organization: number
  readonly input: Input
  readonly campaign?: number | null
  readonly action?: string | null
  readonly requestedBy: number | null
  /** Whether it lowers spend: then it goes first. */
  readonly stopsSpend?: boolean
}

/** Inserts a task and its job in the open transaction, so that they commit together. */
export const startTask = <Input extends object>(
  queue: Queue["Type"],
  definition: TaskDefinition<Input>,
  { action, campaign, input, organization, requestedBy, stopsSpend = false }: NewTask<Input>
) =>
  Effect.gen(function* () {
    const [created] = yield* runSql<{ id: number; open: number }>`
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
