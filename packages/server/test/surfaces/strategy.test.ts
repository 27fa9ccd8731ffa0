import { type OperationName, operationByName } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { until } from "../../../core/test/support/until.ts"
import { startWorker } from "../../../core/test/support/workers.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

const demo = await runOnPlatform()
const rest = await demo.run(restApp)
const mcp = await demo.run(mcpApp)
const keyOf = (org: string) => demo.keys[org]!.owner!

type Told = Record<string, unknown>
type Ask = (name: OperationName, values?: Told, org?: string) => Promise<Told>

const overRest: Ask = async (name, values = {}, org = "northwind") => {
  const response = await rest.fetch(restRequest(operationByName.get(name)!, values, keyOf(org)), {})
  return { http: response.status, ...((await response.json()) as Told) }
}
const asTool: Ask = async (name, values = {}, org = "northwind") => {
  const response = await mcp.fetch(toolRequest(operationByName.get(name)!.tool!, values, keyOf(org)), {})
  const { result } = (await response.json()) as {
    result: { structuredContent?: Told; content: Array<{ text: string }> }
  }
  return result.structuredContent ?? (JSON.parse(result.content[0]!.text) as Told)
}

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

const surfaces: ReadonlyArray<readonly [string, Ask, string]> = [
  ["REST", overRest, "POST /organizations/{org}/strategy"],
  ["MCP", asTool, "svc_generate_strategy"]
]

describe.each(surfaces)("over %s", (_, ask, again) => {
  const followed = async (id: unknown, org = "northwind") => {
    let task: Told = {}
    await until("the task is over", async () => {
      task = await ask("tasks.get", { id, wait_seconds: 5 }, org)
      return task["status"] !== "running"
    })
    return task
  }

  it("a strategy is generated, followed and read, and names no calls", async () => {
    const documents = [{ name: "Goals", content: "Our goal is {campaigns.list} and more boiler repair." }]
    const begun = await ask("strategy.generate", { documents })
    expect(begun).toMatchObject({ status: "queued", strategy: expect.stringMatching(/^str_/) })
    const { strategy: strategy_id, task_tracking_id, url } = begun
    expect(await followed(task_tracking_id)).toMatchObject({
      type: "strategy",
      status: "completed",
      result: { strategy: strategy_id, url }
    })
    const strategy = await ask("strategy.get", { strategy_id })
    expect(strategy).toMatchObject({ id: strategy_id, status: "succeeded", error: null, url })
    const markdown = String(strategy["markdown"])
    expect(markdown).toMatch(/^# Strategy for Northwind/)
    expect(markdown.match(/(?<=^## ).+/gm)).toEqual([
      "The business",
      "Where things stand",
      "What is wasted",
      "Where more budget could go",
      "Demand and gaps",
      "The plan",
      "What your documents say",
      "What this is based on"
    ])
    // Every step states what to expect of it; exclusions name the campaign, the searches and the money.
    const steps = markdown.match(/^\*\*\d+\. .+?\*\*/gm) ?? []
    expect(steps.length).toBeGreaterThan(5)
    expect(markdown.match(/^- \*\*Expected:\*\* /gm)).toHaveLength(steps.length)
    expect(markdown).toMatch(
      /\*\*\d+\. Exclude \d+ search terms? .+\*\* .+\n\n- \*\*Boiler repair\*\*: “.+”.*: \$[\d,.]+ a month(?: \(applied by `rec_\w+`\))?\n/
    )
    // A person reads it, whoever asked for it.
    expect(markdown).not.toMatch(
      /(?<!\\)\{[a-z_]+\.[a-z_]+|svc_|\b(GET|POST|PUT|PATCH|DELETE) \/|negative_keywords|boiler-repair/
    )
    // A document's text is quoted unchanged, whatever it looks like.
    expect(markdown).toContain("> Our goal is {campaigns\\.list} and more boiler repair.")
    const list = await ask("strategy.list", { limit: 1 })
    expect(list["strategies"]).toMatchObject([{ id: strategy_id, status: "succeeded" }])
    expect(JSON.stringify(list).length).toBeLessThan(8 * 1024)
  })

  it("a failed one states what to do, in its task and in itself", async () => {
    const { strategy: strategy_id, task_tracking_id } = await ask("strategy.generate", {}, "tailspin")
    const task = await followed(task_tracking_id, "tailspin")
    expect(task).toMatchObject({ status: "failed", error: { reason: "setup_required" } })
    const strategy = await ask("strategy.get", { strategy_id }, "tailspin")
    expect(strategy).toMatchObject({ status: "failed", markdown: null })
    expect(strategy["error"]).toBe((task["error"] as Told)["message"])
    expect(strategy["error"]).toContain(again)
  })

  it("limits are reported with what is allowed", async () => {
    const documents = Array.from({ length: 6 }, () => ({ name: "A", content: "a" }))
    expect(await ask("strategy.generate", { documents })).toMatchObject({
      error: {
        code: "validation_error",
        fields: [{ path: "documents", message: "must have at most 5 documents" }]
      }
    })
  })
})
