import { Schema } from "effect"
import { csvMediaType } from "../csv.ts"
import { operation } from "../operation.ts"
import { AuditEvent, auditColumns } from "../resources/audit.ts"
import { ActionEntry, heldInput, syncOutput } from "../resources/changes.ts"
import {
  ActionId,
  CampaignSlug,
  Count,
  described,
  Flag,
  OneOf,
  OrgRef,
  optional,
  pageInput,
  pageOutput,
  periodInput,
  periodProblem,
  Sentence,
  TaskId,
  ThirdPartyText,
  thirdParty,
  withDefault
} from "../values/index.ts"

const id = "act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS"
const OfWrite = Schema.Struct({ campaign: Schema.NullOr(Schema.String), action_id: ActionId })
const exampleEntry = {
  id,
  at: "2026-01-12T06:00:00.000Z",
  source: "dashboard",
  actor: { type: "api_key", prefix: "svc_live_4kQx", last_four: "9fZ1", user: "adam@northwind.test" },
  op: "update_campaign",
  campaign: "boiler-repair",
  detail: "Daily budget from $100 to $110",
  undone: false
}

export const undoAction = operation("actions.undo", {
  summary: "Undo an executed action",
  when: "Restores what the action changed and nothing else. all: true undoes its whole write.",
  gives:
    "Gives restored, not_restored with reasons, and task_tracking_id for a state change; undo_conflict names a later action to undo first.",
  next: "Follow with {tasks.get}.",
  http: "POST /actions/{id}/undo",
  tool: "svc_undo_action",
  scope: "recommendations:apply",
  effect: "immediate",
  held: true,
  undo: "none: undoing is itself the way back; make the change again instead",
  owner: "action",
  hints: { overwrites: true, idempotent: true },
  input: Schema.Struct({
    id: ActionId,
    all: optional(Flag, "Every action of its write"),
    ...heldInput
  }),
  output: Schema.Struct({
    undone: described(Schema.Boolean, "false only if nothing could be restored; not_restored states why"),
    action_id: ActionId,
    restored: described(Schema.Array(ThirdPartyText), "What was restored; empty if already undone"),
    not_restored: optional(
      Schema.Array(Schema.Struct({ what: ThirdPartyText, reason: thirdParty(Sentence) }))
    ),
    undone_actions: optional(Schema.Array(OfWrite), "With all: the write's undone actions"),
    not_undone: optional(
      Schema.Array(Schema.Struct({ ...OfWrite.fields, reason: thirdParty(Sentence) })),
      "With all: those that stay, and why"
    ),
    task_tracking_id: optional(TaskId, "The task to follow, for a state change"),
    ...syncOutput
  }),
  errors: [
    "not_found",
    "undo_conflict",
    "budget_cap_exceeded",
    "launch_blocked",
    "sync_conflict",
    "ad_account_not_linked",
    "unavailable"
  ],
  example: {
    input: { id },
    output: { undone: true, action_id: id, restored: ["Daily budget of boiler-repair to $100"] }
  }
})

export const listActions = operation("actions.list", {
  summary: "Read the action log",
  when: "Shows who changed what, and whether a call with a lost response went through. Owners only.",
  gives: "Gives every executed change, newest first: what, when, by whom, whether undone.",
  next: "Undo one with {actions.undo}.",
  http: "GET /organizations/{org}/actions",
  tool: "svc_get_action_log",
  scope: "audit:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    ...periodInput,
    source: optional(
      OneOf("dashboard", "engine", "api"),
      "dashboard: direct edits; engine: applied recommendations; api matches nothing"
    ),
    ...pageInput
  }).pipe(Schema.filter(periodProblem)),
  output: Schema.Struct({ actions: Schema.Array(ActionEntry), ...pageOutput }),
  errors: [],
  example: {
    input: { org: "northwind" },
    output: {
      actions: [exampleEntry],
      total: 1,
      next_cursor: null
    }
  }
})

export const listOwnActions = operation("actions.list_mine", {
  summary: "Read your own changes",
  when: "Shows whether a call with a lost response went through.",
  gives: "Gives what this key or person changed, newest first.",
  next: "Undo one with {actions.undo}.",
  http: "GET /organizations/{org}/actions/mine",
  tool: "svc_list_my_actions",
  scope: "campaigns:read",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    campaign: optional(CampaignSlug, "Of this campaign"),
    ...pageInput
  }),
  output: Schema.Struct({ actions: Schema.Array(ActionEntry), ...pageOutput }),
  errors: ["not_found"],
  example: {
    input: { org: "northwind", campaign: "boiler-repair" },
    output: { actions: [exampleEntry], total: 1, next_cursor: null }
  }
})

export const exportAudit = operation("audit.export", {
  summary: "Export the audit trail",
  when: "Owners only. Without from, the 30 days up to to, or up to now.",
  gives: "Gives every request, including failures, in one response, in chain order.",
  next: "Changes alone are in {actions.list}.",
  http: "GET /organizations/{org}/audit/export",
  scope: "audit:read",
  role: "owner",
  effect: "read",
  input: Schema.Struct({
    org: OrgRef,
    ...periodInput,
    format: withDefault(OneOf("json", "csv"), "json", "csv has the same columns")
  }).pipe(Schema.filter(periodProblem)),
  rows: "events",
  media: {
    field: "format",
    forms: { csv: { type: csvMediaType, columns: auditColumns } },
    headers: { "X-Audit-Total": "total", "X-Audit-Head": "head" }
  },
  output: Schema.Struct({
    total: Count,
    head: described(
      Schema.NullOr(Schema.String),
      "Hash of the last sealed event here; store it to detect a truncated trail"
    ),
    events: Schema.Array(AuditEvent)
  }),
  errors: ["role_denied"],
  example: { input: { org: "northwind" }, output: { total: 0, head: null, events: [] } }
})
