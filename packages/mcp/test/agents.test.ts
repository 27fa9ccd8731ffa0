import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorker } from "../../core/test/support/workers.ts"
import { operationByTool } from "../src/tools.ts"
import { type Agent, startAgent } from "./agents/agent.ts"
import { type Job, jobs, linkJob } from "./agents/jobs.ts"
import { type Made, wrongCalls } from "./agents/wrong-calls.ts"
import { mcpSender } from "./support/raw.ts"
import { startOnPlatform } from "./support/service.ts"

/* `npm run check agents` prints what each job takes. */
const service = await startOnPlatform()
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(service)
})

const table: Array<string> = []
afterAll(async () => {
  await stop()
  if (process.env["AGENTS_TABLE"] === "on") console.log(table.join("\n"))
})

const keyOf = ([organization, role]: readonly [string, "owner" | "admin" | "member"]): string =>
  service.keys[organization]![role]!

/** One for each key: connecting costs more than a job. */
const agents = new Map<string, Promise<Agent>>()
const agentWith = (key: string): Promise<Agent> => {
  const agent = agents.get(key) ?? startAgent({ url: service.url, key })
  agents.set(key, agent)
  return agent
}

const runJob = async ({ as = ["northwind", "admin"], asked, finds, most, work }: Job, agent?: Agent) => {
  const worker = agent ?? (await agentWith(keyOf(as)))
  const before = { calls: worker.calls(), bytes: worker.bytes() }
  const answer = await work(worker, service)
  const [calls, bytes] = [worker.calls() - before.calls, worker.bytes() - before.bytes]
  table.push(`${asked.padEnd(90)} ${String(calls).padStart(2)} calls ${String(bytes).padStart(6)} bytes`)
  expect(answer).toMatchObject(finds)
  expect(calls, "calls").toBeLessThanOrEqual(most.calls)
  expect(bytes, "bytes").toBeLessThanOrEqual(most.kib * 1024)
}

describe("an agent that knows the tools alone", () => {
  it("is asked for 17 things", () => {
    expect(jobs).toHaveLength(17)
    expect(new Set(jobs.map(({ asked }) => asked)).size).toBe(17)
  })

  for (const job of jobs) it(job.asked, () => runJob(job))

  it(linkJob.asked, async () => {
    const way = { url: service.url, key: keyOf(linkJob.as) }
    await runJob(linkJob, await startAgent(way, (url) => linkJob.onLink(url, service)))
  })
})

describe("the error of a wrong call says what to do next", () => {
  const senderOf = (as: readonly [string, "owner" | "admin" | "member"] = ["northwind", "admin"]) =>
    mcpSender(service.url, keyOf(as))
  let made: Made
  beforeAll(async () => {
    const give = async (tool: string, args: object, ...as: Parameters<typeof senderOf>) =>
      // biome-ignore lint/suspicious/noExplicitAny: JSON
      (await senderOf(...as).call(tool, args)).body.result!["structuredContent"] as any
    const { findings } = await give("svc_run_detector", {
      slug: "boiler-repair",
      detector: "negative_keywords"
    })
    const applied = findings.find(
      (one: { recommendation_id?: string }) => one.recommendation_id
    ).recommendation_id
    await give("svc_apply_recommendation", { id: applied, dry_run: false })
    const rename = (name: string) =>
      give("svc_update_campaign", { slug: "rival-names", name, dry_run: false })
    const { preview_hash } = await give("svc_update_campaign", { slug: "rival-names", budget: 11 })
    const { action_id } = await rename("Rivals")
    await rename("Others")
    const held = { slug: "boiler-repair", name: "Boilers", dry_run: false }
    const { queued_recommendation_id } = await give("svc_update_campaign", held, ["fabrikam", "owner"])
    const { next_cursor } = await give("svc_list_campaigns", { limit: 2 })
    made = {
      applied,
      earlier: action_id,
      stale: preview_hash,
      queuedByOther: queued_recommendation_id,
      cursor: next_cursor
    }
  })

  it("for 66 of them, over all tools", () => {
    expect(wrongCalls).toHaveLength(66)
    const called = new Set(wrongCalls.map(({ tool }) => tool))
    expect([...operationByTool.keys()].filter((tool) => !called.has(tool))).toEqual([])
  })

  it.each(wrongCalls)("$tool $args: $code", async ({ args, as, code, next, tool }) => {
    const { body } = await senderOf(as).call(tool, typeof args === "function" ? args(made) : args)
    const error = body.error?.data ?? JSON.parse(body.result!.content![0]!.text).error
    expect(error).toMatchObject({ code, message: expect.stringMatching(next) })
  })
})
