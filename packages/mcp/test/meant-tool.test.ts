import { describe, expect, it } from "vitest"
import { nearestTool, operationByTool } from "../src/tools.ts"

describe("the suggestion for an unknown tool", () => {
  it.each([
    ["svc_list_campaign", "svc_list_campaigns"],
    ["svc_lst_campaigns", "svc_list_campaigns"],
    ["list_campaigns", "svc_list_campaigns"],
    ["campaigns.list", "svc_list_campaigns"],
    ["svc_pause_campaign", "svc_set_campaign_state"],
    ["svc_launch_campaign", "svc_set_campaign_state"],
    ["svc_set_budget", "svc_update_campaign"],
    ["svc_get_organization", "svc_get_account_overview"],
    ["svc_get_task", "svc_get_task_status"],
    ["svc_list_negatives", "svc_list_negative_keywords"],
    ["svc_get_ads", "svc_list_ads"],
    ["svc_list_actions", "svc_get_action_log"],
    ["svc_detect", "svc_run_detector"],
    ["svc_create_draft", "svc_create_campaign"],
    ["svc_get_spend", "svc_get_performance"],
    ["svc_get_latest_report", "svc_get_report"],
    ["svc_undo", "svc_undo_action"]
  ])("%s is %s", (name, tool) => expect(nearestTool(name)).toBe(tool))

  it("is a REST request if no tool does it", () => {
    expect(nearestTool("svc_export_audit")).toBe("GET /organizations/{org}/audit/export of the REST API")
  })

  it.each(["nothing", "constructor", "__proto__", "toString", "", "x".repeat(10_000)])(
    "is null for %j",
    (name) => expect(nearestTool(name)).toBeNull()
  )

  it("is the tool itself for its own name, in any spelling", () => {
    for (const [tool, { name }] of operationByTool) {
      for (const written of [tool.toUpperCase(), tool.replace("svc_", ""), name, tool.replaceAll("_", "-")]) {
        expect([written, nearestTool(written)]).toEqual([written, tool])
      }
    }
  })
})
