import { Pipeline } from "@adwarden/core"
import { type AnyOperation, type OperationName, operationByName, scopes } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { AccessTokens } from "../../../core/test/support/access-tokens.ts"
import { testOrigin } from "../../../core/test/support/demo.ts"
import { restRequest, runSurfaces, toolRequest } from "./surfaces.ts"

const { fetchRest, keys, run, tellRest, tellTool } = await runSurfaces()
const northwind = keys["northwind"]!.owner!
const fabrikam = keys["fabrikam"]!.owner!
const implemented = await run(Effect.map(Pipeline, (pipeline) => pipeline.implemented()))
const operationOf = (name: OperationName) => operationByName.get(name) as AnyOperation

interface Envelope {
  readonly error?: { readonly code: string; readonly message: string }
}

/** The same call over both surfaces. */
const both = async (name: OperationName, values: Record<string, unknown>, key: string) => {
  const operation = operationOf(name)
  const rest = await tellRest(restRequest(operation, values, key))
  const mcp = await tellTool(toolRequest(operation.tool!, values, key))
  return [rest.body, mcp.body] as [Envelope, Envelope]
}

/** The same by a person's tokens, one for each surface. */
const asPerson = async (name: OperationName, values: Record<string, unknown>, userEmail: string) => {
  const operation = operationOf(name)
  const tokenFor = async (audience: string) => {
    const asked = { userEmail, scopes, audience: `${testOrigin}${audience}` }
    return (await run(Effect.orDie(Effect.flatMap(AccessTokens, (tokens) => tokens.mint(asked))))).token
  }
  const rest = await tellRest(restRequest(operation, values, await tokenFor("/v1")))
  const mcp = await tellTool(toolRequest(operation.tool!, values, await tokenFor("/mcp")))
  return [rest.body, mcp.body] as [Envelope, Envelope]
}

const idOf = (insert: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<object>, unknown>) =>
  run(Effect.orDie(Effect.flatMap(SqlClient.SqlClient, insert))).then(
    ([row]) => (row as { readonly id: string | number }).id
  )

describe("what belongs to another organization is not there, on either surface", () => {
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
        const { body } = await tellRest(restRequest(operationOf("campaigns.update"), change, northwind))
        return (body as { action_id: string }).action_id
      },
      "act_0000000000000000000000"
    ],
    [
      "queued_writes.get",
      "queued_id",
      fabrikam,
      async () => {
        const { body } = await tellRest(restRequest(operationOf("campaigns.update"), change, fabrikam))
        return (body as { error: { queued_recommendation_id: string } }).error.queued_recommendation_id
      },
      "qw_0000000000000000000000"
    ],
    [
      "recommendations.apply",
      "id",
      northwind,
      () =>
        idOf(
          (sql) => sql`insert into recommendations (organization_id, id, campaign_id, type, summary, details)
            select organization_id, 'rec_ofnorthwind', id, 'tcpa', 'test', jsonb_build_object('version', 1,
              'findings', '[]'::jsonb, 'operations', '[{"op":"set_target_cpa","from":null,"to":40}]'::jsonb)
            from campaigns
            where slug = 'boiler-repair'
              and organization_id = (select id from organizations where slug = 'northwind') returning id`
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
        for (const [at, told] of foreign.entries()) {
          expect(told.error?.code).toBe("not_found")
          // Word for word as of what was never there: nobody learns that it exists.
          expect(told.error?.message.replaceAll(String(id), "…")).toBe(
            unknown[at]!.error?.message.replaceAll(String(nobody), "…")
          )
        }
      })

      it("for the token of somebody who belongs to other organizations", async () => {
        const person = owner === northwind ? "femi@fabrikam.test" : "adam@northwind.test"
        for (const told of await asPerson(name, { [field]: id }, person)) {
          expect(told.error?.code).toBe("not_found")
        }
      })

      it("and is there for its own", async () => {
        const [rest, mcp] = await both(name, { [field]: id }, owner)
        expect([rest.error?.code, mcp.error?.code]).toEqual([undefined, undefined])
      })
    }
  )
})

describe("an address that leads astray is refused before anything is made of it, on either surface", () => {
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
  ])("%s is neither a website nor a landing page", async (url) => {
    const website = await both("campaigns.create", { website_url: url }, northwind)
    expect(website).toMatchObject([refusing("website_url"), refusing("website_url")])
    expect(await page(url)).toMatchObject([refusing("url"), refusing("url")])
  })

  it.each([
    "https://evil-northwind.test/",
    "https://northwind.test.evil.test/",
    "https://northwind.test@evil.test/",
    "https://evil.test/northwind.test/"
  ])("%s is no page of a campaign's website", async (url) => {
    expect(await page(url)).toMatchObject([refusing("url"), refusing("url")])
  })
})

describe("names that would be more than a name", () => {
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
  ])("a slug of %j is nobody's campaign", async (slug) => {
    for (const told of await both("campaigns.get", { slug }, northwind)) {
      expect(told.error?.code).toBe("not_found")
    }
  })

  it.each(["%2F", "%5C", "%2e%2e%2F", "%252F"])(
    "nor does %s in a path lead to another one",
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
    "a name with a line break in it (%j) is refused",
    async (name) => {
      for (const told of await both("campaigns.update", { slug: "boiler-repair", name }, northwind)) {
        expect(told.error).toMatchObject({ code: "validation_error", fields: [{ path: "name" }] })
      }
    }
  )

  it("a line break in a path ends up in no header", async () => {
    const path = "/v1/organizations/_/campaigns/x%0d%0aset-cookie:%20a=b"
    const answer = await fetchRest(
      new Request(`${testOrigin}${path}`, { headers: { authorization: `Bearer ${northwind}` } })
    )
    expect(answer.headers.get("set-cookie")).toBeNull()
    expect(answer.status).toBeGreaterThanOrEqual(400)
  })
})

describe("a page in somebody's browser gets nothing out of the REST API", () => {
  const from = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetchRest(new Request(`${testOrigin}/v1/organizations`, { ...init, headers }))
  const foreign = { origin: "https://evil.example", host: "evil.example" }

  it("a cookie is no credential, nor is anything else that a browser adds by itself", async () => {
    const answer = await from({
      ...foreign,
      cookie: `session=${northwind}; authorization=Bearer ${northwind}`,
      "proxy-authorization": `Bearer ${northwind}`,
      referer: `https://evil.example/?access_token=${northwind}`
    })
    expect(answer.status).toBe(401)
    // Basic is what browsers answer a challenge with.
    const basic = Buffer.from(`${northwind}:`).toString("base64")
    expect((await from({ ...foreign, authorization: `Basic ${basic}` })).status).toBe(401)
  })

  it("is never given leave to send one, or to read an answer", async () => {
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

  it("cannot have an answer name its own host", async () => {
    const told = await from(foreign)
    const text = `${await told.text()} ${[...told.headers.values()].join(" ")}`
    expect(text).not.toContain("evil.example")
    expect(told.headers.get("www-authenticate")).toContain(testOrigin)
  })
})
