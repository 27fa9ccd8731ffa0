import { describe, expect, it } from "vitest"
import { lifetimesOf, maxLifetimes } from "../../../src/access/oauth/issue.ts"
import { addMember } from "../../support/add-member.ts"
import { mcpResource, type RequestParameters, restResource, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth()
const refused = { status: 400, error: "invalid_grant" }

/** As if the token had been replaced this many seconds ago. */
const replacedAgo = (token: string, seconds: number) =>
  oauth.age("oauth_refresh_tokens", token, `replaced_at = now() - interval '${seconds} seconds'`)

describe("a refresh token", () => {
  it("is replaced when it is used, and its access token works", async () => {
    const { refresh, tokens } = await oauth.connected()
    const next = await oauth.tokensFor(refresh())
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect(await oauth.use(next.access_token)).toBe(200)
    expect(await oauth.use(tokens.access_token)).toBe(200)
  })

  it("is accepted again within 60 seconds of its first use, and the grace period never restarts", async () => {
    const { refresh, tokens } = await oauth.connected()
    await oauth.tokensFor(refresh())
    await replacedAgo(tokens.refresh_token, 50)
    const late = await oauth.tokensFor(refresh())
    expect(await oauth.use(late.access_token)).toBe(200)
    // If the second use had restarted the grace period, this would still be within it.
    await oauth.age(
      "oauth_refresh_tokens",
      tokens.refresh_token,
      "replaced_at = replaced_at - interval '11 seconds'"
    )
    expect(oauth.told(await oauth.exchange(refresh()))).toEqual(refused)
  })

  it("that is presented after the grace period ends its session, and only that", async () => {
    const clientId = await oauth.register()
    const stolen = await oauth.connected({ clientId })
    const other = await oauth.connected({ clientId })
    const second = await oauth.tokensFor(stolen.refresh())
    const third = await oauth.tokensFor(stolen.refresh(second.refresh_token))
    await replacedAgo(stolen.tokens.refresh_token, 61)
    const replayed = await oauth.exchange(stolen.refresh())
    expect(oauth.told(replayed)).toEqual(refused)
    for (const { access_token } of [stolen.tokens, second, third]) {
      expect(await oauth.use(access_token)).toBe(401)
    }
    for (const { refresh_token } of [second, third]) {
      expect(oauth.told(await oauth.exchange(stolen.refresh(refresh_token)))).toEqual(refused)
    }
    expect(await oauth.use(other.tokens.access_token)).toBe(200)
    expect((await oauth.exchange(other.refresh())).status).toBe(200)
    const [event] = await oauth.query(
      "select error_code, user_email from audit_events where request_id = $1",
      [replayed.requestId]
    )
    expect(event).toEqual({ error_code: "invalid_grant", user_email: "olivia@northwind.test" })
  })

  /** A refresh token that was used twice within its grace period, with both responses. */
  const branched = async () => {
    const { refresh } = await oauth.connected()
    const [one, two] = [await oauth.tokensFor(refresh()), await oauth.tokensFor(refresh())]
    return { refresh, one, two }
  }

  it.each(["first", "second"])(
    "used twice in its grace: the %s branch refreshes, the other is revoked",
    async (which) => {
      const { one, refresh, two } = await branched()
      const [kept, other] = which === "first" ? [one, two] : [two, one]
      for (const { access_token } of [kept, other]) expect(await oauth.use(access_token)).toBe(200)
      const next = await oauth.tokensFor(refresh(kept.refresh_token))
      expect(await oauth.use(other.access_token)).toBe(401)
      expect(oauth.told(await oauth.exchange(refresh(other.refresh_token)))).toEqual(refused)
      // The attempt does not affect the branch that continued.
      for (const { access_token } of [kept, next]) expect(await oauth.use(access_token)).toBe(200)
      const third = await oauth.tokensFor(refresh(next.refresh_token))
      expect(await oauth.use(third.access_token)).toBe(200)
    }
  )

  it("of a revoked branch counts as a replay after the grace period", async () => {
    const { one, refresh, two } = await branched()
    const next = await oauth.tokensFor(refresh(one.refresh_token))
    await oauth.age(
      "oauth_refresh_tokens",
      two.refresh_token,
      "revoked_at = revoked_at - interval '61 seconds'"
    )
    expect(oauth.told(await oauth.exchange(refresh(two.refresh_token)))).toEqual(refused)
    expect(await oauth.use(next.access_token)).toBe(401)
    expect(oauth.told(await oauth.exchange(refresh(next.refresh_token)))).toEqual(refused)
  })

  it("that was replaced is accepted in its grace period after its replacement was refreshed", async () => {
    const { refresh } = await oauth.connected()
    const child = await oauth.tokensFor(refresh())
    const grandchild = await oauth.tokensFor(refresh(child.refresh_token))
    const late = await oauth.tokensFor(refresh())
    // Both branches live until one of them is refreshed; then the whole other branch is revoked.
    for (const { access_token } of [child, grandchild, late]) expect(await oauth.use(access_token)).toBe(200)
    const winner = await oauth.tokensFor(refresh(late.refresh_token))
    for (const { access_token } of [child, grandchild]) expect(await oauth.use(access_token)).toBe(401)
    for (const { refresh_token } of [child, grandchild]) {
      expect(oauth.told(await oauth.exchange(refresh(refresh_token)))).toEqual(refused)
    }
    expect(await oauth.use(winner.access_token)).toBe(200)
  })

  it("of another session of the same connection is unaffected by a refreshed branch", async () => {
    const clientId = await oauth.register()
    const [one, two] = [await oauth.connected({ clientId }), await oauth.connected({ clientId })]
    const next = await oauth.tokensFor(one.refresh())
    await oauth.tokensFor(one.refresh(next.refresh_token))
    expect(await oauth.use(two.tokens.access_token)).toBe(200)
    expect((await oauth.exchange(two.refresh())).status).toBe(200)
  })

  it("is recognised as a replay at any age", async () => {
    const { refresh, tokens } = await oauth.connected()
    const next = await oauth.tokensFor(refresh())
    await oauth.age(
      "oauth_refresh_tokens",
      tokens.refresh_token,
      "replaced_at = now() - interval '80 days', expires_at = now() - interval '20 days'"
    )
    expect(oauth.told(await oauth.exchange(refresh()))).toEqual(refused)
    expect(await oauth.use(next.access_token)).toBe(401)
  })

  it("expires after 60 days without a refresh, and so does its connection", async () => {
    const { refresh, tokens } = await oauth.connected()
    const [row] = await oauth.query(
      `select round(extract(epoch from expires_at - now()) / 86400)::int as days from oauth_refresh_tokens
       order by created_at desc limit 1`
    )
    expect(row).toEqual({ days: 60 })
    await oauth.age("oauth_refresh_tokens", tokens.refresh_token, "expires_at = now() - interval '1 second'")
    expect(oauth.told(await oauth.exchange(refresh()))).toEqual(refused)
    const idle = await oauth.connected()
    await oauth.query(
      "update oauth_connections set last_refreshed_at = now() - interval '60 days' where client_id = $1 returning id",
      [idle.code["client_id"]]
    )
    expect(oauth.told(await oauth.exchange(idle.refresh()))).toEqual(refused)
  })

  /** Invalid requests and their errors. The token stays valid. */
  const wrong: ReadonlyArray<
    readonly [string, (sent: RequestParameters) => RequestParameters | Promise<RequestParameters>, string]
  > = [
    ["another client", async () => ({ client_id: await oauth.register() }), "invalid_grant"],
    ["no client", () => ({ client_id: null }), "invalid_request"],
    ["the other resource", () => ({ resource: mcpResource }), "invalid_target"],
    ["no resource", () => ({ resource: null }), "invalid_target"],
    ["several resources", () => ({ resource: [restResource, mcpResource] }), "invalid_target"],
    ["a scope that was not approved", () => ({ scope: "campaigns:read campaigns:write" }), "invalid_scope"],
    ["a scope that is none", () => ({ scope: "everything" }), "invalid_scope"],
    ["scopes twice", () => ({ scope: ["campaigns:read", "reports:read"] }), "invalid_request"],
    ["two tokens", (sent) => ({ refresh_token: ["x", String(sent["refresh_token"])] }), "invalid_request"],
    ["no token", () => ({ refresh_token: null }), "invalid_request"]
  ]

  it.each(wrong)("is not used with %s, and stays valid", async (_, change, error) => {
    const { refresh, tokens } = await oauth.connected()
    const answer = await oauth.exchange({ ...refresh(), ...(await change(refresh())) })
    expect(oauth.told(answer)).toEqual({ status: 400, error })
    expect(await oauth.use(tokens.access_token)).toBe(200)
    const next = await oauth.exchange(refresh())
    expect(next.output).toMatchObject({ scope: "campaigns:read" })
  })

  it("is refused with the reason, which only its own client learns", async () => {
    const { one, refresh, two } = await branched()
    const { output } = await oauth.exchange(refresh(one.refresh_token))
    const newest = refresh(output!.refresh_token)
    const reasonOf = async (sent: RequestParameters) =>
      ((await oauth.exchange(sent)).error as unknown as { readonly description: string }).description
    expect(await reasonOf({ ...newest, client_id: await oauth.register() })).toMatch(
      /^There is no such refresh token of this client\. Have the person connect again\.$/
    )
    expect(await reasonOf(refresh("nonsense"))).toBe("There is no such refresh token.")
    expect(await reasonOf({ ...newest, resource: mcpResource })).toMatch(/^The token is for another resource/)
    expect(await reasonOf({ ...newest, scope: "campaigns:read campaigns:write" })).toMatch(
      /^A refresh cannot widen what was approved: campaigns:read\./
    )
    expect(await reasonOf(refresh(two.refresh_token))).toMatch(/^The token it replaced was used twice/)
    await oauth.age("oauth_refresh_tokens", output!.refresh_token, "expires_at = now()")
    expect(await reasonOf(newest)).toMatch(/^The connection was not refreshed for too long\./)
    await replacedAgo(one.refresh_token, 61)
    expect(await reasonOf(refresh(one.refresh_token))).toMatch(/^This refresh token was replaced before\./)
    expect(await reasonOf(newest)).toMatch(/^There is no such refresh token of this client\./)
  })

  it("is neither a code nor an access token, nor the reverse", async () => {
    const { code, refresh, tokens } = await oauth.connected()
    expect(await oauth.use(tokens.refresh_token)).toBe(401)
    for (const other of [tokens.access_token, String(code["code"])]) {
      expect(oauth.told(await oauth.exchange(refresh(other)))).toEqual(refused)
    }
  })

  it("can issue an access token with fewer scopes, and all of them next time", async () => {
    const { refresh } = await oauth.connected({ scopes: ["campaigns:read", "reports:read"] })
    const less = await oauth.tokensFor({ ...refresh(), scope: "reports:read" })
    expect(less.scope).toBe("reports:read")
    expect(await oauth.use(less.access_token)).toBe(403)
    const all = await oauth.tokensFor(refresh(less.refresh_token))
    expect(all.scope).toBe("campaigns:read reports:read")
  })
})

describe("an access token", () => {
  it("is valid only on the surface that it was issued for", async () => {
    const rest = (await oauth.connected({ sent: { resource: restResource } })).tokens.access_token
    const mcp = (await oauth.connected({ sent: { resource: mcpResource } })).tokens.access_token
    const where = { org: "northwind" }
    const statuses = async (token: string) => [
      await oauth.use(token, "campaigns.list", where, "rest"),
      await oauth.use(token, "campaigns.list", where, "mcp")
    ]
    expect(await statuses(rest)).toEqual([200, 401])
    expect(await statuses(mcp)).toEqual([401, 200])
  })

  it("lives for at most an hour", async () => {
    const { tokens } = await oauth.connected()
    expect(tokens.expires_in).toBe(3600)
    const [row] = await oauth.query(
      "select max(expires_at - created_at) <= interval '1 hour 1 second' as within from oauth_access_tokens"
    )
    expect(row).toEqual({ within: true })
    await oauth.age("oauth_access_tokens", tokens.access_token, "expires_at = now()")
    expect(await oauth.use(tokens.access_token)).toBe(401)
  })

  it("covers every organization of its person, up to their role in each", async () => {
    await addMember(oauth.query, "fabrikam", "adam@northwind.test", "member")
    const scopes = ["organizations:read", "campaigns:read", "campaigns:write"]
    const { tokens } = await oauth.connected({ email: "adam@northwind.test", scopes })
    const write = (org: string, slug: string) =>
      oauth.use(tokens.access_token, "campaigns.update", { org, slug, name: "x" })
    expect(await oauth.use(tokens.access_token, "campaigns.list", { org: "fabrikam" })).toBe(200)
    expect(await write("northwind", "boiler-repair")).toBe(200)
    expect(await write("fabrikam", "boiler-repair")).toBe(403)
    expect(await oauth.use(tokens.access_token, "campaigns.list", { org: "contoso" })).toBe(403)
    expect(await oauth.use(tokens.access_token, "campaigns.list", { org: "_" })).toBe(403)
  })

  it("of ad-operations staff can read and never write, whatever was granted", async () => {
    await addMember(oauth.query, "wingtip", "ada@adops.test", "owner")
    const assigned = await oauth.query<{ slug: string }>(
      "select slug from organizations where adops_team_id is not null and slug <> 'wingtip' order by slug limit 1"
    )
    const org = assigned[0]!.slug
    const scopes = ["campaigns:read", "campaigns:write", "audit:read"]
    const { tokens } = await oauth.connected({ email: "ada@adops.test", scopes })
    expect(await oauth.use(tokens.access_token, "campaigns.list", { org })).toBe(200)
    const [campaign] = await oauth.query<{ slug: string }>(
      "select c.slug from campaigns c join organizations o on o.id = c.organization_id where o.slug = $1 limit 1",
      [org]
    )
    expect(
      await oauth.use(tokens.access_token, "campaigns.update", { org, slug: campaign!.slug, name: "x" })
    ).toBe(403)
  })

  it("loses its scopes with the membership or role, at once and at the next refresh", async () => {
    const scopes = ["campaigns:read", "campaigns:write"]
    const { refresh, tokens } = await oauth.connected({ email: "femi@fabrikam.test", scopes })
    const list = (token: string) => oauth.use(token, "campaigns.list", { org: "fabrikam" })
    const write = (token: string) =>
      oauth.use(token, "campaigns.update", { org: "fabrikam", slug: "boiler-repair", name: "x" })
    expect(await write(tokens.access_token)).toBe(200)
    const femi = "user_id = (select id from users where email = 'femi@fabrikam.test')"
    await oauth.query(`update memberships set role = 'member' where ${femi} returning role`)
    expect(await write(tokens.access_token)).toBe(403)
    const demoted = await oauth.tokensFor(refresh())
    expect(demoted.scope).toBe("campaigns:read")
    // Naming scopes makes no difference: scopes that the role no longer allows are not issued.
    const both = await oauth.tokensFor({
      ...refresh(demoted.refresh_token),
      scope: "campaigns:read campaigns:write"
    })
    expect(both.scope).toBe("campaigns:read")
    const write_only = { ...refresh(both.refresh_token), scope: "campaigns:write" }
    expect((await oauth.exchange(write_only)).error).toMatchObject({
      errorCode: "invalid_grant",
      description: expect.stringMatching(/^The person's roles allow nothing of what was approved\./)
    })
    await oauth.query(`update memberships set role = 'admin' where ${femi} returning role`)
    expect(await write(both.access_token)).toBe(403)
    expect(await write(demoted.access_token)).toBe(403)
    const back = await oauth.tokensFor(refresh(both.refresh_token))
    expect(await write(back.access_token)).toBe(200)
    await oauth.query(`delete from memberships where ${femi} returning role`)
    expect(await list(back.access_token)).toBe(403)
    expect(oauth.told(await oauth.exchange(refresh(back.refresh_token)))).toEqual(refused)
  })
})

describe("a lifetime setting", () => {
  it("can shorten lifetimes, and never exceed the maximum", async () => {
    const week = 7 * 86_400
    const long = { accessTokenSeconds: week, connectionIdleDays: 365, authorizationCodeSeconds: week }
    expect(lifetimesOf(long)).toEqual(maxLifetimes)
    const short = { accessTokenSeconds: 60, connectionIdleDays: 1, authorizationCodeSeconds: 10 }
    expect(lifetimesOf(short)).toEqual(short)
    const patient = await startOAuth(long)
    const { tokens } = await patient.connected()
    expect(tokens.expires_in).toBe(3600)
    const [row] = await patient.query(`select
      (select max(expires_at - created_at) <= interval '1 hour 1 second' from oauth_access_tokens) as access,
      (select max(expires_at - created_at) <= interval '60 days 1 second' from oauth_refresh_tokens) as refresh,
      (select max(expires_at - created_at) <= interval '10 minutes 1 second' from oauth_authorization_codes) as code`)
    expect(row).toEqual({ access: true, refresh: true, code: true })
  })
})
