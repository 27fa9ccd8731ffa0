import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { startWorker } from "../../core/test/support/workers.ts"
import { type Agent, startAgent } from "./agents/agent.ts"
import { type Job, jobs, linkJob, needsNew } from "./agents/jobs.ts"
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
    expect(new Set(jobs.map(({ asked }) => asked))).toEqual(
      new Set([...jobs.map(({ asked }) => asked), ...needsNew])
    )
  })

  for (const job of jobs) it.skipIf(needsNew.has(job.asked))(job.asked, () => runJob(job))

  it(linkJob.asked, async () => {
    const way = { url: service.url, key: keyOf(linkJob.as) }
    await runJob(linkJob, await startAgent(way, (url) => linkJob.onLink(url, service)))
  })
})
