import { Effect, Schema } from "effect"
import { TaskId } from "../contract/index.ts"
import { bindStatement, inOneRoundTrip, statement } from "../storage/index.ts"
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

const insertTask = statement(`
  insert into tasks (organization_id, type, input, campaign_id, action_id, requested_by)
  values ($1, $2, $3, $4, $5, $6) returning id`)
const openTasks = statement(`
  select 1 from tasks where organization_id = $1 and status in ('queued', 'running') limit ${lowPriorityThreshold + 1}`)

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
    const stored = JSON.stringify(encodeStored(definition, input))
    const [[created], open] = yield* inOneRoundTrip([
      bindStatement<{ readonly id: number }>(insertTask, [
        organization,
        definition.type,
        stored,
        campaign ?? null,
        action ?? null,
        requestedBy
      ]),
      bindStatement(openTasks, [organization])
    ])
    const { id } = created!
    const data = { organization, task: id }
    yield* queue.send(taskQueue, data, {
      organization,
      stopsSpend,
      // The new task is one of the open ones.
      lowPriority: open.length > lowPriorityThreshold
    })
    return TaskId.make(id)
  })
