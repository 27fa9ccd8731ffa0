import { Schema } from "effect"
import { operation } from "../operation.ts"
import { QueuedWrite, Task } from "../resources/changes.ts"
import { QueuedWriteId, TaskId, WholeNumber, withDefault } from "../values/index.ts"

export const getTask = operation("tasks.get", {
  summary: "Follow background work",
  description:
    "Until status is completed or failed: send wait_seconds, or poll every 2 to 5 seconds. error.message says what to do next.",
  http: "GET /task-tracking/{id}",
  tool: "svc_get_task_status",
  scope: null,
  effect: "read",
  owner: "task",
  input: Schema.Struct({
    id: TaskId,
    wait_seconds: withDefault(WholeNumber(0, 20), 0, "Answer when it ends, or after so long")
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

export const getQueuedWrite = operation("queued_writes.get", {
  summary: "Follow a change that waits for approval",
  description:
    "Poll slowly: a person has to act. approved carries the result (take it back with {actions.undo}); rejected and failed carry a reason.",
  http: "GET /queued-writes/{queued_id}",
  tool: "svc_get_queued_write",
  command: "adwarden approvals list",
  scope: null,
  effect: "read",
  owner: "queued_write",
  input: Schema.Struct({ queued_id: QueuedWriteId }),
  output: QueuedWrite,
  errors: ["not_found"],
  example: {
    input: { queued_id: "qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW" },
    output: {
      id: "qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW",
      status: "pending",
      operation: "campaigns.update",
      requested_at: "2026-01-12T06:00:00.000Z"
    }
  }
})
