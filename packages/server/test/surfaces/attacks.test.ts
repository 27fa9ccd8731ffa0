import { Pipeline } from "@adwarden/core"
import { type AnyOperation, type OperationName, operationByName, scopes } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { AccessTokens } from "../../../core/test/support/access-tokens.ts"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const { fetchRest, keys, run, sendRest, tellTool } = await runSurfaces()
const northwind = keys["northwind"]!.owner!
const fabrikam = keys["fabrikam"]!.owner!
const implemented = await run(Effect.map(Pipeline, (pipeline) => pipeline.implemented()))
const operationOf = (name: OperationName) => operationByName.get(name) as AnyOperation

interface Envelope {
  readonly error?: { readonly code: string; readonly message: string }
}

/** Sends the same call over both surfaces. */
const both = async (name: OperationName, values: Record<string, unknown>, key: string) => {
  const operation = operationOf(name)
  const rest = await sendRest(restRequest(operation, values, key))
  const mcp = await tellTool(toolRequest(operation.tool!, values, key))
  return [rest.body, mcp.body] as [Envelope, Envelope]
}

/** Does the same with a person's tokens, one for each surface. */
const asPerson = async (name: OperationName, values: Record<string, unknown>, userEmail: string) => {
  const operation = operationOf(name)
  const tokenFor = async (audience: string) => {
    const asked = { userEmail, scopes, audience: `${testOrigin}${audience}` }
    return (await run(Effect.orDie(Effect.flatMap(AccessTokens, (tokens) => tokens.mint(asked))))).token
  }
  const rest = await sendRest(restRequest(operation, values, await tokenFor("/v1")))
  const mcp = await tellTool(toolRequest(operation.tool!, values, await tokenFor("/mcp")))
  return [rest.body, mcp.body] as [Envelope, Envelope]
}

const idOf = (insert: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<object>, unknown>) =>
  run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, insert))).then(
    ([row]) => (row as { readonly id: string | number }).id
  )

describe("a resource of another organization is not found, on either surface", () => {
  const change = { slug: "boiler-repair", name: "Boiler repair now", dry_run: false }
  const things: ReadonlyArray<
    [OperationName, field: string, owner: string, make: () => Promise<unknown>, nobody: unknown]
  > = [
    [
      "tasks.get",
      "id",
      northwind,
      () =>
        idOf(
          (sql) => sql`insert into tasks (organization_id, type)
          select id, 'test' from organizations where slug = 'northwind' returning id`
        ),
      987_654
    ],
    [
      "actions.undo",
      "id",
      northwind,
      async () => {
        const { body } = await sendRest(restRequest(operationOf("campaigns.update"), change, northwind))
        return (body as { action_id: string }).action_id
      },
      "act_0000000000000000000000"
    ],
    [
      "queued_writes.get",
      "queued_id",
      fabrikam,
      async () => {
        const { body } = await sendRest(restRequest(operationOf("campaigns.update"), change, fabrikam))
        return (body as { error: { queued_recommendation_id: string } }).error.queued_recommendation_id
      },
      "qw_0000000000000000000000"
    ],
    [
      "recommendations.apply",
      "id",
      northwind,
      () =>
        idOf((sql) =>
          Effect.zipRight(
            sql`insert into recommendations (organization_id, id, campaign_id, type, summary, details)
                select organization_id, 'rec_ofnorthwind', id, 'tcpa', 'test', jsonb_build_object('version', 1,
                  'findings', '[]'::jsonb, 'operations', '[{"op":"set_target_cpa","from":null,"to":40}]'::jsonb)
                from campaigns
                where slug = 'boiler-repair'
                  and organization_id = (select id from organizations where slug = 'northwind')`,
            sql`select id from recommendations where id = 'rec_ofnorthwind'`
          )
        ),
      "rec_0000000000000000000000"
    ]
  ]

  describe.each(things.filter(([name]) => implemented.has(name)))(
    "%s",
    (name, field, owner, make, nobody) => {
      let id: unknown
      beforeAll(async () => {
        id = await make()
        expect(id).toBeDefined()
      })

      it("for a key", async () => {
        const stranger = owner === northwind ? fabrikam : northwind
        const foreign = await both(name, { [field]: id }, stranger)
        const unknown = await both(name, { [field]: nobody }, stranger)
        for (const [at, result] of foreign.entries()) {
          expect(result.error?.code).toBe("not_found")
          // The same message as for an unknown id, so that it does not reveal the resource.
          expect(result.error?.message.replaceAll(String(id), "…")).toBe(
            unknown[at]!.error?.message.replaceAll(String(nobody), "…")
          )
        }
      })

      it("for the token of a person in other organizations", async () => {
        const person = owner === northwind ? "femi@fabrikam.test" : "adam@northwind.test"
        for (const result of await asPerson(name, { [field]: id }, person)) {
          expect(result.error?.code).toBe("not_found")
        }
      })

      it("but is found for its own organization", async () => {
        const [rest, mcp] = await both(name, { [field]: id }, owner)
        expect([rest.error?.code, mcp.error?.code]).toEqual([undefined, undefined])
      })
    }
  )
})

