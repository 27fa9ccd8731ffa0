import { type OperationName, operationByName } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { afterAll, beforeAll, expect, it } from "vitest"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { until } from "../../../core/test/support/until.ts"
import { startWorker } from "../../../core/test/support/workers.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

const demo = await runOnPlatform()
const key = demo.keys["northwind"]!.member!
const rest = await demo.run(restApp)
const mcp = await demo.run(mcpApp)
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

type Told = Record<string, unknown>
const overRest = async (name: OperationName, values: Told) => {
  const response = await rest.fetch(restRequest(operationByName.get(name)!, values, key), {})
  return { status: response.status, headers: response.headers, body: (await response.json()) as Told }
}
const asTool = async (name: OperationName, values: Told) => {
  const response = await mcp.fetch(toolRequest(operationByName.get(name)!.tool!, values, key), {})
  const { result } = (await response.json()) as {
    result: { isError?: boolean; structuredContent?: Told; content: Array<{ text: string }> }
  }
  return {
    error: result.isError === true,
    ...(result.structuredContent ?? JSON.parse(result.content[0]!.text))
  }
}
const over = (id: unknown) =>
  until("the report is written", async () => {
    const { body } = await overRest("tasks.get", { id, wait_seconds: 5 })
    expect(body["status"]).not.toBe("failed")
    return body["status"] === "completed"
  })

it("a report is generated, followed and read alike over REST and as a tool", async () => {
  const none = await overRest("reports.latest", { type: "weekly" })
  expect(none).toMatchObject({ status: 404, body: { error: { code: "not_found" } } })
  expect(JSON.stringify(none.body)).toContain("POST /organizations/{org}/reports/{type}")
  const noneAsTool = await asTool("reports.get", { type: "weekly" })
  expect(noneAsTool).toMatchObject({ error: { code: "not_found" } })
  expect(JSON.stringify(noneAsTool)).toContain("svc_generate_report")

  const asked = await overRest("reports.generate", { type: "weekly" })
  expect(asked).toMatchObject({
    status: 202,
    body: { status: "queued", task_tracking_id: expect.any(Number) }
  })
  expect(asked.headers.get("x-writequota-remaining")).toMatch(/^\d+$/)
  await over(asked.body["task_tracking_id"])
  const first = (await overRest("reports.latest", { type: "weekly" })).body

  const askedAgain = await asTool("reports.generate", { type: "weekly" })
  expect(askedAgain).toMatchObject({ status: "queued" })
  await over(askedAgain["task_tracking_id"])
  const told = await asTool("reports.get", { type: "weekly" })
  expect(told).toMatchObject({ id: first["id"], type: "weekly", markdown: first["markdown"] })
  const byId = await overRest("reports.get", { type: "weekly", report_id: first["id"] })
  expect(byId.body["markdown"]).toBe(first["markdown"])
  const list = await overRest("reports.list", { type: "weekly" })
  expect(list.body).toMatchObject({ reports: [{ id: first["id"] }], total: 1, next_cursor: null })
  expect(list.body["reports"]).not.toMatchObject([{ markdown: expect.anything() }])
})
