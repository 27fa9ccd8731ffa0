import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Connections } from "../../../src/access/index.ts"
import { Administration } from "../../../src/administration.ts"
import { housekeeping } from "../../../src/background.ts"
import type { EndpointError } from "../../../src/request/endpoint.ts"
import { callback, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth()
const olivia = "olivia@northwind.test"
const revoke = (token: string, clientId: string | null) =>
  oauth.enter(oauth.endpoints.revoke(oauth.parameters({ token, client_id: clientId })))
const connectionOf = async (clientId: unknown) =>
  (await oauth.query("select ended_reason from oauth_connections where client_id = $1", [clientId])).at(-1)
const refused = { status: 400, error: "invalid_grant" }

describe("revoking a token", () => {
  it.each(["access_token", "refresh_token"] as const)(
    "by its %s ends its session at once, and the connection with the last of them",
    async (which) => {
      const clientId = await oauth.register()
      const [one, two] = [await oauth.connected({ clientId }), await oauth.connected({ clientId })]
      expect((await revoke(one.tokens[which], clientId)).status).toBe(200)
      expect(await oauth.use(one.tokens.access_token)).toBe(401)
      expect(oauth.told(await oauth.exchange(one.refresh()))).toEqual(refused)
      expect(await oauth.use(two.tokens.access_token)).toBe(200)
      expect(await connectionOf(clientId)).toEqual({ ended_reason: null })
      expect((await revoke(two.tokens[which], clientId)).status).toBe(200)
      expect(await oauth.use(two.tokens.access_token)).toBe(401)
      expect(await connectionOf(clientId)).toEqual({ ended_reason: "revoked" })
    }
  )

  it("that was replaced still ends its session", async () => {
    const { code, refresh, tokens } = await oauth.connected()
    const next = await oauth.tokensFor(refresh())
    await revoke(tokens.refresh_token, String(code["client_id"]))
    expect(await oauth.use(next.access_token)).toBe(401)
  })

  it("does not end a connection with an unredeemed code", async () => {
    const clientId = await oauth.register()
    const old = await oauth.connected({ clientId })
    const code = await oauth.codeFor({ clientId })
    await revoke(old.tokens.refresh_token, clientId)
    expect(await oauth.use((await oauth.tokensFor(code)).access_token)).toBe(200)
  })

  it("of another client is rejected, and changes nothing", async () => {
    const { tokens } = await oauth.connected()
    const other = await oauth.register()
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      expect(oauth.told(await revoke(token, other))).toEqual(refused)
    }
    expect(oauth.told(await revoke(tokens.access_token, null))).toEqual({
      status: 400,
      error: "invalid_request"
    })
    const twice = oauth.parameters({ token: tokens.access_token, client_id: other, hint: ["a", "b"] })
    for (const endpoint of [oauth.endpoints.revoke(twice), oauth.endpoints.introspect(twice)])
      expect((await oauth.enter<unknown, EndpointError>(endpoint)).error).toMatchObject({
        description: "hint was sent more than once."
      })
    expect(await oauth.use(tokens.access_token)).toBe(200)
  })

  it("that is unknown or already revoked is not an error", async () => {
    const { code, tokens } = await oauth.connected()
    const clientId = String(code["client_id"])
    await revoke(tokens.access_token, clientId)
    for (const token of [tokens.access_token, "nonsense", `svc_at_${"x".repeat(43)}`]) {
      expect((await revoke(token, clientId)).status).toBe(200)
    }
  })
})

