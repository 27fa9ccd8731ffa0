import { scopes } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { insertKey } from "../../core/test/support/keys.ts"
import { auditOf } from "./support/audit.ts"
import { mcpSender, sendRaw, toolError } from "./support/raw.ts"
import { startService } from "./support/service.ts"

const service = await startService()
const key = service.keys["northwind"]!.owner!
const owner = mcpSender(service.url, key)
const metadata = `${service.origin}/.well-known/oauth-protected-resource/mcp`

describe("authentication", () => {
  const revoked = () =>
    service.run(
      insertKey({
        organization: "northwind",
        email: "olivia@northwind.test",
        scopes: ["campaigns:read"],
        revoked: true
      })
    )

  it.each(["initialize", "ping", "tools/list", "tools/call", "anything/else"])(
    "%s without a credential returns 401 and names the metadata",
    async (method) => {
      const params = method === "tools/call" ? { name: "svc_list_organizations" } : {}
      const response = await mcpSender(service.url, null).ask(method, params)
      expect(response.status).toBe(401)
      expect(response.headers["www-authenticate"]).toBe(`Bearer resource_metadata="${metadata}"`)
      expect(response.body).toMatchObject({ error: { code: "unauthorized" } })
      expect(await auditOf(service.run, response)).toMatchObject([{ status_code: 401, surface: "mcp" }])
    }
  )

  it("a revoked key returns 401, and its organization sees the attempt", async () => {
    const bearer = await revoked()
    for (const method of ["tools/list", "tools/call"]) {
      const response = await mcpSender(service.url, bearer).ask(method, { name: "svc_list_organizations" })
      expect(response.status).toBe(401)
      expect(response.headers["www-authenticate"]).toContain('error="invalid_token"')
      expect(await auditOf(service.run, response)).toMatchObject([
        { error_code: "unauthorized", key_last_four: bearer.slice(-4) }
      ])
    }
  })

  it("a key in the query string returns 401, even if it is valid", async () => {
    const response = await mcpSender(`${service.url}?api_key=${key}`, key).ask("ping")
    expect(response.status).toBe(401)
  })

  it("a missing scope and a foreign organization are errors of the tool", async () => {
    const narrow = await service.run(
      insertKey({
        organization: "northwind",
        email: "olivia@northwind.test",
        scopes: ["organizations:read"]
      })
    )
    const scope = await mcpSender(service.url, narrow).call("svc_list_campaigns", { org: "northwind" })
    expect(scope.status).toBe(200)
    expect(toolError(scope)).toMatchObject({ code: "insufficient_scope", required_scope: "campaigns:read" })
    const foreign = await owner.call("svc_list_campaigns", { org: "fabrikam" })
    expect(toolError(foreign)).toMatchObject({ code: "org_access_denied" })
  })
})

describe("every response", () => {
  it.each([
    ["initialize", "mcp.initialize"],
    ["ping", "mcp.ping"],
    ["tools/list", "mcp.tools/list"],
    ["tools/call", "organizations.list"]
  ])("%s carries its id and limits, and is audited once as %s", async (method, operation) => {
    const params = {
      name: "svc_list_organizations",
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" }
    }
    const response = await owner.ask(method, params)
    expect(response.status).toBe(200)
    expect(response.body.result).toBeDefined()
    expect(response.headers).toMatchObject({
      "x-request-id": expect.stringMatching(/^req_[0-9A-Za-z]{20}$/),
      "x-ratelimit-limit": "1000000",
      "x-ratelimit-remaining": expect.stringMatching(/^\d+$/),
      "x-ratelimit-reset": expect.stringMatching(/^\d+$/),
      "cache-control": "no-store"
    })
    expect(await auditOf(service.run, response)).toEqual([
      {
        surface: "mcp",
        operation,
        method: "POST",
        path: "/mcp",
        status_code: 200,
        error_code: null,
        user_email: "olivia@northwind.test",
        key_last_four: key.slice(-4)
      }
    ])
  })
})

describe("discovery and transport", () => {
  it("serves the metadata of the protected resource", async () => {
    const response = await sendRaw(metadata, { method: "GET" })
    expect(response.body).toMatchObject({
      resource: service.url,
      authorization_servers: [service.origin],
      scopes_supported: [...scopes],
      bearer_methods_supported: ["header"]
    })
  })

  it.each(["GET", "DELETE", "PUT", "OPTIONS"])(
    "%s returns 405 to authenticated callers (there are no streams and no sessions), and 401 to others",
    async (method) => {
      const headers = { accept: "text/event-stream" }
      const known = await sendRaw(service.url, {
        method,
        headers: { ...headers, authorization: `Bearer ${key}` }
      })
      expect(known.status).toBe(405)
      expect(known.headers["allow"]).toBe("POST")
      expect(known.headers).toHaveProperty("x-ratelimit-remaining")
      expect(await auditOf(service.run, known)).toMatchObject([
        { method, status_code: 405, error_code: "method_not_allowed", key_last_four: key.slice(-4) }
      ])
      const stranger = await sendRaw(service.url, { method, headers })
      expect(stranger.status).toBe(401)
      expect(stranger.headers["www-authenticate"]).toBe(`Bearer resource_metadata="${metadata}"`)
      expect(await auditOf(service.run, stranger)).toMatchObject([
        { method, status_code: 401, error_code: "unauthorized" }
      ])
    }
  )

  it("rejects and audits a page that uses DNS rebinding, with or without a credential", async () => {
    const evil = await owner.say({}, { host: "evil.example" })
    expect(evil.status).toBe(403)
    expect(await auditOf(service.run, evil)).toMatchObject([
      { status_code: 403, error_code: "foreign_host", key_last_four: key.slice(-4) }
    ])
    const page = await mcpSender(service.url, null).say({}, { origin: "https://evil.example" })
    expect(page.status).toBe(403)
    expect(page.headers).toHaveProperty("x-ratelimit-remaining")
    expect(await auditOf(service.run, page)).toMatchObject([
      { status_code: 403, error_code: "foreign_origin" }
    ])
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
    expect((await owner.say(ping, { origin: service.origin, host: "127.0.0.1" })).status).toBe(200)
  })
})
