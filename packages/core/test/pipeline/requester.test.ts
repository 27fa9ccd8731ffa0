import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { Requester, requesterOf } from "../../src/access/requester.ts"
import { operationByName, type Scope } from "../../src/contract/index.ts"
import { clearRequester } from "../../src/pipeline/authorize.ts"
import { auditDraftOf, type OrganizationClearance } from "../../src/request/clearance.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { Handlers, respondWith } from "../../src/request/handler.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { callEndpoint, requestFacts } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const adam = "adam@northwind.test"
const write = operationByName.get("campaigns.update")!
const scopes: ReadonlyArray<Scope> = ["campaigns:write", "campaigns:read"]

const authorized = (requester: Requester) => {
  const request = requestFacts()
  return clearRequester(requester, write, { request, audit: auditDraftOf(request, write.name) })
}

/** The effect of a change on the requester, seen from inside the same transaction, which is rolled back. */
const after = (requester: Requester, change: string) =>
  demo
    .run(
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const seen = Effect.gen(function* () {
          yield* sql.unsafe(change)
          const outcome = yield* Effect.either(authorized(requester))
          return yield* Effect.fail({ outcome })
        })
        return (yield* Effect.flip(sql.withTransaction(seen))) as {
          readonly outcome: Effect.Effect.Success<ReturnType<typeof either>>
        }
      })
    )
    .then(({ outcome }) => outcome)
const either = (requester: Requester) => Effect.either(authorized(requester))

const keyRequester = async (): Promise<Requester> => {
  const key = await demo.run(insertKey({ organization: "northwind", email: adam, scopes }))
  const [row] = await demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ organization: number; keyId: number; userId: number }>`
        select organization_id as organization, id as "keyId", user_id as "userId" from api_keys
        where last_four = ${key.slice(-4)} and prefix = ${key.slice(0, 13)}`
    )
  )
  return { ...row!, kind: "api_key", connectionId: null, scopes }
}

const appRequester = async (): Promise<Requester> => {
  const { session } = await demo.run(
    Effect.flatMap(AccessTokens, (tokens) =>
      tokens.mint({ userEmail: adam, scopes, audience: `${testOrigin}/v1` })
    )
  )
  const [row] = await demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ connection: string; user_id: number; organization: number }>`
        select s.connection_id as connection, c.user_id, m.organization_id as organization
        from oauth_sessions s join oauth_connections c on c.id = s.connection_id
        join memberships m on m.user_id = c.user_id where s.id = ${session}`
    )
  )
  const { connection, organization, user_id: userId } = row!
  return { organization, kind: "access_token", keyId: null, userId, connectionId: connection, scopes }
}

const user = `(select id from users where email = '${adam}')`

describe("a requester is authorized by their current state", () => {
  it("and cleared, in their current role, while nothing changed", async () => {
    for (const requester of [await keyRequester(), await appRequester()]) {
      const clearance = await demo.run(authorized(requester))
      expect(clearance).toMatchObject({
        caller: { kind: requester.kind, email: adam, userId: requester.userId },
        organization: { slug: "northwind", id: requester.organization },
        effectiveRole: "admin",
        audit: { organization_id: requester.organization, operation: "campaigns.update" }
      })
      expect([...clearance.scopes].sort()).toEqual([...scopes].sort())
      // It can be stored, and is the same when it is read.
      const stored = JSON.parse(JSON.stringify(requesterOf(clearance)))
      expect(Schema.decodeUnknownSync(Requester)(stored)).toEqual(requester)
    }
  })

  it.each([
    ["revoked", "update api_keys set revoked_at = now()", "revoked"],
    ["expired", "update api_keys set expires_at = now() - interval '1 second'", "expired"],
    ["rotated out", "update api_keys set valid_until = now() - interval '1 second'", "expired"],
    ["of a removed member", `delete from memberships where user_id = ${user}`, "creator_role"],
    [
      "of a demoted creator",
      `update memberships set role = 'member' where user_id = ${user}`,
      "creator_role"
    ],
    ["of a disabled user", `update users set disabled_at = now() where id = ${user}`, "revoked"]
  ])("a key that is %s is rejected inside the transaction that sees it", async (_, change, why) => {
    const outcome = await after(await keyRequester(), change)
    expect(outcome).toMatchObject({ _tag: "Left", left: { _tag: "unauthorized", why } })
  })

  it.each([
    ["ended", "update oauth_connections set ended_at = now()", { _tag: "unauthorized", why: "revoked" }],
    [
      "of a removed member",
      `delete from memberships where user_id = ${user}`,
      { _tag: "unauthorized", why: "creator_role" }
    ],
    [
      "of a disabled user",
      `update users set disabled_at = now() where id = ${user}`,
      { _tag: "unauthorized", why: "revoked" }
    ],
    [
      "of a demoted person",
      `update memberships set role = 'member' where user_id = ${user}`,
      { _tag: "role_denied", required_role: "admin" }
    ]
  ])("a connected app that is %s is rejected, too", async (_, change, left) => {
    const outcome = await after(await appRequester(), change)
    expect(outcome).toMatchObject({ _tag: "Left", left })
  })

  it("a person too, who has no scopes of their own", async () => {
    let cleared: OrganizationClearance | undefined
    const endpoint: Endpoint<null> = {
      name: "test",
      admits: "members",
      organization: "northwind",
      role: null,
      run: (clearance) => {
        cleared = clearance
        return Effect.succeed(respondWith(null))
      }
    }
    await demo.run(callEndpoint(endpoint, { kind: "operator", person: adam }))
    const requester = requesterOf(cleared!)
    expect(requester).toMatchObject({ kind: "person", keyId: null, connectionId: null })
    expect((await demo.run(authorized(requester))).caller).toMatchObject({ kind: "person", email: adam })
    const gone = await after(requester, `delete from memberships where user_id = ${user}`)
    expect(gone).toMatchObject({ _tag: "Left", left: { _tag: "unauthorized" } })
  })

  it("a key or a person that does not exist, or is in another organization, is rejected", async () => {
    const [key, app] = [await keyRequester(), await appRequester()]
    const [other] = await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ id: number }>`select id from organizations where slug = 'contoso'`
      )
    )
    const rejected = [
      [{ ...key, keyId: 999_999_999 }, "unknown"],
      [{ ...key, organization: other!.id }, "unknown"],
      [{ ...app, userId: 999_999_999 }, "revoked"],
      [{ ...app, organization: other!.id }, "creator_role"]
    ] as const
    for (const [requester, why] of rejected)
      expect(await demo.run(either(requester))).toMatchObject({
        _tag: "Left",
        left: { _tag: "unauthorized", why }
      })
  })

  it("a requester without the operation's scope is rejected", async () => {
    const app = { ...(await appRequester()), scopes: ["campaigns:read"] as const }
    expect(await demo.run(either(app))).toMatchObject({
      _tag: "Left",
      left: { _tag: "insufficient_scope", required_scope: "campaigns:write" }
    })
  })
})

describe("the registry of handlers", () => {
  it("accepts one handler per operation", async () => {
    const registry = await Effect.runPromise(Effect.provide(Handlers, Handlers.layer))
    const answers = { handle: () => Effect.succeed(respondWith(null)), quota: null }
    registry.add("campaigns.list", answers)
    expect(registry.find("campaigns.list")).toBe(answers)
    expect(registry.find("campaigns.get")).toBeUndefined()
    expect(() => registry.add("campaigns.list", answers)).toThrow("two handlers")
  })
})