describe("a person's connected apps", () => {
  const mine = async (email: string) =>
    (await oauth.enter(oauth.endpoints.listConnections(), await oauth.signedIn(email))).output!

  it("are listed only for that person, and ended with all their tokens", async () => {
    const clientId = await oauth.register({ client_name: "Weekly report" })
    const [one, two] = [await oauth.connected({ clientId }), await oauth.connected({ clientId })]
    const listed = (await mine(olivia)).find(({ client }) => client === "Weekly report")!
    expect(listed).toMatchObject({
      client_host: null,
      redirect_hosts: [new URL(callback).host],
      scopes: ["campaigns:read"],
      sessions: 2
    })
    expect((await mine("adam@northwind.test")).map(({ id }) => id)).not.toContain(listed.id)
    const end = async (email: string) =>
      oauth.enter(
        (await oauth.run(Administration))["connections.end"]({ connection: listed.id }),
        await oauth.signedIn(email)
      )
    expect((await end("adam@northwind.test")).status).toBe(404)
    expect(await oauth.use(one.tokens.access_token)).toBe(200)
    expect((await end(olivia)).status).toBe(200)
    for (const { refresh, tokens } of [one, two]) {
      expect(await oauth.use(tokens.access_token)).toBe(401)
      expect(oauth.told(await oauth.exchange(refresh()))).toEqual(refused)
    }
    expect((await mine(olivia)).map(({ id }) => id)).not.toContain(listed.id)
    expect((await end(olivia)).status).toBe(404)
    const malformed = Effect.flatMap(Connections, ({ end }) => Effect.flip(end(1, "con_\u0000")))
    expect((await oauth.run(malformed))._tag).toBe("not_found")
  })

  it("can be connected again, and the old tokens stay revoked", async () => {
    const { code, tokens } = await oauth.connected()
    const clientId = String(code["client_id"])
    await revoke(tokens.access_token, clientId)
    const again = await oauth.connected({ clientId })
    expect(await oauth.use(again.tokens.access_token)).toBe(200)
    expect(await oauth.use(tokens.access_token)).toBe(401)
  })
})

describe("unusable sessions and clients", () => {
  it("are ended by housekeeping, and those in use stay", async () => {
    const idle = await oauth.connected()
    const used = await oauth.connected()
    const recent = await oauth.connected()
    await oauth.codeFor()
    await oauth.age(
      "oauth_refresh_tokens",
      idle.tokens.refresh_token,
      "expires_at = now() - interval '2 days'"
    )
    await oauth.age(
      "oauth_access_tokens",
      idle.tokens.access_token,
      "expires_at = now() - interval '62 days'"
    )
    // These tokens expired a moment ago, so they are still stored.
    const [refreshable, usable] = [await oauth.connected(), await oauth.connected()]
    for (const { tokens } of [recent, usable])
      await oauth.age("oauth_refresh_tokens", tokens.refresh_token, "expires_at = now()")
    for (const { tokens } of [recent, refreshable])
      await oauth.age("oauth_access_tokens", tokens.access_token, "expires_at = now()")
    await oauth.query("update oauth_sessions set created_at = created_at - interval '62 days' returning id")
    await oauth.query(
      "update oauth_authorization_codes set expires_at = now() - interval '2 days' returning 1"
    )
    await oauth.run(housekeeping)
    expect(await connectionOf(idle.code["client_id"])).toEqual({ ended_reason: "idle" })
    expect(await connectionOf(recent.code["client_id"])).toEqual({ ended_reason: "idle" })
    for (const { code } of [used, refreshable, usable])
      expect(await connectionOf(code["client_id"])).toEqual({ ended_reason: null })
    // Never redeemed: its rows are deleted.
    const [left] = await oauth.query(
      "select count(*) from oauth_connections c where ended_at is null and not exists (select from oauth_sessions s where s.connection_id = c.id and s.ended_at is null)"
    )
    expect(left).toEqual({ count: 0 })
    await oauth.run(housekeeping)
    expect(oauth.told(await oauth.exchange(idle.code))).toEqual(refused)
    // Its session lives, so a code that is presented again is still recognised as a replay.
    expect(oauth.told(await oauth.exchange(used.code))).toEqual(refused)
    expect(await oauth.use(used.tokens.access_token)).toBe(401)
  })

  it("are deleted after a month if nobody connected them", async () => {
    const [stale, fresh] = [await oauth.register(), await oauth.register()]
    const connected = String((await oauth.codeFor())["client_id"])
    await oauth.query(
      "update oauth_clients set created_at = now() - interval '31 days' where id = any($1) returning id",
      [[stale, connected]]
    )
    await oauth.run(housekeeping)
    const left = await oauth.query<{ id: string }>("select id from oauth_clients where id = any($1)", [
      [stale, fresh, connected]
    ])
    expect(left.map(({ id }) => id).sort()).toEqual([fresh, connected].sort())
  })
})
