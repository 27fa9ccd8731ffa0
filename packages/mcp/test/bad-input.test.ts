import { once } from "node:events"
import { connect } from "node:net"
import { describe, expect, it } from "vitest"
import { auditBy, auditOf } from "./support/audit.ts"
import { mcpSender, toolError } from "./support/raw.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const { ask, call, say, send } = mcpSender(service.url, service.keys["northwind"]!.owner!)
const anonymous = mcpSender(service.url, null)
const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
const kib = (n: number) => "x".repeat(n * 1024)

describe("a malformed message", () => {
  const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const cases: Array<
    [what: string, body: string | Uint8Array, code: number, headers?: Record<string, string>]
  > = [
    ["no JSON", "{", -32700],
    ["nothing", "", -32700],
    ["no UTF-8", Uint8Array.from([0x22, 0xff, 0x22]), -32700],
    ["a batch", `[${ping}]`, -32600],
    ["an empty batch", "[]", -32600],
    ["a string", '"ping"', -32600],
    ["null", "null", -32600],
    ["another JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"tools/call"}', -32600],
    ["an id that is a fraction", '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600],
    ["no method", '{"jsonrpc":"2.0","id":1}', -32600],
    ["a method that is a number", '{"jsonrpc":"2.0","id":1,"method":7}', -32600],
    ["params that are a number", '{"jsonrpc":"2.0","id":1,"method":"ping","params":7}', -32600],
    ["_meta that is a number", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":7}}', -32600],
    ["a field that is not JSON-RPC", '{"jsonrpc":"2.0","id":1,"method":"ping","more":1}', -32600],
    ["deep nesting", `{"jsonrpc":"2.0","id":1,"method":"ping","params":${nested(100_000)}}`, -32600],
    ["NUL", '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\u0000"}}', -32600],
    ["text/plain", ping, -32600, { "content-type": "text/plain" }],
    ["JSON in a parameter", ping, -32600, { "content-type": "text/plain; a=application/json" }],
    ["two content types", ping, -32600, { "content-type": "application/json, text/plain" }]
  ]

  it.each(cases)("returns 400 to an authenticated sender: %s", async (_, body, code, headers) => {
    const response = await send(body, headers)
    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } })
    expect(response.body.error!.data).toMatchObject({ code: "validation_error" })
    expect((await anonymous.send(body, headers)).status).toBe(401)
  })

  it.each([
    ['{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}', "method"],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"\\u0061":2}}', "a"]
  ])("names a duplicate member: %s", async (body, path) => {
    const response = await send(body)
    expect(response.body).toMatchObject({ id: 1, error: { code: -32600, data: { fields: [{ path }] } } })
  })

  it("returns a tool error for a duplicate argument, and executes nothing", async () => {
    const twice = '{"slug":"boiler-repair","state":"paused","dry_run":true,"dry_run":false}'
    const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"svc_set_campaign_state","arguments":${twice}}}`
    const response = await send(call)
    expect(response.body).toMatchObject({ id: 7, result: { isError: true } })
    expect(JSON.stringify(response.body)).toMatch(/dry_run.*is in the message more than once/)
  })

  it("is audited as malformed", async () => {
    const response = await send("{")
    expect(await auditOf(service.run, response)).toEqual([
      expect.objectContaining({
        operation: "mcp.unreadable",
        status_code: 400,
        error_code: "validation_error"
      })
    ])
  })

  it.each(["Content-Length: 100", "Transfer-Encoding: chunked"])(
    "from a sender that disconnects half-way (%s) is audited and executes nothing",
    async (header) => {
      const socket = connect(Number(new URL(service.url).port), "127.0.0.1")
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nUser-Agent: gone/${header}\r\n${header}\r\n\r\n5\r\n{"js`
      )
      // The headers are enough to reject it: the response arrives although the rest of the body never does.
      await once(socket, "data")
      socket.destroy()
      await expect
        .poll(() => auditBy(service.run, `gone/${header}`))
        .toEqual([expect.objectContaining({ operation: "mcp", error_code: "unauthorized" })])
    }
  )

  it.each([
    ["that says its length", {}],
    ["in chunks", { "transfer-encoding": "chunked" }]
  ])("returns 413 for a body that is too large %s", async (_, headers) => {
    const response = await send(kib(1100), headers)
    expect(response.status).toBe(413)
    expect(response.body.error).toMatchObject({ code: -32600, data: { code: "payload_too_large" } })
  })
})

