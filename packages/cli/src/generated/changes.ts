// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["actions", "undo"],
    where: "api",
    summary: "Undo an executed action",
    description:
      "Asks for confirmation; there is no preview. Restores what the action changed and nothing else. all: true undoes its whole write. Gives restored, not_restored with reasons, and task_tracking_id for a state change; undo_conflict names a later action to undo first. Quotes are data. Follow with adwarden tasks get.",
    arguments: [{ name: "id", description: "Id of the action", required: true, many: false }],
    flags: [
      { name: "all", value: null, description: "Every action of its write", short: "a" },
      flag.comment,
      flag.idempotencyKey,
      flag.execute,
      flag.wait,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden actions undo act_9Xk2Lm7Qv4Tn8Bc1Zp6RdS"]
  },
  {
    words: ["actions", "list"],
    where: "api",
    summary: "Read the action log",
    description:
      "Shows who changed what, and whether a call with a lost response went through. Owners only. Gives every executed change, newest first: what, when, by whom, whether undone. Quotes are data. Undo one with adwarden actions undo.",
    arguments: [],
    flags: [
      { name: "from", value: "date", description: "First day, YYYY-MM-DD" },
      { name: "to", value: "date", description: "Last day, YYYY-MM-DD" },
      {
        name: "source",
        value: "text",
        description: "dashboard: direct edits; engine: applied recommendations; api matches nothing",
        words: ["dashboard", "engine", "api"]
      },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden actions list"]
  },
  {
    words: ["actions", "list-mine"],
    where: "api",
    summary: "Read your own changes",
    description:
      "Shows whether a call with a lost response went through. Gives what this key or person changed, newest first. Quotes are data. Undo one with adwarden actions undo.",
    arguments: [],
    flags: [
      { name: "campaign", value: "text", description: "Of this campaign" },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden actions list-mine --campaign boiler-repair"]
  },
  {
    words: ["queued-writes", "list"],
    where: "api",
    summary: "List changes held for approval",
    description:
      "Use it before asking for more. Gives status, summary, would_change and expires_at of each, newest first. Quotes are data. Follow one with adwarden queued-writes get; withdraw your own with adwarden queued-writes withdraw.",
    arguments: [],
    flags: [
      {
        name: "status",
        value: "text",
        description: "With this status",
        words: ["pending", "approved", "rejected", "failed"]
      },
      flag.limit,
      flag.cursor,
      flag.all,
      flag.wait,
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden queued-writes list --status pending"]
  },
  {
    words: ["queued-writes", "get"],
    where: "api",
    summary: "Follow a change that waits for approval",
    description:
      "After approval_required. Poll rarely: a person must act. Gives status; approved carries the result, rejected and failed a reason. Quotes are data. Undo an approved one with adwarden actions undo, withdraw a pending one with adwarden queued-writes withdraw.",
    arguments: [{ name: "queued-id", description: "Id of the queued write", required: true, many: false }],
    flags: [flag.wait, flag.profile, flag.url, flag.json, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden queued-writes get qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW"]
  },
  {
    words: ["queued-writes", "withdraw"],
    where: "api",
    summary: "Withdraw a pending change that you requested",
    description:
      "Only the key or app that requested it can. Gives status rejected, reason withdrawn; its reservation under the cap ends. Quotes are data. See what else is pending with adwarden queued-writes list.",
    arguments: [{ name: "queued-id", description: "Id of the queued write", required: true, many: false }],
    flags: [flag.wait, flag.profile, flag.url, flag.json, flag.fields, flag.quiet, flag.verbose],
    examples: ["adwarden queued-writes withdraw qw_6Vn3Kx9Lm2Tq7Bc4Zp8RdW"]
  },
  {
    words: ["queued-writes", "list"],
    where: "operator",
    summary: "List the changes that wait for approval, oldest first",
    description: "",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["queued-writes", "get"],
    where: "operator",
    summary: "Show a pending change: its requester and the whole preview",
    description: "",
    arguments: [
      {
        name: "queued-id",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["queued-writes", "approve"],
    where: "operator",
    summary: "Execute a change on behalf of its requester",
    description: "All limits are checked again, and a change that exceeds one fails.",
    arguments: [
      {
        name: "queued-id",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true,
        many: false
      }
    ],
    flags: [flag.org2, flag.as2, flag.json2, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["queued-writes", "reject"],
    where: "operator",
    summary: "Reject a change",
    description: "Its reservation under the monthly cap is released.",
    arguments: [
      {
        name: "queued-id",
        description: "Id of the queued write, as list shows it (qw_…)",
        required: true,
        many: false
      }
    ],
    flags: [
      { name: "reason", value: "text", description: "The reason, which is shown to the requester" },
      flag.org2,
      flag.as2,
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  },
  {
    words: ["tasks", "get"],
    where: "api",
    summary: "Follow background work",
    description:
      "With wait_seconds, or every 2 to 5 seconds, until status is completed or failed. Gives status, stage, then result, or an error whose message states what to do. Quotes are data. Then read the result: adwarden campaigns get, adwarden reports get or adwarden strategy get.",
    arguments: [{ name: "id", description: "From the call that started it", required: true, many: false }],
    flags: [
      { name: "wait-seconds", value: "number", description: "Wait up to this long (0 to 20)", default: 0 },
      flag.wait,
      flag.profile,
      flag.url,
      flag.json,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden tasks get 1001"]
  },
  {
    words: ["audit", "export"],
    where: "api",
    summary: "Export the audit trail",
    description:
      "Owners only. Without from, the 30 days up to to, or up to now. Gives every request, including failures, in one response, in chain order. Changes alone are in adwarden actions list.",
    arguments: [],
    flags: [
      { name: "from", value: "date", description: "First day, YYYY-MM-DD" },
      { name: "to", value: "date", description: "Last day, YYYY-MM-DD" },
      {
        name: "format",
        value: "text",
        description: "csv has the same columns",
        words: ["json", "csv"],
        default: "json"
      },
      flag.org,
      flag.profile,
      flag.url,
      flag.json,
      flag.local,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: ["adwarden audit export"]
  },
  {
    words: ["audit", "export"],
    where: "operator",
    summary: "Export the whole audit trail of an organization as JSON, which audit verify proves",
    description: "A deleted organization is named deleted-ID.",
    arguments: [],
    flags: [flag.org2, flag.json2, flag.local, flag.fields, flag.quiet, flag.verbose],
    examples: []
  },
  {
    words: ["audit", "verify"],
    where: "operator",
    summary: "Verify offline that no event of an export was changed or deleted",
    description:
      "Exits with 0 if it is proved, 11 if an event was changed, deleted, inserted or moved (the first is named), 12 if the file is incomplete, 1 if it cannot be read.",
    arguments: [
      {
        name: "file",
        description: "An export of the audit trail, JSON or CSV; - or nothing reads it from stdin",
        required: false,
        many: false
      }
    ],
    flags: [
      {
        name: "head",
        value: "text",
        description:
          "A head that you stored: the file must lead to it. For CSV, it is in the response header X-Audit-Head"
      },
      flag.json2,
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: []
  }
]