describe("an unsafe URL is rejected before it is used, on either surface", () => {
  const refusing = (path: string) => ({ error: { code: "validation_error", fields: [{ path }] } })
  const page = (url: string) => both("campaigns.create_ad", { slug: "radiators-draft", url }, northwind)

  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://10.0.0.8/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[::1]/",
    "http://[::ffff:7f00:1]/",
    "http://localhost/",
    "http://metadata.google.internal/"
  ])("rejects %s as a website and as a landing page", async (url) => {
    const website = await both("campaigns.create", { website_url: url }, northwind)
    expect(website).toMatchObject([refusing("website_url"), refusing("website_url")])
    expect(await page(url)).toMatchObject([refusing("url"), refusing("url")])
  })

  it.each([
    "https://evil-northwind.test/",
    "https://northwind.test.evil.test/",
    "https://northwind.test@evil.test/",
    "https://evil.test/northwind.test/"
  ])("rejects %s as a page of a campaign's website", async (url) => {
    expect(await page(url)).toMatchObject([refusing("url"), refusing("url")])
  })
})

describe("names with special characters", () => {
  it.each([
    "a/b",
    "boiler-repair/keywords",
    "../campaigns",
    "..%2F..%2Forganizations",
    "boiler-repair%2e%2e",
    "boiler-repair;x=1",
    "boiler-repair\r\nset-cookie: a=b",
    "__proto__",
    "constructor"
  ])("a slug of %j is not found", async (slug) => {
    for (const result of await both("campaigns.get", { slug }, northwind)) {
      expect(result.error?.code).toBe("not_found")
    }
  })

  it.each(["%2F", "%5C", "%2e%2e%2F", "%252F"])(
    "%s in a path does not reach another resource",
    async (slash) => {
      const request = (path: string) =>
        fetchRest(
          new Request(`${testOrigin}/v1/organizations/${path}`, {
            headers: { authorization: `Bearer ${northwind}` }
          })
        )
      expect((await request(`_/campaigns/boiler-repair${slash}keywords`)).status).toBe(404)
      expect((await request(`northwind${slash}campaigns`)).status).toBe(403)
    }
  )

  it.each(["x\r\nset-cookie: a=b", "x\ny", "x\u2028y", "x\u0085y"])(
    "rejects a name with a line break (%j)",
    async (name) => {
      for (const result of await both("campaigns.update", { slug: "boiler-repair", name }, northwind)) {
        expect(result.error).toMatchObject({ code: "validation_error", fields: [{ path: "name" }] })
      }
    }
  )

  it("a line break in a path ends up in no header", async () => {
    const path = "/v1/organizations/_/campaigns/x%0d%0aset-cookie:%20a=b"
    const response = await fetchRest(
      new Request(`${testOrigin}${path}`, { headers: { authorization: `Bearer ${northwind}` } })
    )
    expect(response.headers.get("set-cookie")).toBeNull()
    expect(response.status).toBeGreaterThanOrEqual(400)
  })
})

describe("a page in a browser cannot use the REST API", () => {
  const from = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetchRest(new Request(`${testOrigin}/v1/organizations`, { ...init, headers }))
  const foreign = { origin: "https://evil.example", host: "evil.example" }

  it("a cookie or other automatic header is no credential", async () => {
    const response = await from({
      ...foreign,
      cookie: `session=${northwind}; authorization=Bearer ${northwind}`,
      "proxy-authorization": `Bearer ${northwind}`,
      referer: `https://evil.example/?access_token=${northwind}`
    })
    expect(response.status).toBe(401)
    // Browsers respond to a challenge with Basic.
    const basic = Buffer.from(`${northwind}:`).toString("base64")
    expect((await from({ ...foreign, authorization: `Basic ${basic}` })).status).toBe(401)
  })

  it("CORS never allows it to send a credential or to read a response", async () => {
    const preflight = await from(
      {
        ...foreign,
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization"
      },
      { method: "OPTIONS" }
    )
    expect(preflight.status).toBeGreaterThanOrEqual(400)
    const answered = await from({ ...foreign, authorization: `Bearer ${northwind}` })
    for (const { headers } of [preflight, answered]) {
      const leave = [...headers.keys()].filter((name) => name.startsWith("access-control-"))
      expect(leave).toEqual([])
    }
  })

  it("a request cannot make a response name another host", async () => {
    const result = await from(foreign)
    const text = `${await result.text()} ${[...result.headers.values()].join(" ")}`
    expect(text).not.toContain("evil.example")
    expect(result.headers.get("www-authenticate")).toContain(testOrigin)
  })
})
