import { createServer, request as httpRequest } from "node:http"
import { getRequestListener } from "@hono/node-server"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { version } from "../../core/src/index.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { restApp } from "../src/index.ts"

const demo = await runCore()
const app = await demo.run(restApp)
const owner = demo.keys["northwind"]!.owner!
const server = createServer(getRequestListener(app.fetch))
let base = ""

beforeAll(
  () =>
    new Promise<void>((resolve) => {
      server.listen(0, "127.0.0.1", () => {
        base = `http://127.0.0.1:${(server.address() as { port: number }).port}`
        resolve()
      })
    })
)
afterAll(() => void server.close())

interface Envelope {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly fields?: ReadonlyArray<{ path: string }>
  }
}

const send = async (path: string, init: RequestInit & { key?: string | null } = {}) => {
  const { key = owner, ...rest } = init
  const headers = new Headers(rest.headers)
  if (key !== null) headers.set("authorization", `Bearer ${key}`)
  const response = await fetch(`${base}${path}`, { ...rest, headers })
  const text = await response.text()
  const json = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : undefined
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: json as unknown,
    envelope: json as Envelope
  }
}

const patch = (
  body: string | null,
  headers: Record<string, string> = { "content-type": "application/json" }
) => send("/v1/organizations/northwind/campaigns/boiler-repair", { method: "PATCH", body, headers })

describe("the values of a JSON body", () => {
  it.each([
    ["dry_run", { name: "Changed by luck", dry_run: "false" }, "must be true or false"],
    ["dry_run", { name: "Changed by luck", dry_run: 0 }, "must be true or false"],
    ["dry_run", { name: "Changed by luck", dry_run: null }, "must be true or false"],
    ["budget", { budget: "50", dry_run: false }, "must be a number from 0 to 1000000000"],
    ["budget", { budget: true, dry_run: false }, "must be a number from 0 to 1000000000"],
    ["target_cpa", { target_cpa: "35.5", dry_run: false }, "must be a number from 0.01 to 1000000000"],
    ["name", { name: 50, dry_run: false }, "must be a text"]
  ])("rejects %s of %j, and changes nothing", async (path, body, message) => {
    const campaign = "/v1/organizations/northwind/campaigns/boiler-repair"
    const before = (await send(campaign)).json
    const { envelope, status } = await patch(JSON.stringify(body))
    expect([status, envelope.error.code]).toEqual([400, "validation_error"])
    expect(envelope.error.fields).toEqual([{ path, message }])
    expect((await send(campaign)).json).toEqual(before)
  })
})

describe("an HTTP response", () => {
  it("has a request id and rate-limit headers, and forbids caching", async () => {
    const { headers, json, status } = await send("/v1/organizations/_/campaigns?limit=2")
    expect(status).toBe(200)
    expect(json).toMatchObject({ total: 12, campaigns: [{}, {}] })
    expect(headers.get("x-request-id")).toMatch(/^req_\w{20}$/)
    expect(headers.get("cache-control")).toBe("no-store")
    for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
      expect(Number(headers.get(name))).toBeGreaterThan(0)
    }
  })

  it("states how to authenticate", async () => {
    const { envelope, headers, status } = await send("/v1/organizations", { key: null })
    expect([status, envelope.error.code]).toEqual([401, "unauthorized"])
    const challenge = headers.get("www-authenticate")!
    const [, url] = /resource_metadata="([^"]+)"/.exec(challenge)!
    const metadata = await send(new URL(url!).pathname, { key: null })
    expect(metadata.json).toMatchObject({
      resource: expect.stringMatching(/\/v1$/),
      bearer_methods_supported: ["header"]
    })
  })

  it("names the missing scope", async () => {
    const { envelope, headers, status } = await send("/v1/organizations/_/actions", {
      key: demo.keys["northwind"]!.member!
    })
    expect([status, envelope.error]).toMatchObject([
      403,
      { code: "insufficient_scope", required_scope: "audit:read" }
    ])
    expect(headers.get("www-authenticate")).toContain('error="insufficient_scope", scope="audit:read"')
    const audit = await send("/v1/organizations/_/audit/export", { key: demo.keys["northwind"]!.member! })
    expect(audit.envelope.error).toMatchObject({ code: "role_denied", required_role: "owner" })
  })

  it.each([
    ["/v1/task-tracking/999999", "Use the task_tracking_id that the call returned."],
    ["/v1/organizations/_/strategy/mine", "List those there are with GET /organizations/{org}/strategy."],
    [
      "/v1/organizations/_/reports/weekly/rpt_nosuch0000",
      "Send latest instead of the id for the newest, or an id that GET /organizations/{org}/reports/{type} lists."
    ]
  ])("%s is not found, and the message names the next request", async (path, next) => {
    const { envelope, status } = await send(path)
    expect([status, envelope.error.code]).toEqual([404, "not_found"])
    expect(envelope.error.message).toMatch(/was not found\. /)
    expect(envelope.error.message.endsWith(next)).toBe(true)
  })

  it("is described by an OpenAPI document that needs no credential", async () => {
    const { json, status } = await send("/v1/openapi.json", { key: null })
    expect([status, json]).toMatchObject([200, { openapi: "3.1.0", info: { version } }])
  })
})

