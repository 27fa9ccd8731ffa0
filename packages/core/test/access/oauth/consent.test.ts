import { describe, expect, it } from "vitest"
import { scopes as everyScope } from "../../../src/contract/index.ts"
import { addMember } from "../../support/add-member.ts"
import { anonymous, callback, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth()
const clientId = await oauth.register()
const olivia = "olivia@northwind.test"
const mia = "mia@northwind.test"

const beyondOf = async (email: string) => {
  const asked = oauth.parameters(oauth.requestOf(clientId))
  const { output } = await oauth.enter(oauth.endpoints.authorize(asked), await oauth.signedIn(email))
  const scopes = output !== null && "offer" in output ? output.offer.scopes : []
  return scopes.filter(({ missingRole }) => missingRole !== null).map(({ scope }) => scope)
}

describe("a person's approval", () => {
  it("sends the client a code with its state and our issuer, at its redirect URI", async () => {
    const person = await oauth.signedIn(olivia)
    const answer = await oauth.consent(person, oauth.requestOf(clientId), ["campaigns:read"])
    expect(answer.status).toBe(303)
    const to = new URL(answer.output!)
    expect(`${to.origin}${to.pathname}`).toBe(callback)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      code: expect.stringMatching(/^svc_ac_[0-9A-Za-z]{43}$/),
      state: "the state",
      iss: "http://adwarden.test"
    })
    const [event] = await oauth.query(
      "select operation, status_code, user_email from audit_events where request_id = $1",
      [answer.requestId]
    )
    expect(event).toEqual({ operation: "oauth.decide", status_code: 303, user_email: olivia })
  })

  it("requires a signed-in person, not a key or a token", async () => {
    const { tokens } = await oauth.connected()
    const sent = oauth.requestOf(clientId)
    const bearers = [oauth.keys["northwind"]!.owner!, tokens.access_token].map((token) => ({
      kind: "credential" as const,
      authorization: `Bearer ${token}`,
      query: []
    }))
    for (const who of [anonymous, ...bearers]) {
      const { output, status } = await oauth.consent(who, sent, ["campaigns:read"])
      expect([output, status]).toEqual([null, 401])
    }
  })

  it("grants only the scopes that stayed checked", async () => {
    const sent = { scope: "campaigns:read campaigns:write keywords:write" }
    const { tokens } = await oauth.connected({ sent, scopes: ["keywords:write"] })
    expect(tokens.scope).toBe("keywords:write")
    expect(await oauth.use(tokens.access_token)).toBe(403)
  })

  it("cannot grant more than was requested", async () => {
    const sent = oauth.requestOf(clientId, { scope: "campaigns:read" })
    const person = await oauth.signedIn(olivia)
    for (const checked of [["campaigns:read", "audit:read"], ["everything"], []]) {
      const answer = await oauth.consent(person, sent, checked)
      expect(oauth.told(answer)).toEqual({ status: 400, error: "invalid_scope" })
    }
  })

  it.each<readonly [string, string, ReadonlyArray<string>]>([
    ["an owner", olivia, []],
    ["an admin", "adam@northwind.test", ["audit:read"]],
    ["a member", mia, ["recommendations:apply", "campaigns:write", "keywords:write", "audit:read"]],
    [
      "ad-operations staff",
      "ada@adops.test",
      ["reports:generate", "recommendations:apply", "campaigns:write", "keywords:write", "audit:read"]
    ]
  ])("of %s fails while a scope above all their roles is checked", async (_, email, beyond) => {
    expect(await beyondOf(email)).toEqual(beyond)
    const person = await oauth.signedIn(email)
    for (const scope of beyond) {
      const answer = await oauth.consent(person, oauth.requestOf(clientId), ["campaigns:read", scope])
      expect(oauth.told(answer), scope).toEqual({ status: 400, error: "invalid_scope" })
      expect(answer.error).toMatchObject({ _tag: "invalid_consent", problem: expect.stringContaining(scope) })
    }
    const rest = everyScope.filter((scope) => !beyond.includes(scope))
    expect((await oauth.consent(person, oauth.requestOf(clientId), rest)).status).toBe(303)
  })

  it("uses the highest of their roles in any organization", async () => {
    await addMember(oauth.query, "tailspin", "mia@northwind.test", "owner")
    expect(await beyondOf(mia)).toEqual([])
    await oauth.query(`delete from memberships m using organizations o, users u where o.id = m.organization_id
      and u.id = m.user_id and o.slug = 'tailspin' and u.email = 'mia@northwind.test' returning m.role`)
  })

  it("is requested every time, also by a connected app", async () => {
    const { code } = await oauth.connected({ clientId: await oauth.register() })
    const asked = oauth.requestOf(String(code["client_id"]), { scope: "campaigns:read" })
    const endpoint = oauth.endpoints.authorize(oauth.parameters(asked))
    const { output } = await oauth.enter(endpoint, await oauth.signedIn(olivia))
    expect(output).toMatchObject({ offer: { scopes: [{ scope: "campaigns:read" }] } })
  })
})

describe("a person's denial", () => {
  it("is returned to the client, and nothing is connected", async () => {
    const client = await oauth.register()
    const person = await oauth.signedIn(olivia)
    const answer = await oauth.consent(person, oauth.requestOf(client), ["campaigns:read"], false)
    expect(oauth.told(answer)).toEqual({ status: 303, error: "access_denied" })
    const { redirect } = answer.error as { readonly redirect: string }
    expect(new URL(redirect).searchParams.get("error")).toBe("access_denied")
    expect(await oauth.query("select 1 from oauth_connections where client_id = $1", [client])).toEqual([])
  })
})

describe("connecting again", () => {
  it("replaces the scopes from the next refresh on, and is still one connection", async () => {
    const client = await oauth.register()
    const first = await oauth.connected({ clientId: client, scopes: ["campaigns:read", "reports:read"] })
    await oauth.codeFor({ clientId: client, scopes: ["performance:read"] })
    expect(await oauth.use(first.tokens.access_token)).toBe(200)
    const next = await oauth.tokensFor(first.refresh())
    expect(next.scope).toBe("performance:read")
    expect(await oauth.use(next.access_token)).toBe(403)
    const rows = await oauth.query("select scopes, ended_at from oauth_connections where client_id = $1", [
      client
    ])
    expect(rows).toEqual([{ scopes: ["performance:read"], ended_at: null }])
  })
})
