import { randomBytes } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { hashSecret } from "../../src/access/index.ts"
import { operationByName } from "../../src/contract/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { RequestClearance } from "../../src/request/clearance.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { respondWith } from "../../src/request/handler.ts"
import type { CallerCredentials } from "../../src/request/pipeline-request.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { bearerCredential, callEndpoint, requestFacts } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore({ anonymousRateLimit: 30 })
const owner = demo.keys["northwind"]!.owner!
const olivia = "olivia@northwind.test"
const mia = "mia@northwind.test"

const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const eventOf = async (requestId: string) =>
  (
    await query<Record<string, unknown>>(
      `select e.surface, e.operation, e.status_code, e.error_code, e.actor_type, e.user_email, o.slug
       from audit_events e left join organizations o on o.id = e.organization_id where request_id = '${requestId}'`
    )
  )[0]

const emailOf = (clearance: RequestClearance) => clearance.caller?.email ?? null
const respondWithEmail = (clearance: RequestClearance) => Effect.succeed(respondWith(emailOf(clearance)))
const callersEndpoint: Endpoint<string | null> = {
  name: "test.callers",
  admits: "callers",
  run: respondWithEmail
}
const membersEndpoint = (
  organization: string,
  role: "member" | "admin" | "owner"
): Endpoint<string | null> => ({
  name: "test.members",
  admits: "members",
  organization,
  role,
  run: respondWithEmail
})
const operatorsEndpoint = (organization: string): Endpoint<string | null> => ({
  name: "test.operators",
  admits: "operators",
  organization,
  run: ({ caller, organization }) =>
    Effect.succeed(respondWith(`${caller?.email ?? null} in ${organization.slug}`))
})

/** A session in the given condition; returns its token. */
const session = async (email: string, condition = "") => {
  const token = randomBytes(24).toString("base64url")
  await query(
    `insert into dashboard_sessions (token_hash, user_id, expires_at) select '\\x${hashSecret(token).toString("hex")}',
       id, now() + interval '1 hour' from users where email = '${email}' returning user_id`
  )
  if (condition !== "") {
    const hash = hashSecret(token).toString("hex")
    await query(
      `update dashboard_sessions set ${condition} where token_hash = '\\x${hash}' returning user_id`
    )
  }
  return { kind: "session", token } as const
}

