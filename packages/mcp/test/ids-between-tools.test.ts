import { describe, expect, it } from "vitest"
import { mcpSender, toolError } from "./support/raw.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

const service = await startService()
const northwind = mcpSender(service.url, service.keys["northwind"]!.owner!)
const fabrikam = mcpSender(service.url, service.keys["fabrikam"]!.owner!)
type Values = Record<string, unknown>
const given = async (answering: ReturnType<typeof northwind.call>): Promise<Values> =>
  (await answering).body.result!["structuredContent"] as Values

describe("a tool accepts the ids of other tools under the names that they use", () => {
  it("action_id of a change, for undoing it", async () => {
    const change = { slug: "boiler-repair", name: "Boiler repair today", dry_run: "false" }
    expect(toolError(await northwind.call("svc_update_campaign", change))).toMatchObject({
      code: "validation_error",
      fields: [{ path: "dry_run" }]
    })
    const done = await given(northwind.call("svc_update_campaign", { ...change, dry_run: false }))
    const { action_id } = done
    expect(await given(northwind.call("svc_undo_action", { action_id }))).toMatchObject({
      undone: true,
      action_id
    })
    // And by its name in the action log.
    const { actions } = (await given(northwind.call("svc_get_action_log"))) as { actions: Array<Values> }
    const logged = actions.find(({ id }) => id === action_id)!
    expect(await given(northwind.call("svc_undo_action", { id: logged["id"] }))).toMatchObject({
      restored: []
    })
  })

  it("both names of an id, if they name the same thing", async () => {
    const change = { slug: "boiler-repair", name: "Boiler repair tonight", dry_run: false }
    const { action_id } = await given(northwind.call("svc_update_campaign", change))
    const other = "act_nosuchthing"
    expect(toolError(await northwind.call("svc_undo_action", { id: other, action_id }))).toMatchObject({
      code: "validation_error",
      message: "action_id: is another name for id, and the two differ; send one of them. Nothing was done."
    })
    const undone = await given(northwind.call("svc_undo_action", { id: action_id, action_id }))
    expect(undone).toMatchObject({ undone: true, action_id })
  })

  it("campaign of a preview, for reading it, and a whole number as text", async () => {
    const change = { slug: "boiler-repair", budget: "101" }
    const { campaign, would_change } = await given(northwind.call("svc_update_campaign", change))
    expect(would_change).toMatchObject({ budget: { to: 101 } })
    expect(await given(northwind.call("svc_get_campaign", { campaign }))).toMatchObject({ slug: campaign })
  })

  it("task_tracking_id, as a number or as text, for following a task", async () => {
    const id = await tasksOf(service.run).begin("northwind", "Sending")
    for (const task_tracking_id of [id, String(id)]) {
      expect(await given(northwind.call("svc_get_task_status", { task_tracking_id }))).toMatchObject({
        task_tracking_id: id,
        status: "running"
      })
    }
  })

  it("queued_recommendation_id of a held change, and id of its status", async () => {
    const change = { slug: "boiler-repair", name: "Boiler repair today", dry_run: false }
    const { queued_recommendation_id } = await given(fabrikam.call("svc_update_campaign", change))
    const followed = await given(fabrikam.call("svc_get_queued_write", { queued_recommendation_id }))
    expect(followed).toMatchObject({ id: queued_recommendation_id, status: "pending" })
    expect(await given(fabrikam.call("svc_get_queued_write", { id: followed["id"] }))).toEqual(followed)
  })

  it("recommendation_id of a finding", async () => {
    const response = await northwind.call("svc_apply_recommendation", {
      recommendation_id: "rec_nosuchthing"
    })
    expect(toolError(response).code).toBe("not_found")
  })

  it("preview_hash of a preview, for the execution", async () => {
    const change = { slug: "boiler-repair", name: "Boiler repair at night" }
    const { preview_hash } = await given(northwind.call("svc_update_campaign", change))
    const done = await given(
      northwind.call("svc_update_campaign", { ...change, preview_hash, dry_run: false })
    )
    expect(done).toMatchObject({ applied: true })
  })
})

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
      "The action act_nosuch0000 was not found. Use an action_id that a change returned, or one from svc_list_my_actions."
    ],
    [
      "svc_get_queued_write",
      { queued_id: "qw_nosuch0000" },
      "The queued write qw_nosuch0000 was not found. Use the queued_recommendation_id that the call returned, or an id from svc_list_queued_writes."
    ]
  ])("%s %j", async (tool, given, message) => {
    expect(toolError(await northwind.call(tool, given))).toMatchObject({ code: "not_found", message })
  })

  it("for an unknown tool", async () => {
    const tool = await northwind.call("svc_delete_everything", {})
    expect(tool.body.error!.message).toContain("List the tools with tools/list.")
  })
})