describe("rejects bad input with a clear error and changes nothing", () => {
  const refused = (result: { status: number; envelope: Envelope }) => [
    result.status,
    result.envelope.error.code,
    result.envelope.error.fields?.[0]?.path
  ]

  it.each([
    ["?limit=0", "limit"],
    ["?limit=101", "limit"],
    ["?limit=abc", "limit"],
    ["?limit=", "limit"],
    ["?limit=5&limit=6", "limit"],
    ["?cursor=rubbish", "cursor"],
    ["?page=2", "page"],
    ["?state=off", "state"],
    ["?account_id=%00", "account_id"],
    ["?slug=boiler-repair", "slug"]
  ])("campaigns%s", async (query, path) => {
    expect(refused(await send(`/v1/organizations/_/campaigns${query}`))).toEqual([
      400,
      "validation_error",
      path
    ])
  })

  it.each([
    ["{", "body"],
    ["", "state"],
    ["[]", "body"],
    ["null", "body"],
    ['"text"', "body"],
    [Buffer.from([0x7b, 0xff, 0x7d]), "body"],
    ['{"state":"live","dryrun":false}', "dryrun"],
    ['{"state":"live","slug":"other"}', "slug"],
    ['{"state":"live","dry_run":true,"dry_run":false}', "dry_run"],
    ['{"state":"live","idempotency_key":"x"}', "idempotency_key"],
    ['{"state":"live","__proto__":{"dry_run":false}}', "__proto__"],
    [`{"state":${"[".repeat(40)}${"]".repeat(40)}}`, /state/],
    [`{"state":${"[".repeat(5000)}${"]".repeat(5000)}}`, "body"],
    [`{"state":"${"[".repeat(5000)}\\"${"[".repeat(5000)}"}`, "state"]
  ])("a body of %s", async (body, path) => {
    const result = await send("/v1/organizations/_/campaigns/boiler-repair/state", {
      method: "PUT",
      body,
      headers: { "content-type": "application/json" }
    })
    expect(refused(result)).toEqual([
      400,
      "validation_error",
      path instanceof RegExp ? expect.stringMatching(path) : path
    ])
  })

  it("a write with dry_run in the query", async () => {
    const result = await send("/v1/organizations/_/campaigns/boiler-repair?dry_run=false", {
      method: "PATCH",
      body: '{"budget":101}',
      headers: { "content-type": "application/json" }
    })
    expect(refused(result)).toEqual([400, "validation_error", "dry_run"])
  })

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "text/plain; x=application/json",
    "application/jsonp"
  ])("a body that says it is %s", async (type) => {
    expect(refused(await patch('{"budget":101}', { "content-type": type }))).toEqual([
      400,
      "validation_error",
      "Content-Type"
    ])
  })

  it("a body that is too large, with or without Content-Length", async () => {
    const large = JSON.stringify({ name: "x".repeat(300 * 1024) })
    expect(refused(await patch(large))).toEqual([413, "payload_too_large", undefined])
    const chunked = await new Promise<number>((resolve, reject) => {
      const path = "/v1/organizations/_/campaigns/boiler-repair"
      const options = {
        method: "PATCH",
        headers: { authorization: `Bearer ${owner}`, "content-type": "application/json" }
      }
      const request = httpRequest(`${base}${path}`, options, (response) => {
        response.resume()
        resolve(response.statusCode!)
      })
      request.on("error", reject)
      for (let n = 0; n < 40; n++) request.write("x".repeat(10_000))
      request.end()
    })
    expect(chunked).toBe(413)
  })

  it.each([
    ["/v1/organizations/_/campaigns/no-such", 404],
    ["/v1/organizations/_/campaigns/a%2Fb", 404],
    ["/v1/organizations/_/campaigns/%00", 400],
    ["/v1/organizations/_/campaigns/%E0%A4%A", 404],
    ["/v1/organizations/no-such/campaigns", 403],
    ["/v1/organizations/%00/campaigns", 403],
    ["/v1/task-tracking/abc", 404],
    ["/v1/task-tracking/99999999999999999999", 404],
    ["/v1/task-tracking/-1", 404],
    ["/v1/queued-writes/qw_nosuchthing", 404],
    ["/v1/nothing/here", 404],
    ["/v1", 404],
    ["/v1/organizations/", 404]
  ])("%s answers %i in the envelope", async (path, status) => {
    const result = await send(path)
    expect([result.status, typeof result.envelope.error.message]).toEqual([status, "string"])
  })

  it("an unsupported method and an unknown path, with or without a credential", async () => {
    expect((await send("/v1/organizations", { method: "DELETE" })).envelope.error.code).toBe("not_found")
    expect((await send("/v1/nothing", { key: null })).envelope.error.code).toBe("not_found")
  })

  it("a token in the query string", async () => {
    for (const query of [`access_token=${owner}`, `limit=5&x=${owner}`]) {
      const result = await send(`/v1/organizations/_/campaigns?${query}`)
      expect([result.status, result.envelope.error.code]).toEqual([401, "unauthorized"])
    }
  })
})
