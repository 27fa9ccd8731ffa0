import { setTimeout } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { version } from "@adwarden/core"
import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { afterAll, describe, expect, it } from "vitest"
import { operations } from "../../core/src/contract/index.ts"
import { bearerProxy } from "./support/bearer-proxy.ts"
import { clientOf } from "./support/client.ts"
import { useOurToolNames } from "./support/conformance-names.ts"
import { programOf, runExternalProgram } from "./support/external-program.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!

const textOf = (result: Awaited<ReturnType<Client["callTool"]>>): string =>
  (result.content as Array<{ text: string }>)[0]!.text

describe("the SDK's client", async () => {
  const client = await clientOf(service.url, key)
  afterAll(() => client.close())

  it("initializes and receives the instructions", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "adwarden", version })
    expect(client.getServerCapabilities()).toEqual({ tools: {}, prompts: {}, completions: {} })
    expect(client.getInstructions()).toContain("svc_list_organizations")
    expect(await client.ping()).toEqual({})
  })

  it("calls tools, and their results match their schemas", async () => {
    // Once the tools are listed, the client validates every result against the tool's output schema.
    expect((await client.listTools()).tools).toHaveLength(
      operations.filter(({ tool }) => tool !== null).length
    )
    const organizations = await client.callTool({ name: "svc_list_organizations" })
    expect(organizations.structuredContent).toMatchObject({
      total: 1,
      organizations: [{ slug: "northwind" }]
    })
    const campaigns = await client.callTool({
      name: "svc_list_campaigns",
      arguments: { org: "northwind", limit: 2 }
    })
    expect(campaigns.isError).toBeUndefined()
    const { campaigns: rows } = campaigns.structuredContent as { campaigns: Array<{ slug: string }> }
    expect(rows).toHaveLength(2)
    expect(JSON.parse(textOf(campaigns))).toEqual(campaigns.structuredContent)
    const slug = rows[0]!.slug
    const campaign = await client.callTool({ name: "svc_get_campaign", arguments: { org: "_", slug } })
    expect(campaign.structuredContent).toMatchObject({ slug })
  })

  it("reads tool errors as text, without structured content", async () => {
    const result = await client.callTool({
      name: "svc_get_campaign",
      arguments: { org: "northwind", slug: "nothing-here" }
    })
    expect(result.isError).toBe(true)
    expect(result.structuredContent).toBeUndefined()
    expect(JSON.parse(textOf(result)).error.code).toBe("not_found")
  })

  it("gets invalid params for an unknown tool", async () => {
    await expect(client.callTool({ name: "svc_delete_everything" })).rejects.toMatchObject({ code: -32602 })
  })

  it("cannot connect without a valid credential", async () => {
    await expect(clientOf(service.url, `${key.slice(0, -1)}!`)).rejects.toThrow(/unauthorized/)
  })
})

describe.each(["legacy", "modern"])("the Inspector, %s", (era) => {
  const program = programOf("@modelcontextprotocol/inspector", "mcp-inspector")
  const inspect = (...args: ReadonlyArray<string>) =>
    runExternalProgram(program, [
      ...["--cli", service.url, "--transport", "http", "--protocol-era", era, "--format", "json"],
      ...["--header", `Authorization: Bearer ${key}`, ...args]
    ])

  it("finds every tool, and no schema that a client cannot handle", async () => {
    const { code, stderr, stdout } = await inspect("--method", "tools/list", "--strict")
    expect(code).toBe(0)
    // It warns about values of any type, such as the result of a task.
    expect(stderr).toContain("0 errors")
    expect(stderr).not.toContain("inputSchema")
    expect(stdout).toContain("svc_get_queued_write")
  })

  it("calls a tool", async () => {
    const called = ["--tool-name", "svc_list_campaigns", "--tool-arg", "org=northwind", "limit=1"]
    const { code, stdout } = await inspect("--method", "tools/call", ...called)
    expect(code).toBe(0)
    expect(stdout).toContain('"next_cursor"')
  })
})

describe("MCP's conformance suite", () => {
  /** Lets a task go on from step to step: each poll of a waiting call finds a new one. */
  const steppingMeanwhile = async <A>(task: number, work: () => Promise<A>): Promise<A> => {
    const { setStage } = tasksOf(service.run)
    let over = false
    const stepping = (async () => {
      while (!over) {
        await setStage(task, "Sending")
        await setTimeout(20)
      }
    })()
    try {
      return await work()
    } finally {
      over = true
      await stepping
    }
  }
  const program = programOf("@modelcontextprotocol/conformance", "conformance")

  it.each([
    [
      "2025-11-25",
      ["server-initialize: 2", "ping: 2", "tools-list: 3", "dns-rebinding-protection: 2"],
      "logging-set-level: 1 passed, 1 failed"
    ],
    [
      "2026-07-28",
      ["tools-list: 4", "server-sse-multiple-streams: 1", "http-header-validation: 14"],
      // What is missing are tools of the suite's own server.
      "server-stateless: 21 passed, 4 failed"
    ]
  ])(
    "passes what %s requires, except for features that are not offered",
    async (revision, passed, partly) => {
      const running = await tasksOf(service.run).begin("northwind", "Sending")
      const url = await bearerProxy(service.url, key, useOurToolNames(running))
      const expected = fileURLToPath(new URL(`support/conformance-${revision}.yml`, import.meta.url))
      const options = ["--requirements", revision, "--expected-failures", expected]
      const { code, stdout } = await steppingMeanwhile(running, () =>
        runExternalProgram(program, ["server", "--url", url, ...options])
      )
      expect(code, stdout).toBe(0)
      const both = ["tools-call-simple-text", "tools-call-error", "tools-call-with-progress"]
      const prompts = ["prompts-list", "prompts-get-simple", "prompts-get-with-args", "completion-complete"]
      for (const scenario of [...passed, ...[...both, ...prompts].map((one) => `${one}: 2`)]) {
        expect(stdout).toContain(`✓ ${scenario} passed, 0 failed`)
      }
      expect(stdout).toContain(partly)
    }
  )
})
