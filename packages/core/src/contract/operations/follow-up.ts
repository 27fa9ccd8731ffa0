import { Schema } from "effect"
import { operation } from "../operation.ts"
import { QueuedWrite, Task } from "../resources/changes.ts"
import { QueuedWriteId, TaskId, WholeNumber, withDefault } from "../values/index.ts"

export const getTask = operation("tasks.get", {
  summary: "Follow background work",
  when: "With wait_seconds, or every 2 to 5 seconds, until status is completed or failed.",
  gives: "Gives status, stage, then result, or an error whose message says what to do.",
  next: "Then read what it made: {campaigns.get}, {reports.get} or {strategy.get}.",
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
  when: "After approval_required. Ask rarely: a person has to act.",
  gives: "Gives status; approved carries the result, rejected and failed a reason.",
  next: "Take an approved one back with {actions.undo}.",
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
