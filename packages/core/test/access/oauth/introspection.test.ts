import { describe, expect, it } from "vitest"
import { restResource, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth()
const ask = (token: string | null, clientId: string | null) =>
  oauth.enter(oauth.endpoints.introspect(oauth.parameters({ token, client_id: clientId })))
const nothing = { active: false }

describe("token introspection", () => {
  it("returns the person, scopes and expiry of a valid token", async () => {
    const { code, tokens } = await oauth.connected({ scopes: ["campaigns:read", "organizations:read"] })
    const clientId = String(code["client_id"])
    const { output } = await ask(tokens.access_token, clientId)
    expect(output).toEqual({
      active: true,
      token_type: "Bearer",
      client_id: clientId,
      username: "olivia@northwind.test",
      scope: "organizations:read campaigns:read",
      aud: restResource,
      exp: expect.any(Number)
    })
    const seconds = (output as unknown as { readonly exp: number }).exp - Date.now() / 1000
    expect(seconds).toBeGreaterThan(3000)
    expect(seconds).toBeLessThanOrEqual(3601)

    await oauth.query("update users set disabled_at = now() where email = 'olivia@northwind.test'")
    expect((await ask(tokens.access_token, clientId)).output).toEqual(nothing)
    await oauth.query("update users set disabled_at = null where email = 'olivia@northwind.test'")
    await oauth.enter(
      oauth.endpoints.revoke(oauth.parameters({ token: tokens.access_token, client_id: clientId }))
    )
    expect((await ask(tokens.access_token, clientId)).output).toEqual(nothing)
  })

  it("returns inactive for another client's, a refresh, an expired or an unknown token", async () => {
    const { code, tokens } = await oauth.connected()
    const clientId = String(code["client_id"])
    expect((await ask(tokens.access_token, await oauth.register())).output).toEqual(nothing)
    for (const text of [tokens.refresh_token, "svc_at_nothing", "eyJhbGciOiJub25lIn0.e30."]) {
      expect((await ask(text, clientId)).output).toEqual(nothing)
    }
    await oauth.query(
      `update oauth_access_tokens t set expires_at = now() - interval '1 second' from oauth_sessions s, oauth_connections c
       where s.id = t.session_id and c.id = s.connection_id and c.client_id = $1`,
      [clientId]
    )
    expect((await ask(tokens.access_token, clientId)).output).toEqual(nothing)
  })

  it("requires a client and a token", async () => {
    for (const [token, clientId] of [
      [null, "client"],
      ["svc_at_x", null]
    ] as const) {
      expect(oauth.told(await ask(token, clientId))).toEqual({ status: 400, error: "invalid_request" })
    }
  })
})
