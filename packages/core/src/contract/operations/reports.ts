import { Schema } from "effect"
import { operation } from "../operation.ts"
import { idempotentInput } from "../resources/changes.ts"
import { documentSection, Report, ReportRow, ReportType } from "../resources/insight.ts"
import {
  described,
  NamesResource,
  OneOf,
  OrgRef,
  OutputNames,
  pageInput,
  pageOutput,
  ReportId,
  TaskId,
  withDefault
} from "../values/index.ts"

const Type = described(ReportType, "The kind of report")
const row = { id: "rpt_7hT2kQ9xLm4Nc8Vb1ZpR3d", type: "weekly", generated_at: "2026-01-12T06:00:00.000Z" }

const report = {
  ...row,
  summary: "This week you spent $700.",
  sections: ["What changed"],
  markdown: "This week you spent $700.\n\n## What changed\n\nClicks cost less."
}

export const listReports = operation("reports.list", {
  summary: "List reports of a type, newest first",
  when: "Use it to find an older report.",
  gives: "Gives ids and times, without bodies.",
  next: "Read one with {reports.get}.",
  http: "GET /organizations/{org}/reports/{type}",
  scope: "reports:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, type: Type, ...pageInput }),
  output: Schema.Struct({ reports: Schema.Array(ReportRow), ...pageOutput }),
  errors: [],
  example: {
    input: { org: "northwind", type: "weekly" },
    output: { reports: [row], total: 1, next_cursor: null }
  }
})

export const getLatestReport = operation("reports.latest", {
  summary: "Get the newest report of a type",
  when: "For the newest without knowing its id.",
  gives: "Gives markdown inside JSON; not_found when there is none yet.",
  next: "Write one with {reports.generate}.",
  http: "GET /organizations/{org}/reports/{type}/latest",
  scope: "reports:read",
  effect: "read",
  input: Schema.Struct({ org: OrgRef, type: Type, section: documentSection }),
  output: Report,
  errors: ["not_found"],
  example: { input: { org: "northwind", type: "weekly" }, output: report }
})

/** The tool omits report_id for the newest report, which has its own path over HTTP. */
const ReportRef = withDefault(
  Schema.Union(Schema.Literal("latest"), ReportId).annotations({
    [NamesResource]: "report",
    [OutputNames]: ["id"]
  }),
  "latest",
  "An id; latest for the newest"
)

export const getReport = operation("reports.get", {
  summary: "Get one report",
  when: "The newest of its type, or the one that report_id names.",
  gives: "Gives summary, sections, markdown; not_found when there is none.",
  next: "Write a weekly one with {reports.generate}.",
  http: "GET /organizations/{org}/reports/{type}/{report_id}",
  tool: "svc_get_report",
  scope: "reports:read",
  effect: "read",
  document: "markdown",
  input: Schema.Struct({ org: OrgRef, type: Type, report_id: ReportRef, section: documentSection }),
  output: Report,
  errors: ["not_found"],
  example: {
    input: { org: "northwind", type: "weekly", report_id: row.id },
    output: report
  }
})

export const generateReport = operation("reports.generate", {
  summary: "Write the weekly report of the last full week",
  when: "A repeat for the same week rebuilds it.",
  gives: "Gives task_tracking_id.",
  next: "Follow with {tasks.get}, then read it with {reports.get}.",
  http: "POST /organizations/{org}/reports/{type}",
  tool: "svc_generate_report",
  scope: "reports:generate",
  effect: "immediate",
  held: false,
  undo: "none: a report changes no campaign",
  success: 202,
  input: Schema.Struct({
    org: OrgRef,
    type: described(OneOf("weekly"), "Create others in the dashboard"),
    ...idempotentInput
  }),
  output: Schema.Struct({ task_tracking_id: TaskId, status: Schema.Literal("queued") }),
  errors: [],
  example: {
    input: { org: "northwind", type: "weekly" },
    output: { task_tracking_id: 1003, status: "queued" }
  }
})
