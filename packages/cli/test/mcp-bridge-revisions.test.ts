import { describe, expect, it } from "vitest"
import { compileCache, program } from "../../core/test/support/programs.ts"
import { auditBy } from "../../mcp/test/support/audit.ts"
import {
  compatibilityMatrix,
  connect,
  connectClient,
  startOtherServers
} from "../../mcp/test/support/revisions.ts"
import { startService } from "../../mcp/test/support/service.ts"
import { tasksOf } from "../../mcp/test/support/tasks.ts"
import { headersOf } from "../src/mcp-bridge/request-headers.ts"

const service = await startService()
const bin = program(new URL("../src/bin.ts", import.meta.url))
const others = await startOtherServers()
const origins = { modern: others.modern, legacy: others.legacy, both: service.origin }
const bridgeTo = (origin: string) => ({
  command: process.execPath,
  args: [bin, "mcp"],
  env: {
    PATH: process.env["PATH"] ?? "",
    ...compileCache(),
    ADWARDEN_URL: origin,
    ADWARDEN_API_KEY: service.keys["northwind"]!.owner!
  }
})

describe("the compatibility matrix over stdio", () => {
  it.each(compatibilityMatrix)("client: %s, service: %s, revision: %s", async (speaks, server, revision) => {
    const connecting = connect(speaks, bridgeTo(origins[server]))
    if (revision === "fails") return expect(connecting).rejects.toThrow()
    const connection = await connecting
    expect(connection.revision).toBe(revision)
    const { structuredContent } = await connection.callTool("svc_list_organizations")
    expect(structuredContent).toMatchObject({ organizations: [{ slug: "northwind" }] })
  })
})

describe("the SDK 2 client over stdio", async () => {
  const client = await connectClient("modern", bridgeTo(service.origin))
  const tasks = tasksOf(service.run)

  it("reaches lists, prompts and completions", async () => {
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    expect((await client.getPrompt({ name: "weekly_review" })).messages).toHaveLength(1)
    const ref = { type: "ref/prompt" as const, name: "launch_checklist" }
    const { completion } = await client.complete({ ref, argument: { name: "campaign", value: "boiler" } })
    expect(completion.values).toEqual(["boiler-repair"])
  })

  it("receives progress, and cancels a call", async () => {
    const id = await tasks.begin("northwind", "Sending")
    const params = { name: "svc_get_task_status", arguments: { id, wait_seconds: 20 } }
    const controller = new AbortController()
    const call = client.callTool(params, { signal: controller.signal, onprogress: () => controller.abort() })
    await expect(call).rejects.toThrow()
    await expect
      .poll(() => auditBy(service.run, "adwarden-mcp-stdio"), { timeout: 15_000 })
      .toContainEqual(expect.objectContaining({ operation: "tasks.get" }))
  })

  it("reads why the service is out of reach", async () => {
    const connecting = connectClient("both", bridgeTo("http://127.0.0.1:9"))
    await expect(connecting).rejects.toThrow(/Cannot reach Adwarden/)
  })
})

describe("the headers of a message", () => {
  const claim = { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }
  const call = (name: unknown) => ({ method: "tools/call", params: { ...claim, name } })

  it("repeat its version, its method and what it names", () => {
    expect(headersOf(call("svc_list_organizations"), "2025-11-25")).toEqual({
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "svc_list_organizations"
    })
    const reading = { method: "resources/read", params: { ...claim, uri: "a:b", name: "c" } }
    expect(headersOf(reading, null)).toMatchObject({ "mcp-name": "a:b" })
    expect(headersOf({ method: "tools/list", params: { ...claim, name: "x" } }, null)).not.toHaveProperty(
      "mcp-name"
    )
  })

  it.each([["grün"], [" a "], ["a\nb"], [""], ["=?base64?YQ==?="]])("encode the name %j", (name) => {
    const [, text] = /^=\?base64\?(.*)\?=$/.exec(headersOf(call(name), null)["mcp-name"]!)!
    expect(Buffer.from(text!, "base64").toString()).toBe(name)
  })

  it("are those of the handshake, if the message names no version", () => {
    expect(headersOf({ method: "tools/list" }, "2025-11-25")).toEqual({
      "mcp-protocol-version": "2025-11-25"
    })
    expect(headersOf({ method: "initialize" }, null)).toEqual({})
  })

  it("are left out if they would not be valid: the service then says what is missing", () => {
    const odd = { method: "tools\n", params: { _meta: { "io.modelcontextprotocol/protocolVersion": "ü" } } }
    expect(headersOf(odd, null)).toEqual({})
  })
})
