import { Schema } from "effect"
import { operation } from "../operation.ts"
import { Task } from "../resources/changes.ts"
import { TaskId, WholeNumber, withDefault } from "../values/index.ts"

export const getTask = operation("tasks.get", {
  summary: "Follow background work",
  when: "With wait_seconds, or every 2 to 5 seconds, until status is completed or failed.",
  gives: "Gives status, stage, then result, or an error whose message states what to do.",
  next: "Then read the result: {campaigns.get}, {reports.get} or {strategy.get}.",
  http: "GET /task-tracking/{id}",
  tool: "svc_get_task_status",
  scope: null,
  effect: "read",
  owner: "task",
  input: Schema.Struct({
    id: TaskId,
    wait_seconds: withDefault(WholeNumber(0, 20), 0, "Wait up to this long for its end")
  }),
  output: Task,
  errors: ["not_found"],
  example: {
    input: { id: 1001 },
    output: {
      task_tracking_id: 1001,
      type: "campaign_state",
      status: "running",
      progress: 0,
      stage: "Sending the campaign to the ad platform"
    }
  }
})
