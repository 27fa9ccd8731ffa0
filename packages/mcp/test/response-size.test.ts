import { Pipeline } from "@adwarden/core"
import { detectors, type OperationName } from "@adwarden/core/contract"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { operationByTool } from "../src/tools.ts"
import { mcpSender } from "./support/raw.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

const service = await startService()
const implemented = await service.run(Effect.map(Pipeline, (pipeline) => pipeline.implemented()))
const most = 8 * 1024

/** Operations that return documents, whose length has no limit. */
const bodies: ReadonlyArray<OperationName> = ["reports.get", "strategy.get"]

/**
 * Returns what a model reads of a result. It contains the output twice, structured and as text; clients pass on one of
 * them.
 */
const answerOf = async (key: string, tool: string, args: object): Promise<string> => {
  const { body } = await mcpSender(service.url, key).call(tool, args)
  return body.result!.content![0]!.text
}
type Rows = ReadonlyArray<{ readonly slug: string; readonly id: string }>
/** The rows of a list, which writes here do not change: they are previewed. */
const lists = new Map<string, Promise<Rows>>()
const rowsOf = (key: string, tool: string, rows: string): Promise<Rows> => {
  const list = lists.get(key + tool) ?? answerOf(key, tool, {}).then((text) => JSON.parse(text)[rows] ?? [])
  lists.set(key + tool, list)
  return list
}

/** Returns calls with only the required arguments, for every resource. Writes are previewed. */
const callsFor = async (name: OperationName, key: string): Promise<ReadonlyArray<object>> => {
  const campaigns = async (more: object) =>
    (await rowsOf(key, "svc_list_campaigns", "campaigns")).map(({ slug }) => ({ slug, ...more }))
  switch (name) {
    case "organizations.list":
    case "organizations.get":
    case "organizations.business_profile":
    case "campaigns.list":
    case "performance.get":
    case "performance.search_terms":
    case "strategy.list":
    case "recommendations.list":
    case "queued_writes.list":
    case "actions.list":
      return [{}]
    case "campaigns.get":
    case "campaigns.list_ads":
    case "keywords.list":
    case "keywords.list_negatives":
      return campaigns({})
    case "campaigns.update":
      return campaigns({ name: "x".repeat(255), budget: 1, target_cpa: 1 })
    case "campaigns.set_state":
      return campaigns({ state: "live" })
    case "keywords.add_negatives":
      return campaigns({ keywords: ["boiler", "free", "jobs"], match_type: "broad" })
    case "detectors.run":
      return (await Promise.all(detectors.map((detector) => campaigns({ detector })))).flat()
    case "recommendations.apply": {
      const rows = await rowsOf(key, "svc_list_recommendations", "recommendations")
      return rows.map(({ id }) => ({ id }))
    }
    case "tasks.get":
      return [{ id: await tasksOf(service.run).begin("northwind", "Sending the campaign") }]
    default:
      // Writes that execute at once return only ids.
      return []
  }
}

const built = [...operationByTool].filter(([, { name }]) => implemented.has(name) && !bodies.includes(name))

describe("a tool's default result fits into 8 KiB, in the whole demo world", () => {
  it.each(built)("%s", async (tool, { name }) => {
    for (const [organization, keys] of Object.entries(service.keys)) {
      const key = keys.owner ?? keys.admin ?? keys.member
      if (key === undefined) continue
      for (const args of await callsFor(name, key)) {
        const text = await answerOf(key, tool, args)
        const size = Buffer.byteLength(text)
        expect(size, `${organization} ${JSON.stringify(args)}: ${text.slice(0, 200)}`).toBeLessThanOrEqual(
          most
        )
      }
    }
  })

  it("covers most of the tools, and all lists", () => {
    const lists = built.filter(([tool]) => tool.startsWith("svc_list"))
    expect(built.length).toBeGreaterThan(12)
    expect(lists.length).toBeGreaterThan(2)
  })
})
