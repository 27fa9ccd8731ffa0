import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"
import { post, registerAt, requestUrl, verifier } from "./support/raw-client.ts"

const service = await startAllSurfaces()
const { origin } = service
const clientId = await registerAt(origin)
const resource = service.restUrl
const [token, revoke, register] = ["token", "revoke", "register"].map((name) => `${origin}/oauth/${name}`)

const query = <Row extends object>(text: string, values: ReadonlyArray<unknown> = []) =>
  service.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text, [...values])))

/** The form that redeems the code of an approval. */
const codeForm = async (resource = service.restUrl) => {
  const asked = requestUrl(service, clientId, { resource })
  const { to } = await answerConsent(await service.signedIn(), asked)
  const code = new URL(to!).searchParams.get("code")!
  return { grant_type: "authorization_code", code, client_id: clientId, code_verifier: verifier, resource }
}

describe("a token request", () => {
  it("returns tokens that are not cached, for any origin", async () => {
    const { body, headers, status } = await post(token!, await codeForm(), {
      origin: "https://app.example.com"
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: "Bearer", iss: origin })
    expect(headers.get("cache-control")).toBe("no-store")
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("x-request-id")).toMatch(/^req_/)
    const read = await fetch(`${resource}/organizations`, {
      headers: { authorization: `Bearer ${body["access_token"]}` }
    })
    expect(read.status).toBe(200)
  })

  it.each<readonly [string, string, Record<string, string>, number, string]>([
    [
      "a secret in its header",
      "",
      { authorization: `Basic ${btoa(`${clientId}:x`)}` },
      401,
      "invalid_client"
    ],
    ["parameters in its address", "?client_id=x", {}, 400, "invalid_request"],
    ["JSON", "", { "content-type": "application/json" }, 400, "invalid_request"],
    ["no media type that is known", "", { "content-type": "text/plain" }, 400, "invalid_request"]
  ])("is rejected with %s", async (_, search, headers, status, error) => {
    const form = await codeForm()
    const refused = await post(`${token}${search}`, form, headers)
    expect([refused.status, refused.body["error"]]).toEqual([status, error])
    expect(refused.body["error_description"]).toMatch(/\w/)
    expect((await post(token!, form)).status).toBe(200)
  })

  it("is rejected with a duplicate parameter, and when it is too large", async () => {
    const form = new URLSearchParams(await codeForm())
    const twice = await post(token!, `${form}&code=svc_ac_other`)
    expect([twice.status, twice.body["error"]]).toEqual([400, "invalid_request"])
    const long = await post(token!, `${form}&padding=${"x".repeat(20_000)}`)
    expect([long.status, long.body["error"]]).toEqual([413, "invalid_request"])
  })

  it("is rejected with an OAuth error even if the pipeline rejects it", async () => {
    const few = await startAllSurfaces({ anonymousRateLimit: 1 })
    await post(`${few.origin}/oauth/token`, {})
    const { body, headers, status } = await post(`${few.origin}/oauth/token`, {})
    expect([status, body["error"]]).toEqual([429, "temporarily_unavailable"])
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0)
  })
})

describe("a registration", () => {
  it("is JSON of limited size", async () => {
    const wrong: ReadonlyArray<readonly [string, Record<string, string>, number, string]> = [
      ["{", { "content-type": "application/json" }, 400, "invalid_client_metadata"],
      ["[".repeat(1000), { "content-type": "application/json" }, 400, "invalid_client_metadata"],
      ["{}", { "content-type": "text/plain" }, 400, "invalid_client_metadata"],
      [
        JSON.stringify({ a: "x".repeat(20_000) }),
        { "content-type": "application/json" },
        413,
        "invalid_request"
      ]
    ]
    for (const [body, headers, status, error] of wrong) {
      const response = await post(register!, body, headers)
      expect([response.status, response.body["error"]]).toEqual([status, error])
    }
  })

  it("is rate-limited by address, with an OAuth error", async () => {
    const few = await startAllSurfaces({ registrationsPerMinute: 2 })
    const tries: Array<number> = []
    for (let n = 0; n < 3; n++) {
      const sent = JSON.stringify({ redirect_uris: ["https://app.example.com/"] })
      tries.push(
        (await post(`${few.origin}/oauth/register`, sent, { "content-type": "application/json" })).status
      )
    }
    expect(tries).toEqual([201, 201, 429])
  })
})

