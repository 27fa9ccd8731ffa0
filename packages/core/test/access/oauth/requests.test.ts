import { describe, expect, it } from "vitest"
import { scopes as everyScope } from "../../../src/contract/index.ts"
import {
  anonymous,
  callback,
  mcpResource,
  type RequestParameters,
  restResource,
  startOAuth
} from "./support/oauth.ts"

const oauth = await startOAuth()
const clientId = await oauth.register()
const olivia = await oauth.signedIn("olivia@northwind.test")
/** The same app, already connected by this person: it is verified for them. */
const verifiedId = await oauth.register()
await oauth.codeFor({ clientId: verifiedId })
const ask = (sent: RequestParameters, who = olivia) =>
  oauth.enter(oauth.endpoints.authorize(oauth.parameters(sent)), who)

/** The redirect URL of the error with its query; null without a redirect. */
const sentTo = (answer: Awaited<ReturnType<typeof ask>>) => {
  const redirect = (answer.error as { readonly redirect?: string | null } | null)?.redirect ?? null
  return redirect === null ? null : new URL(redirect)
}

describe("a request without a proven redirect URI is never redirected", () => {
  it.each<readonly [string, RequestParameters]>([
    ["no client", { client_id: null }],
    ["a client that nobody knows", { client_id: "client_0000000000000000000000" }],
    ["a client that cannot be one", { client_id: "\u0000" }],
    ["two clients", { client_id: [clientId, "client_0000000000000000000000"] }],
    ["the same client twice", { client_id: [clientId, clientId] }],
    ["no redirect_uri", { redirect_uri: null }],
    ["another redirect_uri", { redirect_uri: "https://evil.example.com/callback" }],
    ["a redirect_uri with more behind it", { redirect_uri: `${callback}/../evil` }],
    ["a redirect_uri in javascript", { redirect_uri: "javascript:alert(1)" }],
    ["two redirect_uris", { redirect_uri: [callback, "https://evil.example.com/"] }],
    ["the same redirect_uri twice", { redirect_uri: [callback, callback] }]
  ])("%s", async (_, change) => {
    // With further errors, still nothing is sent to the redirect URI.
    for (const more of [{}, { response_type: "token", scope: "nonsense", resource: null }]) {
      const answer = await ask(oauth.requestOf(clientId, { ...more, ...change }))
      expect(answer.status).toBe(400)
      expect(sentTo(answer)).toBeNull()
    }
  })
})

const ungrantable: ReadonlyArray<readonly [string, RequestParameters, string]> = [
  ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
  ["code and token together", { response_type: "code token" }, "unsupported_response_type"],
  ["no response type", { response_type: null }, "unsupported_response_type"],
  ["an answer in the fragment", { response_mode: "fragment" }, "invalid_request"],
  ["no PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
  ["PKCE by plain", { code_challenge_method: "plain" }, "invalid_request"],
  ["PKCE by no method, which means plain", { code_challenge_method: null }, "invalid_request"],
  ["a challenge that is no hash", { code_challenge: "abc" }, "invalid_request"],
  ["no resource", { resource: null }, "invalid_target"],
  ["an empty resource", { resource: "" }, "invalid_target"],
  ["another's resource", { resource: "https://evil.example.com/mcp" }, "invalid_target"],
  ["a resource that is only alike", { resource: `${restResource}/` }, "invalid_target"],
  ["a resource with a fragment", { resource: `${restResource}#x` }, "invalid_target"],
  ["both resources", { resource: [restResource, mcpResource] }, "invalid_target"],
  ["one resource twice", { resource: [restResource, restResource] }, "invalid_target"],
  ["a scope that is none", { scope: "campaigns:read everything" }, "invalid_scope"],
  ["a scope in capitals", { scope: "CAMPAIGNS:READ" }, "invalid_scope"],
  ["scopes twice", { scope: ["campaigns:read", "audit:read"] }, "invalid_request"],
  ["challenges twice", { code_challenge: ["a".repeat(43), "b".repeat(43)] }, "invalid_request"],
  ["something unknown twice", { anything: ["1", "2"] }, "invalid_request"]
]

describe("an invalid request of a verified client is redirected to it", () => {
  it.each(ungrantable)("%s", async (_, change, error) => {
    const answer = await ask(oauth.requestOf(verifiedId, change))
    expect(oauth.told(answer)).toEqual({ status: 303, error })
    const to = sentTo(answer)!
    expect(`${to.origin}${to.pathname}`).toBe(callback)
    expect(Object.fromEntries(to.searchParams)).toEqual({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/),
      state: "the state",
      iss: "http://adwarden.test"
    })
  })

  it("also without a state, and never with two", async () => {
    const none = sentTo(await ask(oauth.requestOf(verifiedId, { response_type: null, state: null })))!
    expect(none.searchParams.has("state")).toBe(false)
    const two = sentTo(await ask(oauth.requestOf(verifiedId, { state: ["a", "b"] })))!
    expect(Object.fromEntries(two.searchParams)).toMatchObject({ error: "invalid_request" })
    expect(two.searchParams.has("state")).toBe(false)
  })
})