describe("a signed-in person", () => {
  it("is recognised by their session, rate limited and audited as a person", async () => {
    const answer = await demo.run(
      callEndpoint(callersEndpoint, await session(olivia), { surface: "dashboard" })
    )
    expect(answer).toMatchObject({ status: 200, output: olivia, rateLimit: { limit: 1_000_000 } })
    expect(await eventOf(answer.requestId)).toEqual({
      surface: "dashboard",
      operation: "test.callers",
      status_code: 200,
      error_code: null,
      actor_type: "user",
      user_email: olivia,
      slug: null
    })
  })

  it.each([
    ["ended", "ended_at = now()", "revoked"],
    ["expired", "expires_at = now() - interval '1 second'", "expired"],
    ["idled for twelve hours", "last_seen_at = now() - interval '12 hours'", "expired"]
  ])("is rejected when the session has %s", async (_, condition, why) => {
    const answer = await demo.run(callEndpoint(callersEndpoint, await session(olivia, condition)))
    expect(answer).toMatchObject({ status: 401, output: null, error: { _tag: "unauthorized", why } })
    expect(await eventOf(answer.requestId)).toMatchObject({ actor_type: "user", user_email: olivia })
  })

  it.each([
    ["a request after more than a minute", "last_seen_at = now() - interval '61 seconds'", true],
    ["a request after eleven idle hours", "last_seen_at = now() - interval '11 hours 59 minutes'", true],
    ["a request within the minute", "last_seen_at = now() - interval '30 seconds'", false],
    ["an ended session", "ended_at = now(), last_seen_at = now() - interval '1 hour'", false],
    ["an expired session", "expires_at = now(), last_seen_at = now() - interval '1 hour'", false]
  ])("records the last use of a session, once a minute: %s", async (_, condition, isRecorded) => {
    const [other, mine] = [await session(mia, condition), await session(mia, condition)]
    const lastSeen = async ({ token }: { readonly token: string }) => {
      const hash = hashSecret(token).toString("hex")
      const [row] = await query<{ at: string }>(
        `select last_seen_at::text as at from dashboard_sessions where token_hash = '\\x${hash}'`
      )
      return row!.at
    }
    const [before, untouched] = [await lastSeen(mine), await lastSeen(other)]
    await demo.run(callEndpoint(callersEndpoint, mine))
    expect((await lastSeen(mine)) !== before).toBe(isRecorded)
    expect(await lastSeen(other)).toBe(untouched)
  })

  it("is rejected without a session, with an unknown one, or once disabled", async () => {
    const unknown: ReadonlyArray<readonly [CallerCredentials, string]> = [
      [{ kind: "session", token: null }, "missing"],
      [{ kind: "session", token: "made-up" }, "unknown"]
    ]
    for (const [credentials, why] of unknown) {
      const answer = await demo.run(callEndpoint(callersEndpoint, credentials))
      expect(answer.error).toMatchObject({ _tag: "unauthorized", why })
    }
    const mine = await session("carl@contoso.test")
    await query("update users set disabled_at = now() where email = 'carl@contoso.test' returning id")
    expect((await demo.run(callEndpoint(callersEndpoint, mine))).error).toMatchObject({ why: "revoked" })
    await query("update users set disabled_at = null where email = 'carl@contoso.test' returning id")
  })

  it("acts in their organizations with their role there, and runs operations too", async () => {
    expect(
      (await demo.run(callEndpoint(membersEndpoint("northwind", "owner"), await session(olivia)))).status
    ).toBe(200)
    const denied = await demo.run(callEndpoint(membersEndpoint("northwind", "admin"), await session(mia)))
    expect(denied.error).toMatchObject({ _tag: "role_denied", required_role: "admin" })
    expect(await eventOf(denied.requestId)).toMatchObject({ slug: "northwind", user_email: mia })
    for (const organization of ["contoso", "no-such-org"]) {
      const foreign = await demo.run(
        callEndpoint(membersEndpoint(organization, "member"), await session(mia))
      )
      expect(foreign.error).toMatchObject({ _tag: "org_access_denied" })
      expect(await eventOf(foreign.requestId)).toMatchObject({ slug: null })
    }
    const credentials = await session(mia)
    const invocation = Effect.succeed({
      operation: operationByName.get("campaigns.list")!,
      input: { values: { org: "northwind" }, unreadable: null }
    })
    const read = {
      name: null,
      credentials,
      facts: requestFacts("dashboard"),
      invocation,
      allowAnonymous: false
    }
    expect((await demo.run(Effect.flatMap(Pipeline, ({ run }) => run(read)))).status).toBe(200)
  })
})

describe("an operator on the service's own machine", () => {
  const asking = (endpoint: Endpoint<string | null>, person: string | null) =>
    demo.run(callEndpoint(endpoint, { kind: "operator", person }, { surface: "cli" }))

  it("acts on behalf of a person or without one, and is audited as such", async () => {
    const named = await asking(operatorsEndpoint("northwind"), olivia.toUpperCase())
    expect(named.output).toBe(`${olivia} in northwind`)
    expect(await eventOf(named.requestId)).toMatchObject({
      surface: "cli",
      actor_type: "user",
      user_email: olivia,
      slug: "northwind"
    })
    const nobody = await asking(operatorsEndpoint("northwind"), null)
    expect(nobody.output).toBe("null in northwind")
    expect(await eventOf(nobody.requestId)).toMatchObject({
      actor_type: "operator",
      user_email: null,
      slug: "northwind"
    })
  })

  it("gets a clear error for unknown names, which is audited too", async () => {
    const cases = [
      [operatorsEndpoint("nowhere"), olivia, "The organization"],
      [membersEndpoint("northwind", "member"), "nobody@nowhere.test", "The person nobody@nowhere.test"],
      [membersEndpoint("fabrikam", "member"), mia, "among the members of fabrikam"]
    ] as const
    for (const [endpoint, person, what] of cases) {
      const answer = await asking(endpoint, person)
      expect(answer).toMatchObject({
        status: 404,
        error: { _tag: "not_found", what: expect.stringContaining(what) }
      })
      expect(await eventOf(answer.requestId)).toMatchObject({ surface: "cli", status_code: 404 })
    }
  })

  it("has endpoints that nobody else has", async () => {
    for (const credentials of [bearerCredential(owner), await session(olivia)]) {
      expect((await demo.run(callEndpoint(operatorsEndpoint("northwind"), credentials))).status).toBe(401)
    }
    expect(
      (await demo.run(callEndpoint(membersEndpoint("northwind", "member"), bearerCredential(owner)))).status
    ).toBe(401)
    const people: Endpoint<string | null> = {
      ...callersEndpoint,
      admits: "callers",
      kinds: ["person"],
      run: respondWithEmail
    }
    expect((await demo.run(callEndpoint(people, bearerCredential(owner)))).status).toBe(401)
    expect((await demo.run(callEndpoint(people, await session(olivia)))).status).toBe(200)
  })
})

