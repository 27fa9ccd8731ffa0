import { Schema } from "effect"
import { operation } from "../operation.ts"
import { QueuedWrite, queuedWriteStatuses, Task } from "../resources/changes.ts"
import {
  OneOf,
  OrgRef,
  optional,
  pageInput,
  pageOutput,
  QueuedWriteId,
  TaskId,
  WholeNumber,
  withDefault
} from "../values/index.ts"

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
    wait_seconds: withDefault(WholeNumber(0, 20), 0, "Wait up to this long")
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

const example = {
  id: "qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW",
  status: "pending",
  operation: "campaigns.update",
  requested_at: "2026-01-12T06:00:00.000Z",
  requested_by: { type: "api_key", prefix: "svc_live_4kQx", last_four: "9fZ1", user: "adam@northwind.test" },
  mine: true,
  expires_at: "2026-01-19T06:00:00.000Z",
  campaign: "boiler-repair",
  summary: "boiler-repair: Daily budget from $100 to $110",
  would_change: { budget: { from: 100, to: 110 } },
  may_decide: ["admin", "owner"],
  url: "https://adwarden.example/o/northwind/optimizations/qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW"
}

export const listQueuedWrites = operation("queued_writes.list", {
  summary: "List changes held for approval",
  when: "Use it before asking for more.",
  gives: "Gives status, summary, would_change and expires_at of each, newest first.",
  next: "Follow one with {queued_writes.get}; withdraw your own with {queued_writes.withdraw}.",
  http: "GET /organizations/{org}/queued-writes",
  tool: "svc_list_queued_writes",
  scope: "recommendations:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    status: optional(OneOf(...queuedWriteStatuses), "With this status"),
    ...pageInput
  }),
  output: Schema.Struct({ queued_writes: Schema.Array(QueuedWrite), ...pageOutput }),
  errors: [],
  example: {
    input: { org: "northwind", status: "pending" },
    output: { queued_writes: [example], total: 1, next_cursor: null }
  }
})

export const getQueuedWrite = operation("queued_writes.get", {
  summary: "Follow a change that waits for approval",
  when: "After approval_required. Poll rarely: a person must act.",
  gives: "Gives status; approved carries the result, rejected and failed a reason.",
  next: "Undo an approved one with {actions.undo}, withdraw a pending one with {queued_writes.withdraw}.",
  http: "GET /queued-writes/{queued_id}",
  tool: "svc_get_queued_write",
  scope: null,
  effect: "read",
  owner: "queued_write",
  input: Schema.Struct({ queued_id: QueuedWriteId }),
  output: QueuedWrite,
  errors: ["not_found"],
  example: { input: { queued_id: example.id }, output: example }
})

export const withdrawQueuedWrite = operation("queued_writes.withdraw", {
  summary: "Withdraw a pending change that you requested",
  when: "Only the key or app that requested it can.",
  gives: "Gives status rejected, reason withdrawn; its reservation under the cap ends.",
  next: "See what else is pending with {queued_writes.list}.",
  http: "POST /queued-writes/{queued_id}/withdraw",
  tool: "svc_withdraw_queued_write",
  scope: null,
  effect: "read",
  owner: "queued_write",
  hints: { readOnly: false, overwrites: true },
  input: Schema.Struct({ queued_id: QueuedWriteId }),
  output: QueuedWrite,
  errors: ["not_found", "role_denied", "recommendation_not_pending"],
  example: {
    input: { queued_id: example.id },
    output: { ...example, status: "rejected", reason: "withdrawn" }
  }
})