describe("a revocation", () => {
  it("takes effect at once, and returns no body", async () => {
    const { body } = await post(token!, await codeForm())
    const use = async () =>
      (
        await fetch(`${resource}/organizations`, {
          headers: { authorization: `Bearer ${body["access_token"]}` }
        })
      ).status
    expect(await use()).toBe(200)
    const response = await post(revoke!, { token: body["refresh_token"]!, client_id: clientId })
    expect([response.status, response.text]).toEqual([200, ""])
    expect(await use()).toBe(401)
  })
})

describe("an access token", () => {
  it("is accepted only in its header, and only if it is ours", async () => {
    const tokenFor = async (resource: string) =>
      (await post(token!, await codeForm(resource))).body["access_token"]!
    const [mine, mcp] = [await tokenFor(resource), `${service.mcpUrl}/mcp`]
    const list = `${resource}/organizations`
    const form = (access_token: string) => ({ method: "POST", body: new URLSearchParams({ access_token }) })
    const foreign = "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJodHRwczovL2V2aWwifQ.c2ln"
    const statuses = await Promise.all([
      fetch(`${list}?access_token=${mine}`),
      fetch(`${list}/northwind/reports/weekly`, form(mine)),
      fetch(mcp, form(await tokenFor(mcp))),
      fetch(list, { headers: { cookie: `access_token=${mine}` } }),
      fetch(list, { headers: { authorization: `Bearer ${foreign}` } }),
      fetch(mcp, { method: "POST", headers: { authorization: `Bearer ${foreign}` } })
    ])
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  })
})

describe("the public documents", () => {
  it.each([
    "/.well-known/oauth-authorization-server",
    "/.well-known/oauth-protected-resource/mcp",
    "/.well-known/oauth-protected-resource/v1"
  ])("include %s", async (path) => {
    const read = await fetch(`${origin}${path}`, { headers: { origin: "https://app.example.com" } })
    expect(read.headers.get("access-control-allow-origin")).toBe("*")
    const asked = await fetch(`${origin}${path}`, { method: "OPTIONS" })
    expect([asked.status, asked.headers.get("access-control-allow-headers")]).toEqual([
      204,
      expect.stringContaining("MCP-Protocol-Version")
    ])
  })

  it("name the server, its endpoints and its capabilities", async () => {
    const document = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()
    expect(document).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: token,
      registration_endpoint: register,
      revocation_endpoint: revoke,
      protected_resources: [`${origin}/mcp`, `${origin}/v1`]
    })
    for (const name of ["mcp", "v1"]) {
      const path = `${origin}/.well-known/oauth-protected-resource/${name}`
      expect(await (await fetch(path)).json()).toMatchObject({
        resource: `${origin}/${name}`,
        authorization_servers: [origin]
      })
    }
  })

  it("are no pages for people", async () => {
    const { pathname, search } = requestUrl(service, clientId)
    const asked = await fetch(`${origin}${pathname}${search}`, { method: "OPTIONS" })
    expect(asked.headers.get("access-control-allow-origin")).toBeNull()
  })
})

describe("secrets", () => {
  /** Even a part of one counts. Bytes are shown as hexadecimal digits. */
  const holds = (text: string, secret: string) => {
    const part = secret.slice(-20, -4)
    return text.includes(part) || text.includes(Buffer.from(part).toString("hex"))
  }

  it("of clients are nowhere in the database, and every request is in the audit trail", async () => {
    const form = await codeForm()
    const first = (await post(token!, form)).body
    const second = (
      await post(token!, {
        grant_type: "refresh_token",
        refresh_token: first["refresh_token"]!,
        client_id: clientId,
        resource
      })
    ).body
    // Also if they were sent in the wrong place.
    await fetch(`${origin}/oauth/authorize/${form.code}?token=${first["refresh_token"]}`, {
      headers: { "user-agent": `robot ${first["refresh_token"]} ${form.code}` }
    })
    await post(revoke!, { token: second["refresh_token"]!, client_id: clientId })
    const secrets = [form.code, ...[first, second].flatMap((t) => [t["access_token"]!, t["refresh_token"]!])]
    const tables = await query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
    )
    for (const { name } of tables) {
      const rows = await query<{ row: string }>(`select t::text as row from "${name}" t`)
      const text = rows.map(({ row }) => row).join("\n")
      for (const secret of secrets) expect(holds(text, secret), `${name} holds a secret`).toBe(false)
    }
    const events = await query<{ operation: string }>("select distinct operation from audit_events")
    expect(events.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining([
        "oauth.register",
        "oauth.authorize",
        "oauth.decide",
        "oauth.token",
        "oauth.revoke"
      ])
    )
  })
})