class TestEndpointError extends Data.TaggedError("Grumble")<{
  readonly statusCode: number
  readonly errorCode: string
}> {}

describe("an endpoint", () => {
  it("admits only the kinds of callers that it names", async () => {
    const connected = await demo.run(
      Effect.flatMap(AccessTokens, (tokens) =>
        tokens.mint({ userEmail: olivia, scopes: [], audience: `${testOrigin}/v1` })
      )
    )
    const callers = {
      api_key: bearerCredential(owner),
      access_token: bearerCredential(connected.token),
      person: await session(olivia)
    } as const
    const kinds = ["api_key", "access_token", "person"] as const
    for (const admitted of kinds)
      for (const kind of kinds) {
        const endpoint = { ...callersEndpoint, kinds: [admitted] } as Endpoint<string | null>
        const { status } = await demo.run(callEndpoint(endpoint, callers[kind]))
        expect([admitted, kind, status]).toEqual([admitted, kind, admitted === kind ? 200 : 401])
      }
  })

  it("can fail with an error of its own shape, which is audited by its own code", async () => {
    const endpoint: Endpoint<never, TestEndpointError> = {
      name: "oauth.token",
      admits: "anyone",
      run: () => new TestEndpointError({ statusCode: 400, errorCode: "invalid_grant" })
    }
    const answer = await demo.run(
      callEndpoint(endpoint, bearerCredential(null), { allowAnonymous: true, ip: "203.0.113.20" })
    )
    expect(answer).toMatchObject({ status: 400, error: { _tag: "Grumble", errorCode: "invalid_grant" } })
    expect(await eventOf(answer.requestId)).toMatchObject({ status_code: 400, error_code: "invalid_grant" })
  })

  it("can have its own rate limit, per IP address or per its own key", async () => {
    const signIn = (by?: string): Endpoint<null> => ({
      name: "sign_in",
      admits: "anyone",
      successStatus: 204,
      limit: { name: "sign_in", perMinute: 3, ...(by === undefined ? {} : { by }) },
      run: () => Effect.succeed(respondWith(null))
    })
    const tries = (count: number, ip: string, by?: string) =>
      demo.run(
        Effect.forEach(
          Array.from({ length: count }),
          () =>
            Effect.map(
              callEndpoint(signIn(by), bearerCredential(null), { allowAnonymous: true, ip }),
              ({ status }) => status
            ),
          { concurrency: "unbounded" }
        )
      )
    const refused = async (...asked: Parameters<typeof tries>) => (await tries(...asked)).includes(429)
    expect(await refused(20, "203.0.113.21")).toBe(true)
    expect(await refused(1, "203.0.113.22")).toBe(false)
    expect(await refused(3, "203.0.113.23", "someone@example.test")).toBe(false)
    expect(await refused(17, "203.0.113.24", "someone@example.test")).toBe(true)
    expect(await refused(1, "203.0.113.24", "other@example.test")).toBe(false)
  })
})

describe("the target of a request", () => {
  const asked = async (credentials: CallerCredentials, ip: string) => {
    let asks = 0
    const invocation = Effect.sync(() => {
      asks++
      return { endpoint: callersEndpoint }
    })
    const call = {
      name: "mcp",
      credentials,
      facts: requestFacts("mcp", ip),
      invocation,
      allowAnonymous: false
    }
    const { status } = await demo.run(Effect.flatMap(Pipeline, ({ run }) => run(call)))
    return { status, asks }
  }

  it("is not evaluated if no caller is recognised or the rate limit is exhausted", async () => {
    expect(await asked(bearerCredential(owner), "203.0.113.30")).toEqual({ status: 200, asks: 1 })
    const answers = await staggered(
      Array.from(
        { length: 60 },
        (_, n) => () => asked(bearerCredential(n % 2 === 0 ? null : "svc_live_guess"), "203.0.113.31")
      )
    )
    expect(answers.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(30)
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    expect(answers.filter(({ asks }) => asks > 0)).toEqual([])
  })
})