describe("an invalid request of a client that is unverified for the person", () => {
  it.each(ungrantable)("redirects nobody and names the target: %s", async (_, change, error) => {
    const answer = await ask(oauth.requestOf(clientId, change))
    expect(oauth.told(answer)).toEqual({ status: 400, error })
    expect(sentTo(answer)).toBeNull()
    const { target } = answer.error as { readonly target: { readonly client: string; readonly url: string } }
    expect(target.client).toBe("A client")
    const to = new URL(target.url)
    expect(`${to.origin}${to.pathname}`).toBe(callback)
    expect(to.searchParams.get("error")).toBe(error)
  })

  it("is not verified by another person's connection", async () => {
    const adam = await oauth.signedIn("adam@northwind.test")
    const sent = oauth.requestOf(verifiedId, { response_type: "token" })
    expect(oauth.told(await ask(sent, adam)).status).toBe(400)
    expect(oauth.told(await ask(sent)).status).toBe(303)
  })
})

describe("a request without a signed-in person", () => {
  it.each<readonly [string, RequestParameters]>([
    ["that can be granted", {}],
    ["that cannot be granted", { response_type: "token" }],
    ["of a client that nobody knows", { client_id: "client_0000000000000000000000" }],
    ["of no client", { client_id: null }],
    ["of a connected client, with a wrong scope", { client_id: verifiedId, scope: "everything" }]
  ])("%s leads to the sign-in page only", async (_, change) => {
    const answer = await ask(oauth.requestOf(clientId, change), anonymous)
    expect([answer.status, answer.output]).toEqual([200, { signIn: true }])
  })

  it("is rejected for a key or token, too", async () => {
    const presents = {
      kind: "credential" as const,
      authorization: `Bearer ${oauth.keys["northwind"]!.owner!}`,
      query: []
    }
    const answer = await ask(oauth.requestOf(verifiedId, { response_type: "token" }), presents)
    expect(answer.output).toEqual({ signIn: true })
  })
})

describe("a valid request", () => {
  it("is shown to a signed-in person, and others sign in first", async () => {
    const sent = oauth.requestOf(clientId, { scope: "reports:read campaigns:read" })
    expect((await ask(sent)).output).toMatchObject({
      offer: {
        person: "olivia@northwind.test",
        request: {
          client: { id: clientId, name: "A client" },
          verified: false,
          redirectUri: callback,
          audience: restResource
        },
        scopes: [
          { scope: "campaigns:read", missingRole: null },
          { scope: "reports:read", missingRole: null }
        ]
      }
    })
    expect((await ask(sent, anonymous)).output).toEqual({ signIn: true })
    const again = oauth.requestOf(verifiedId)
    expect((await ask(again)).output).toMatchObject({ offer: { request: { verified: true } } })
  })

  it("offers all ten scopes if it names none", async () => {
    for (const scope of [null, "", "  "]) {
      const { output } = await ask(oauth.requestOf(clientId, { scope }))
      expect(output).toMatchObject({ offer: { scopes: everyScope.map((each) => ({ scope: each })) } })
    }
  })

  it("names either of the resources, with the host in any case", async () => {
    for (const resource of [restResource, mcpResource, "HTTP://ADWARDEN.TEST/mcp"]) {
      expect((await ask(oauth.requestOf(clientId, { resource }))).status).toBe(200)
    }
  })

  it("can have unknown parameters", async () => {
    const sent = { prompt: "consent", nonce: "n", __proto__: "x", constructor: "y" }
    expect((await ask(oauth.requestOf(clientId, sent))).status).toBe(200)
  })
})
