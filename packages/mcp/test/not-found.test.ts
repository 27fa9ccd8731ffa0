import { describe, expect, it } from "vitest"
import { mcpSender, toolError } from "./support/raw.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const { call } = mcpSender(service.url, service.keys["northwind"]!.owner!)

describe("not_found names the next step in the words of tools", () => {
  it.each([
    [
      "svc_get_task_status",
      { id: 999_999 },
      "The task 999999 was not found. Use the task_tracking_id that the call returned."
    ],
    [
      "svc_get_task_status",
      { id: 0 },
      'The task "0" was not found. Use the task_tracking_id that the call returned.'
    ],
    [
      "svc_get_strategy",
      { strategy_id: "str_nosuch0000" },
      "The strategy str_nosuch0000 was not found. List those there are with svc_list_strategies."
    ],
    [
      "svc_get_strategy",
      { strategy_id: "mine" },
      'The strategy "mine" was not found. List those there are with svc_list_strategies.'
    ],
    [
      "svc_get_report",
      { type: "weekly", report_id: "rpt_nosuch0000" },
      "The report rpt_nosuch0000 of type weekly was not found. Send latest instead of the id for the newest, or an id that GET /organizations/{org}/reports/{type} of the REST API lists."
    ],
    [
      "svc_get_report",
      { type: "weekly", report_id: "mine" },
      'The report "mine" was not found. Send latest instead of the id for the newest, or an id that GET /organizations/{org}/reports/{type} of the REST API lists.'
    ],
    [
      "svc_apply_recommendation",
      { id: "rec_nosuch0000" },
      "The recommendation rec_nosuch0000 was not found. List those there are with svc_list_recommendations."
    ],
    [
      "svc_undo_action",
      { id: "act_nosuch0000" },
      "The action act_nosuch0000 was not found. Use an action_id that a change returned, or one from svc_get_action_log."
    ],
    [
      "svc_get_queued_write",
      { queued_id: "qw_nosuch0000" },
      "The queued write qw_nosuch0000 was not found. Use the queued_recommendation_id that the call returned, or an id from svc_list_queued_writes."
    ]
  ])("%s %j", async (tool, given, message) => {
    expect(toolError(await call(tool, given))).toMatchObject({ code: "not_found", message })
  })

  it("for an unknown tool", async () => {
    const tool = await call("svc_delete_everything", {})
    expect(tool.body.error!.message).toContain("List the tools with tools/list.")
  })
})
