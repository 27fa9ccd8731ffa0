import { describe, expect, it } from "vitest"
import { challengeOf, mcpResource, proof, type RequestParameters, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth()

describe("a code", () => {
  it("is redeemed once for tokens of the approved scopes, by its own client", async () => {
    const code = await oauth.codeFor({ scopes: ["campaigns:read", "reports:read"] })
    const answer = await oauth.exchange(code)
    expect(answer).toMatchObject({
      status: 200,
      output: {
        access_token: expect.stringMatching(/^svc_at_[0-9A-Za-z]{43}$/),
        token_type: "Bearer",
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^svc_rt_[0-9A-Za-z]{43}$/),
        scope: "campaigns:read reports:read",
        iss: "http://adwarden.test"
      }
    })
    expect(await oauth.use(answer.output!.access_token)).toBe(200)
    expect(await oauth.use(answer.output!.access_token, "audit.export")).toBe(403)
  })

  it("that is presented twice revokes its tokens", async () => {
    const { code, refresh, tokens } = await oauth.connected()
    const next = await oauth.tokensFor(refresh())
    const replayed = await oauth.exchange(code)
    expect(oauth.told(replayed)).toEqual({ status: 400, error: "invalid_grant" })
    expect(await oauth.use(tokens.access_token)).toBe(401)
    expect(await oauth.use(next.access_token)).toBe(401)
    expect(oauth.told(await oauth.exchange(refresh(next.refresh_token)))).toEqual({
      status: 400,
      error: "invalid_grant"
    })
    const [event] = await oauth.query(
      "select error_code, user_email from audit_events where request_id = $1",
      [replayed.requestId]
    )
    expect(event).toEqual({ error_code: "invalid_grant", user_email: "olivia@northwind.test" })
  })

  it("is a replay for every client that presents it: it has leaked", async () => {
    const { code, tokens } = await oauth.connected()
    const other = { ...code, client_id: await oauth.register(), code_verifier: proof().verifier }
    expect(oauth.told(await oauth.exchange(other))).toEqual({ status: 400, error: "invalid_grant" })
    expect(await oauth.use(tokens.access_token)).toBe(401)
  })

  /** Invalid requests and their errors. The code stays valid. */
  const wrong: ReadonlyArray<
    readonly [string, (code: RequestParameters) => RequestParameters | Promise<RequestParameters>, string]
  > = [
    ["the code of another client", async () => ({ client_id: await oauth.register() }), "invalid_grant"],
    ["a client that nobody knows", () => ({ client_id: "client_0000000000000000000000" }), "invalid_client"],
    ["a client that cannot be one", () => ({ client_id: "\u0000' or 1=1" }), "invalid_client"],
    ["no client", () => ({ client_id: null }), "invalid_request"],
    ["another verifier", () => ({ code_verifier: proof().verifier }), "invalid_grant"],
    [
      "the challenge as verifier, as for plain",
      (code) => ({ code_verifier: challengeOf(String(code["code_verifier"])) }),
      "invalid_grant"
    ],
    ["a verifier that is too short", () => ({ code_verifier: "short" }), "invalid_grant"],
    ["no verifier", () => ({ code_verifier: null }), "invalid_request"],
    ["an empty verifier", () => ({ code_verifier: "" }), "invalid_request"],
    ["another redirect_uri", () => ({ redirect_uri: "https://evil.example.com/callback" }), "invalid_grant"],
    [
      "a redirect_uri in capitals",
      () => ({ redirect_uri: "https://APP.example.com/callback" }),
      "invalid_grant"
    ],
    ["the other resource", () => ({ resource: mcpResource }), "invalid_target"],
    ["a foreign resource", () => ({ resource: "https://evil.example.com/v1" }), "invalid_target"],
    ["no resource", () => ({ resource: null }), "invalid_target"],
    [
      "several resources",
      (code) => ({ resource: [String(code["resource"]), mcpResource] }),
      "invalid_target"
    ],
    [
      "the same resource twice",
      (code) => ({ resource: [String(code["resource"]), String(code["resource"])] }),
      "invalid_target"
    ],
    ["the code twice", (code) => ({ code: [String(code["code"]), "svc_ac_x"] }), "invalid_request"],
    [
      "the verifier twice",
      (code) => ({ code_verifier: ["x", String(code["code_verifier"])] }),
      "invalid_request"
    ],
    ["the client twice", (code) => ({ client_id: [String(code["client_id"]), "x"] }), "invalid_request"],
    [
      "the redirect_uri twice",
      (code) => ({ redirect_uri: [String(code["redirect_uri"]), "https://evil.example.com/"] }),
      "invalid_request"
    ],
    ["a code that is none", () => ({ code: "eyJhbGciOiJub25lIn0.e30." }), "invalid_grant"],
    ["a code that nobody gave out", () => ({ code: `svc_ac_${"a".repeat(43)}` }), "invalid_grant"],
    ["another kind of grant", () => ({ grant_type: "client_credentials" }), "unsupported_grant_type"],
    ["a password", () => ({ grant_type: "password" }), "unsupported_grant_type"],
    ["no kind of grant", () => ({ grant_type: null }), "invalid_request"]
  ]

  it.each(wrong)("is not redeemed with %s, and stays valid", async (_, change, error) => {
    const code = await oauth.codeFor()
    const answer = await oauth.exchange({ ...code, ...(await change(code)) })
    expect(oauth.told(answer)).toEqual({ status: 400, error })
    expect((await oauth.exchange(code)).status).toBe(200)
  })

  const descriptionOf = async (sent: RequestParameters) => {
    const { error, status } = await oauth.exchange(sent)
    expect(status).toBe(400)
    return (error as unknown as { readonly description: string }).description
  }

  it("is refused with the reason, which only its own client learns", async () => {
    const code = await oauth.codeFor()
    const answers: ReadonlyArray<readonly [RequestParameters, RegExp]> = [
      [{ client_id: await oauth.register() }, /^There is no such code of this client\. Send the person/],
      [{ code: "eyJhbGciOiJub25lIn0.e30." }, /^There is no such code\.$/],
      [{ code: `svc_ac_${"a".repeat(43)}` }, /^There is no such code of this client\./],
      [{ code_verifier: proof().verifier }, /^The code_verifier does not match/],
      [{ redirect_uri: "https://evil.example.com/callback" }, /^The redirect_uri is not the one/],
      [{ resource: mcpResource }, /^The code is for another resource/],
      [{ code: null }, /^code is missing\.$/],
      [{ grant_type: "password" }, /^Offered are authorization_code and refresh_token\.$/],
      [{ ["x".repeat(70)]: ["1", "2"] }, /^x{60} was sent more than once\.$/]
    ]
    for (const [change, reason] of answers)
      expect(await descriptionOf({ ...code, ...change })).toMatch(reason)
  })

  it("expires", async () => {
    const code = await oauth.codeFor()
    await oauth.age(
      "oauth_authorization_codes",
      String(code["code"]),
      "expires_at = now() - interval '1 second'"
    )
    expect(await descriptionOf(code)).toMatch(/^The code has expired\./)
  })

  it("can be redeemed without a redirect_uri, as in OAuth 2.1", async () => {
    expect((await oauth.exchange({ ...(await oauth.codeFor()), redirect_uri: null })).status).toBe(200)
  })

  it("lives for a minute by default, and never longer than ten", async () => {
    const code = await oauth.codeFor()
    const [row] = await oauth.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from oauth_authorization_codes
       order by created_at desc limit 1`
    )
    expect(row).toEqual({ seconds: 60 })
    expect((await oauth.exchange(code)).status).toBe(200)
  })

  it("is invalid once its person is disabled or the connection ended", async () => {
    const ended = await oauth.codeFor({ email: "femi@fabrikam.test" })
    await oauth.query("update oauth_connections set ended_at = now() where client_id = $1 returning id", [
      ended["client_id"]
    ])
    expect(await descriptionOf(ended)).toMatch(/^The connection was ended\. /)
    const disabled = await oauth.codeFor({ email: "femi@fabrikam.test" })
    const person = "where email = 'femi@fabrikam.test' returning id"
    await oauth.query(`update users set disabled_at = now() ${person}`)
    expect(await descriptionOf(disabled)).toMatch(/^The connection was ended\. /)
    await oauth.query(`update users set disabled_at = null ${person}`)
    expect((await oauth.exchange(disabled)).status).toBe(200)
  })
})