describe("an unsupported request", () => {
  it.each(["resources/list", "logging/setLevel", "constructor", "__proto__", "x".repeat(500)])(
    "returns method not found: %s",
    async (method) => {
      const response = await ask(method)
      expect(response.status).toBe(200)
      expect(response.body).toMatchObject({ id: 1, error: { code: -32601 } })
      expect(await auditOf(service.run, response)).toEqual([
        expect.objectContaining({ operation: "mcp.unknown", error_code: "not_found" })
      ])
    }
  )

  it.each(["nothing", "constructor", "__proto__", "toString", "", "svc_list_campaigns "])(
    "returns invalid params for the tool %j",
    async (name) => {
      const response = await call(name)
      expect(response.status).toBe(200)
      expect(response.body).toMatchObject({ id: 1, error: { code: -32602, data: { code: "not_found" } } })
      expect(await auditOf(service.run, response)).toEqual([
        expect.objectContaining({ operation: "mcp.tools/call", error_code: "not_found" })
      ])
    }
  )

  it("suggests the tool with a similar name", async () => {
    const response = await call("svc_list_campaign")
    expect(response.body.error?.message).toContain("Did you mean svc_list_campaigns?")
  })

  it.each([undefined, null, 7, "x", [], { name: 7 }, {}])(
    "returns invalid params for a call with params %j",
    async (params) => {
      expect((await ask("tools/call", params)).body).toMatchObject({ id: 1, error: { code: -32602 } })
    }
  )

  it.each([undefined, {}, { protocolVersion: 7, capabilities: [], clientInfo: "x" }])(
    "returns a plain error, not a 500, for initialize with %j",
    async (params) => {
      const response = await ask("initialize", params)
      expect(response.status).toBe(200)
      expect(response.body).toMatchObject({ id: 1, error: { code: -32602 } })
      expect(response.body.error?.message).toMatch(/^params/)
      expect(response.body.error?.message).not.toMatch(/invalid_type|expected|\[\n/)
      expect(await auditOf(service.run, response)).toEqual([
        expect.objectContaining({ operation: "mcp.initialize", error_code: "validation_error" })
      ])
    }
  )
})

describe("invalid arguments of a tool", () => {
  const wrong: Array<[what: string, args: string, path: string]> = [
    ["an array", "[]", "arguments"],
    ["text", '"x"', "arguments"],
    ["null", "null", "arguments"],
    ["an unknown one", '{"org":"northwind","dryrun":false}', "dryrun"],
    ["__proto__", '{"org":"northwind","__proto__":{"limit":1}}', "__proto__"],
    ["constructor", '{"org":"northwind","constructor":1}', "constructor"],
    ["a limit out of range", '{"org":"northwind","limit":101}', "limit"],
    ["a fraction as text", '{"org":"northwind","limit":"2.5"}', "limit"],
    ["a foreign cursor", '{"org":"northwind","cursor":"AAAA"}', "cursor"],
    ["an organization that is an object", '{"org":{"toString":1}}', "org"],
    ["an organization that is a deep list", `{"org":${"[".repeat(40)}${"]".repeat(40)}}`, "org"],
    ["an unknown state", '{"org":"northwind","state":"asleep"}', "state"],
    ["NUL", '{"org":"northwind","account_id":"a\\u0000b"}', "account_id"],
    ["half a surrogate pair", '{"org":"northwind","account_id":"\\ud800"}', "account_id"]
  ]

  it.each(wrong)("return validation_error as a tool error: %s", async (_, args, path) => {
    const response = await send(
      `{"jsonrpc":"2.0","id":"a","method":"tools/call","params":{"name":"svc_list_campaigns","arguments":${args}}}`
    )
    expect(response.status).toBe(200)
    expect(response.body).toMatchObject({ id: "a", result: { isError: true } })
    expect(response.body.result).not.toHaveProperty("structuredContent")
    expect(toolError(response)).toMatchObject({ code: "validation_error", fields: [{ path }] })
  })

  it("that are nested deeply return validation_error, as a tool error or before the message is parsed", async () => {
    const message = (depth: number) =>
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"svc_run_detector","arguments":{"org":"_","options":${nested(depth)}}}}`
    expect(toolError(await send(message(40)))).toMatchObject({
      code: "validation_error",
      fields: [{ message: "must not be nested deeper than 16 levels" }]
    })
    const bottomless = await send(message(20_000))
    expect(bottomless.status).toBe(400)
    expect(bottomless.body.error!.data).toMatchObject({
      code: "validation_error",
      fields: [{ path: "body" }]
    })
  })

  it("that are too large return payload_too_large as a tool error", async () => {
    const documents = [{ name: "notes", content: "short" }]
    const large = await call("svc_list_campaigns", { org: "northwind", account_id: kib(300) })
    expect(large.status).toBe(200)
    expect(toolError(large)).toMatchObject({ code: "payload_too_large" })
    const strategy = await call("svc_generate_strategy", { org: "northwind", documents, more: kib(300) })
    expect(toolError(strategy)).toMatchObject({ code: "validation_error" })
  })

  it("except a whole number as text, and an id by its alias, which are accepted", async () => {
    const listed = await call("svc_list_campaigns", { org: "northwind", limit: "1" })
    expect(listed.body.result).toMatchObject({ structuredContent: { campaigns: [{}] } })
    const task = await call("svc_get_task_status", { task_tracking_id: "999999" })
    expect(toolError(task)).toMatchObject({ code: "not_found" })
    const undone = await call("svc_undo_action", { action_id: "act_nosuchaction" })
    expect(toolError(undone)).toMatchObject({ code: "not_found" })
    const both = await call("svc_undo_action", { action_id: "act_nosuchaction", id: "act_nosuchaction" })
    expect(toolError(both)).toMatchObject({ code: "not_found" })
    const different = await call("svc_undo_action", { action_id: "act_nosuchaction", id: "act_nosuchothers" })
    expect(toolError(different)).toMatchObject({ code: "validation_error", fields: [{ path: "action_id" }] })
  })

  it("except fields of MCP itself, which are ignored", async () => {
    const params = {
      name: "svc_list_organizations",
      _meta: { progressToken: 7, "io.modelcontextprotocol/related-task": { taskId: "x" } },
      task: { ttl: 1000 }
    }
    expect((await ask("tools/call", params)).body.result).toMatchObject({ structuredContent: { total: 1 } })
  })
})

describe("a message that needs no response", () => {
  it.each([
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
    { jsonrpc: "2.0", method: "tools/call", params: { name: "svc_list_organizations" } },
    { jsonrpc: "2.0", id: 1, result: {} }
  ])("returns 202 without a body: %j", async (message) => {
    const response = await say(message)
    expect(response).toMatchObject({ status: 202, text: "" })
    expect(response.headers["x-request-id"]).toMatch(/^req_/)
    expect(await auditOf(service.run, response)).toMatchObject([{ operation: "mcp.notification" }])
    expect((await anonymous.say(message)).status).toBe(401)
  })
})
