import { describe, expect, it } from "vitest"
import { auditBy, auditOf } from "./support/audit.ts"
import { mcpSender, toolError } from "./support/raw.ts"
import {
  compatibilityMatrix,
  connect,
  connectClient,
  modernHeaders,
  modernMessage,
  modernRevision,
  startOtherServers
} from "./support/revisions.ts"
import { startService } from "./support/service.ts"
import { tasksOf } from "./support/tasks.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!
const others = await startOtherServers()
const urls = { modern: `${others.modern}/mcp`, legacy: `${others.legacy}/mcp`, both: service.url }

describe("the compatibility matrix over HTTP", () => {
  it.each(compatibilityMatrix)("client: %s, server: %s, revision: %s", async (speaks, server, revision) => {
    const connecting = connect(speaks, { url: urls[server], key })
    if (revision === "fails") return expect(connecting).rejects.toThrow()
    const connection = await connecting
    expect(connection.revision).toBe(revision)
    const { structuredContent } = await connection.callTool("svc_list_organizations")
    expect(structuredContent).toMatchObject({ organizations: [{ slug: "northwind" }] })
  })
})

const sender = mcpSender(service.url, key)
type Params = Readonly<Record<string, unknown>>
const ask = (method: string, params: Params = {}) =>
  sender.say(modernMessage(method, params), modernHeaders(method, params["name"]))

describe("the SDK 2 client", async () => {
  const client = await connectClient("modern", { url: service.url, key })

  it("discovers the service with its instructions", () => {
    expect(client.getServerVersion()).toMatchObject({ name: "adwarden" })
    expect(client.getDiscoverResult()).toMatchObject({
      supportedVersions: [modernRevision],
      capabilities: { tools: {}, prompts: {}, completions: {} },
      instructions: expect.stringContaining("svc_list_organizations")
    })
  })

  it("lists and calls tools, and their results match their schemas", async () => {
    expect((await client.listTools()).tools.length).toBeGreaterThan(30)
    const arguments_ = { org: "northwind", limit: 2 }
    const page = await client.callTool({ name: "svc_list_campaigns", arguments: arguments_ })
    expect(page.structuredContent).toMatchObject({ campaigns: [{}, {}] })
    const missing = await client.callTool({ name: "svc_get_campaign", arguments: { slug: "nothing-here" } })
    expect(missing).toMatchObject({ isError: true })
    await expect(client.callTool({ name: "svc_nothing" })).rejects.toMatchObject({ code: -32602 })
  })

  it("reads prompts and completions", async () => {
    expect((await client.listPrompts()).prompts).toHaveLength(4)
    expect((await client.getPrompt({ name: "weekly_review" })).messages).toHaveLength(1)
    const ref = { type: "ref/prompt" as const, name: "launch_checklist" }
    const { completion } = await client.complete({ ref, argument: { name: "campaign", value: "boiler" } })
    expect(completion.values).toEqual(["boiler-repair"])
  })

  it("receives progress", async () => {
    const tasks = tasksOf(service.run)
    const id = await tasks.begin("northwind", "Sending")
    const heard: Array<string | undefined> = []
    const params = { name: "svc_get_task_status", arguments: { task_tracking_id: id, wait_seconds: 20 } }
    const result = await client.callTool(params, {
      onprogress: (progress) => {
        heard.push(progress.message)
        void tasks.complete(id)
      }
    })
    expect(heard[0]).toBe("Sending")
    expect(result.structuredContent).toMatchObject({ status: "completed" })
  })

  it("cancels a call by closing its response", async () => {
    const tasks = tasksOf(service.run)
    const id = await tasks.begin("northwind", "Sending")
    const userAgent = "cancels"
    const headers = { Authorization: `Bearer ${key}`, "user-agent": userAgent }
    const controller = new AbortController()
    const method = "tools/call"
    const params = {
      name: "svc_get_task_status",
      arguments: { task_tracking_id: id, wait_seconds: 20 },
      _meta: { progressToken: 1 }
    }
    const response = await fetch(service.url, {
      method: "POST",
      headers: { ...headers, ...modernHeaders(method, params.name), "content-type": "application/json" },
      body: JSON.stringify(modernMessage(method, params)),
      signal: controller.signal
    })
    await response.body!.getReader().read()
    controller.abort()
    await expect
      .poll(() => auditBy(service.run, userAgent), { timeout: 15_000 })
      .toMatchObject([{ operation: "tasks.get" }])
  })
})

describe("a modern result", () => {
  it.each<[method: string, params: Params, own: object]>([
    ["server/discover", {}, { ttlMs: expect.any(Number), cacheScope: "private" }],
    ["tools/list", {}, { ttlMs: expect.any(Number), cacheScope: "private" }],
    ["prompts/list", {}, { ttlMs: expect.any(Number), cacheScope: "private" }],
    ["prompts/get", { name: "weekly_review" }, { messages: [{}] }],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "waste_audit" }, argument: { name: "detector", value: "n" } },
      { completion: {} }
    ],
    ["tools/call", { name: "svc_list_organizations" }, { structuredContent: { total: 1 } }],
    ["tools/call", { name: "svc_get_campaign", arguments: { slug: "nothing-here" } }, { isError: true }]
  ])("of %s is complete and names the server: %j", async (method, params, own) => {
    const response = await ask(method, params)
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({
      id: 1,
      result: {
        resultType: "complete",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "adwarden" } },
        ...own
      }
    })
    expect(response.headers).toMatchObject({ "cache-control": "no-store" })
    expect(response.headers).toHaveProperty("x-ratelimit-remaining")
    expect(await auditOf(service.run, response)).toHaveLength(1)
  })

  it("of a list is the same each time, in the same order", async () => {
    const [first, second] = [await ask("tools/list"), await ask("tools/list")]
    expect(first.text).toBe(second.text)
  })

  it("is not what a legacy client gets", async () => {
    for (const [method, params] of [
      ["tools/list"],
      ["tools/call", { name: "svc_list_organizations" }]
    ] as const) {
      const { result } = (await sender.ask(method, params)).body
      for (const member of ["resultType", "ttlMs", "_meta"]) expect(result).not.toHaveProperty(member)
    }
  })
})

