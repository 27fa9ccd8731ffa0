import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import type { Progress } from "@modelcontextprotocol/sdk/types.js"
import { Clock } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { until } from "../../core/test/support/until.ts"
import { auditBy } from "./support/audit.ts"
import { clientOf } from "./support/client.ts"
import { mcpSender, toolError } from "./support/raw.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

/**
 * The seconds that pass in the service for each real one. With few of them no wait ends by itself, however slow the
 * machine is: tests that need the end of one take many.
 */
let speed = 0.001
const began = Date.now()
const clock = Object.assign(Clock.make(), {
  unsafeCurrentTimeMillis: () => began + (Date.now() - began) * speed
})
const service = await startService({}, clock)
const tasks = tasksOf(service.run)
const key = service.keys["northwind"]!.owner!
const client = await clientOf(service.url, key)
afterAll(() => client.close())

const waitFor = (id: number, meta?: object, wait_seconds = 20) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name: "svc_get_task_status", arguments: { id, wait_seconds }, _meta: meta }
})
const accept = "application/json, text/event-stream"
const eventsIn = (text: string) =>
  text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => JSON.parse(event.replace(/^event: message\ndata: /, "")))

/** Reads a response as a stream from its first event on. */
const stream = async (userAgent: string, message: object) => {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    "user-agent": userAgent,
    accept
  }
  const sent = request(service.url, { method: "POST", headers })
  sent.end(JSON.stringify(message))
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  let heard = ""
  const whole = new Promise<string>((resolve) => {
    response.setEncoding("utf8").on("data", (text: string) => {
      heard += text
    })
    response.on("error", () => {}).on("close", () => resolve(heard))
  })
  await until("the first event arrives", () => heard !== "")
  return { headers: response.headers, whole, leave: () => sent.destroy() }
}

describe("a client that sends a progress token", () => {
  it("receives the stages of a task until it ends, with tool names", async () => {
    const id = await tasks.begin("northwind", "Looking at {campaigns.get}")
    const heard: Array<Progress> = []
    const onprogress = (progress: Progress) => {
      heard.push(progress)
      // Each step follows from the last message, so nothing depends on time.
      if (progress.message?.startsWith("Looking") === true) void tasks.setStage(id, "Sending")
      else void tasks.complete(id)
    }
    const params = { name: "svc_get_task_status", arguments: { task_tracking_id: id, wait_seconds: 20 } }
    const result = await client.callTool(params, undefined, { onprogress })
    expect(result.structuredContent).toMatchObject({ task_tracking_id: id, status: "completed" })
    expect(heard[0]).toEqual({ progress: 1, message: "Looking at svc_get_campaign" })
    expect(heard.at(-1)).toMatchObject({ progress: 2, message: "Sending" })
  })

  it("receives the response as a stream of events, with the usual headers, audited once", async () => {
    const id = await tasks.begin("northwind", "Sending")
    const { headers, whole } = await stream("listens", waitFor(id, { progressToken: "mine" }))
    await tasks.complete(id)
    expect(headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-request-id": expect.stringMatching(/^req_/),
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/)
    })
    const events = eventsIn(await whole)
    expect(events[0]).toMatchObject({ method: "notifications/progress", params: { progressToken: "mine" } })
    expect(events.at(-1)).toMatchObject({ id: 7, result: { structuredContent: { status: "completed" } } })
    expect(await auditBy(service.run, "listens")).toMatchObject([
      { operation: "tasks.get", status_code: 200 }
    ])
  })

  it("receives one document if there is no progress to report", async () => {
    const over = await tasks.begin("northwind", "Sending")
    await tasks.complete(over)
    const { say } = mcpSender(service.url, key)
    const done = await say(waitFor(over, { progressToken: 1 }), { accept })
    expect(done.headers["content-type"]).toBe("application/json")
    expect(done.body.result).toMatchObject({ structuredContent: { status: "completed" } })
    const unknown = await say(waitFor(999_999, { progressToken: 1 }), { accept })
    expect(toolError(unknown)).toMatchObject({ code: "not_found" })
    const stranger = await mcpSender(service.url, null).say(waitFor(over, { progressToken: 1 }), { accept })
    expect(stranger.status).toBe(401)
  })

  it.each([
    ["does not accept events", { progressToken: 1 }, "application/json"],
    ["sent no token", undefined, accept],
    ["sent an invalid token", { progressToken: { deep: 1 } }, accept]
  ])("gets one document when it %s", async (_, meta, takes) => {
    const id = await tasks.begin("northwind", "Sending")
    // The task runs for longer than the wait, so there is progress to report.
    speed = 20
    const response = await mcpSender(service.url, key).say(waitFor(id, meta, 1), { accept: takes })
    speed = 0.001
    expect(response.headers["content-type"]).toBe("application/json")
    expect(response.body.result).toMatchObject({ structuredContent: { status: "running" } })
  })
})

describe("a client that disconnects", () => {
  it("stops the waiting, and its request is audited", async () => {
    const id = await tasks.begin("northwind", "Sending")
    const { leave } = await stream("leaves", waitFor(id, { progressToken: 1 }))
    leave()
    await until("it is audited", async () => (await auditBy(service.run, "leaves")).length > 0)
    expect(await auditBy(service.run, "leaves")).toMatchObject([{ operation: "tasks.get", status_code: 200 }])
  })
})
