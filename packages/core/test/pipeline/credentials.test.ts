import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import { Callers, readCredential } from "../../src/access/callers.ts"
import { newKey, scopes } from "../../src/contract/index.ts"
import { Authenticator } from "../../src/pipeline/authenticator.ts"
import { Settings } from "../../src/settings.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { bearerCredential, call, requestFacts } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

describe("a credential", () => {
  it.each([
    [null, "missing"],
    ["", "malformed"],
    [owner, "malformed"],
    [`Basic ${owner}`, "malformed"],
    [`Bearer ${owner.slice(0, -1)}`, "malformed"],
    [`Bearer ${owner}x`, "malformed"],
    [`Bearer ${owner} ${owner}`, "malformed"],
    ["Bearer eyJhbGciOiJub25lIn0.e30.", "malformed"],
    ["Bearer svc_at_short", "malformed"]
  ])("%j is rejected as %s without a lookup", async (authorization, why) => {
    expect(readCredential({ authorization, query: [] })).toMatchObject({ _tag: "unauthorized", why })
    let lookups = 0
    const counting = Layer.succeed(Callers, {
      byCredential: () => Effect.sync(() => void lookups++) as never,
      bySession: () => Effect.sync(() => void lookups++) as never,
      byEmail: () => Effect.sync(() => void lookups++) as never,
      takeToken: () => Effect.succeed({ rateLimit: { limit: 1, remaining: 1, reset: 0 }, limited: null })
    })
    const received = Effect.flatMap(Authenticator, (door) =>
      door.authenticate({ kind: "credential", authorization, query: [] }, requestFacts())
    )
    await Effect.runPromise(
      Effect.provide(received, Layer.provide(Authenticator.layer, [counting, Settings.layer(testOrigin)]))
    )
    expect(lookups).toBe(0)
  })

  it.each([
    ["access_token", "x"],
    ["api_key", "x"],
    ["Token", "x"],
    ["anything", `svc_live_${"a".repeat(36)}`]
  ])("is never accepted from the query string: %s=%s", (name, value) => {
    expect(readCredential({ authorization: `Bearer ${owner}`, query: [[name, value]] })).toMatchObject({
      why: "in_query"
    })
  })

  it("can be written with any case of Bearer", () => {
    for (const word of ["Bearer", "bearer", "BEARER"]) {
      expect(readCredential({ authorization: `${word} ${owner}`, query: [] })).toEqual({
        kind: "api_key",
        secret: owner
      })
    }
  })

  it("that is well formed and unknown is rejected", async () => {
    expect((await demo.run(call("organizations.get", newKey()))).error).toMatchObject({ why: "unknown" })
  })

  it("is valid on both surfaces for a key, and on its own for a token", async () => {
    const mint = (audience: string) =>
      demo.run(
        Effect.flatMap(AccessTokens, (tokens) =>
          tokens.mint({ userEmail: "olivia@northwind.test", scopes, audience })
        )
      )
    const forRest = (await mint(`${testOrigin}/v1`)).token
    const forMcp = (await mint(`${testOrigin}/mcp`)).token
    const status = async (token: string, surface: "rest" | "mcp") =>
      (await demo.run(call("organizations.list", token, {}, { surface }))).status
    expect([await status(owner, "rest"), await status(owner, "mcp")]).toEqual([200, 200])
    expect([await status(forRest, "rest"), await status(forRest, "mcp")]).toEqual([200, 401])
    expect([await status(forMcp, "rest"), await status(forMcp, "mcp")]).toEqual([401, 200])
  })

  it("is not stored in the database", async () => {
    const secrets = [owner, bearerCredential(owner).authorization!]
    const dump = await demo.run(
      Effect.flatMap(
        (await import("@effect/sql/SqlClient")).SqlClient,
        (sql) =>
          sql<{
            text: string
          }>`select k::text as text from api_keys k union all select e::text from audit_events e`
      )
    )
    for (const secret of secrets.map((text) => text.slice(13, -4))) {
      // Bytes are shown as hexadecimal digits.
      const written = [secret, Buffer.from(secret).toString("hex")]
      expect(dump.some(({ text }) => written.some((one) => text.includes(one)))).toBe(false)
    }
  })
})