describe("a legacy revision", () => {
  it.each(["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"])(
    "%s is served",
    async (version) => {
      const capabilities = { capabilities: {}, clientInfo: { name: "raw", version: "1" } }
      const handshake = await sender.ask("initialize", { protocolVersion: version, ...capabilities })
      expect(handshake.body.result).toMatchObject({ protocolVersion: version })
      const call = { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "svc_list_organizations" } }
      const called = await sender.say(call, { "mcp-protocol-version": version })
      expect(called.body.result).toMatchObject({ structuredContent: { total: 1 } })
    }
  )
})

describe("a modern message that is not valid", () => {
  const call = modernMessage("tools/call", { name: "svc_list_organizations" })
  const headers = modernHeaders("tools/call", "svc_list_organizations")
  const without = (name: string) =>
    Object.fromEntries(Object.entries(headers).filter(([one]) => one !== name))
  const claiming = (version: string) => ({
    ...call,
    params: {
      ...call.params,
      _meta: { ...call.params._meta, "io.modelcontextprotocol/protocolVersion": version }
    }
  })
  const bare = { ...call, params: { name: "svc_list_organizations" } }
  const noCapabilities = {
    ...call,
    params: { ...bare.params, _meta: { "io.modelcontextprotocol/protocolVersion": modernRevision } }
  }

  it.each<[what: string, body: object, sent: Record<string, string>, status: number, code: number]>([
    ["has no version header", call, without("mcp-protocol-version"), 400, -32020],
    ["has no method header", call, without("mcp-method"), 400, -32020],
    ["has no name header", call, without("mcp-name"), 400, -32020],
    ["has another method in its header", call, { ...headers, "mcp-method": "tools/list" }, 400, -32020],
    ["has another tool in its header", call, { ...headers, "mcp-name": "svc_list_campaigns" }, 400, -32020],
    ["has a header that is not base64", call, { ...headers, "mcp-name": "=?base64?%?=" }, 400, -32020],
    ["has another version in its header", claiming("2026-07-29"), headers, 400, -32020],
    [
      "claims a version that is not known",
      claiming("2099-01-01"),
      { ...headers, "mcp-protocol-version": "2099-01-01" },
      400,
      -32022
    ],
    [
      "names an unknown version in its header alone",
      bare,
      { "mcp-protocol-version": "1999-01-01" },
      400,
      -32022
    ],
    ["claims nothing, with a modern header", bare, headers, 400, -32602],
    ["lacks the client's capabilities", noCapabilities, headers, 400, -32602],
    ["is a handshake with a modern header", { ...bare, method: "initialize" }, headers, 400, -32020],
    [
      "asks for what we do not offer",
      modernMessage("resources/list"),
      modernHeaders("resources/list"),
      404,
      -32601
    ],
    ["pings", modernMessage("ping"), modernHeaders("ping"), 404, -32601],
    [
      "subscribes",
      modernMessage("subscriptions/listen", { notifications: {} }),
      modernHeaders("subscriptions/listen"),
      404,
      -32601
    ],
    ["has no params", { ...call, params: null }, headers, 400, -32600]
  ])("%s: executes nothing", async (_, body, sent, status, code) => {
    const response = await sender.say(body, sent)
    expect([response.status, response.body.error?.code]).toEqual([status, code])
    expect(await auditOf(service.run, response)).toMatchObject([
      { status_code: status, operation: expect.stringMatching(/^mcp\./) }
    ])
    expect((await mcpSender(service.url, null).say(body, sent)).status).toBe(401)
  })

  it("lists the versions to choose from", async () => {
    const version = "2099-01-01"
    const response = await sender.say(claiming(version), { ...headers, "mcp-protocol-version": version })
    expect(response.body.error!.data).toEqual({ supported: [modernRevision], requested: version })
  })

  it("names the tool in base64, which is valid", async () => {
    const encoded = `=?base64?${Buffer.from("svc_list_organizations").toString("base64")}?=`
    const response = await sender.say(call, { ...headers, "mcp-name": encoded })
    expect(response.body.result).toMatchObject({ structuredContent: { total: 1 } })
  })

  it("has a duplicate argument, which is a tool error", async () => {
    const text = JSON.stringify(
      modernMessage("tools/call", { name: "svc_list_campaigns", arguments: { org: "_", limit: 1 } })
    )
    const twice = text.replace('"limit":1', '"limit":1,"limit":2')
    const response = await sender.send(twice, modernHeaders("tools/call", "svc_list_campaigns"))
    expect(toolError(response)).toMatchObject({ code: "validation_error" })
    expect(response.body.result).toMatchObject({ resultType: "complete" })
  })

  it("is a notification, which needs no response", async () => {
    const { id: _, ...notification } = modernMessage("notifications/cancelled", { requestId: 1 })
    const response = await sender.say(notification, modernHeaders("notifications/cancelled"))
    expect(response).toMatchObject({ status: 202, text: "" })
  })
})
