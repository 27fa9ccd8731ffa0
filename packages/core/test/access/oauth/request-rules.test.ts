import { describe, expect, it } from "vitest"
import { readManualCode } from "../../../src/access/oauth/authorizations.ts"
import { uriProblem, withQuery } from "../../../src/access/oauth/client.ts"
import { oauthError, withActor, withRedirect } from "../../../src/access/oauth/oauth-error.ts"
import {
  audienceOf,
  grantableScopes,
  parametersOf,
  parseScopes,
  repeatedParameterError
} from "../../../src/access/oauth/parameters.ts"
import { scopes } from "../../../src/contract/index.ts"

/* Rules about OAuth requests that need no database. */

describe("parameters", () => {
  it("without a value count as missing, and those sent twice have none", () => {
    const { get, repeated } = parametersOf([
      ["a", "1"],
      ["b", ""],
      ["c", "1"],
      ["c", "1"],
      ["d", ""],
      ["d", "2"]
    ])
    expect(["a", "b", "c", "d", "e"].map(get)).toEqual(["1", null, null, null, null])
    expect(repeated).toEqual(["c", "d"])
  })

  it("are sent once, except the resource, which has its own error", () => {
    const problemOf = (...names: ReadonlyArray<string>) =>
      repeatedParameterError(parametersOf(names.map((name) => [name, "1"])))
    expect([problemOf("a", "b"), problemOf("resource", "resource")]).toEqual([null, null])
    expect(problemOf("resource", "resource", "code", "code")).toMatchObject({
      errorCode: "invalid_request",
      description: "code was sent more than once."
    })
    const long = "x".repeat(61)
    expect(problemOf(long, long)?.description).toBe(`${"x".repeat(60)} was sent more than once.`)
  })
})

describe("the page with a code", () => {
  const issuer = "https://adwarden.test"
  const good = { iss: issuer, code: "svc_ac_12", state: "12345678" }
  const read = (sent: Record<string, string>) => readManualCode(parametersOf(Object.entries(sent)), issuer)

  it("shows a code with its state, if the service issued them", () => {
    expect(read(good)).toEqual({ code: good.code, state: good.state })
    const longest = "x".repeat(256)
    expect(read({ ...good, code: longest, state: longest })).toEqual({ code: longest, state: longest })
  })

  it.each<[string, Record<string, string>, string]>([
    ["another issuer", { ...good, iss: "https://evil.test" }, "This link was not issued by this service."],
    ["no issuer", { code: good.code, state: good.state }, "This link was not issued by this service."],
    ["another issuer's error", { error: "server_error" }, "This link was not issued by this service."],
    ["no code", { iss: issuer, state: good.state }, "This link contains no code."],
    ["no state", { iss: issuer, code: good.code }, "This link contains no code."],
    ["a short code", { ...good, code: "x".repeat(7) }, "This link contains no code."],
    ["a long state", { ...good, state: "x".repeat(257) }, "This link contains no code."],
    ["markup", { ...good, code: "<b>12345678" }, "This link contains no code."],
    ["a refusal", { error: "access_denied" }, "You declined."],
    ["an error", { ...good, error: "server_error" }, "The service could not finish the request."],
    ["an unknown error", { ...good, error: "constructor" }, "The program could not be connected."]
  ])("shows no code with %s", (_, sent, description) => {
    expect(read(sent)).toMatchObject({ description })
  })
})

describe("scopes", () => {
  it("are separated by any number of spaces, and sorted", () => {
    expect(parseScopes("  campaigns:write   organizations:read ")).toEqual([
      "organizations:read",
      "campaigns:write"
    ])
    expect(parseScopes(null)).toBeNull()
    expect(parseScopes("   ")).toBeNull()
  })

  it("that do not exist are rejected with the nearest valid one", () => {
    expect(parseScopes("organizations:read campaigns:wirte")).toMatchObject({
      errorCode: "invalid_scope",
      description: "There is no scope campaigns:wirte. Did you mean campaigns:write?"
    })
    expect(parseScopes("x".repeat(100))).toMatchObject({
      errorCode: "invalid_scope",
      description: `There is no scope ${"x".repeat(60)}. There are: ${scopes.join(" ")}`
    })
  })

  it.each([
    [["adops_team"], 5],
    [["member"], 6],
    [["admin"], 9],
    [["owner"], 10],
    [["member", "admin"], 9],
    [["member", "adops_team"], 6],
    [[], 0]
  ] as const)("may be granted by %j: %i of them", (standings, count) =>
    expect(grantableScopes(standings).size).toBe(count)
  )
})

describe("the resource of a request", () => {
  const urls = {
    publicUrl: "https://a.example",
    appUrl: "https://a.example",
    restUrl: "https://a.example/v1",
    mcpUrl: "https://a.example"
  }
  const named = (...resources: ReadonlyArray<string>) =>
    audienceOf(urls, parametersOf(resources.map((resource) => ["resource", resource])))

  it.each([
    ["https://a.example/mcp", "https://a.example/mcp"],
    ["https://a.example/v1", "https://a.example/v1"],
    ["HTTPS://A.example:443/v1", "https://a.example/v1"]
  ])("%s is %s", (resource, audience) => expect(named(resource)).toBe(audience))

  it.each([
    ["none", [], "No resource was named."],
    ["an empty one", [""], "No resource was named."],
    ["several", ["https://a.example/v1", "https://a.example/mcp"], "Several resources were named"],
    ["the same twice", ["https://a.example/v1", "https://a.example/v1"], "Several resources were named"],
    ["another path", ["https://a.example/V1"], "There is no such resource here."],
    ["a slash at the end", ["https://a.example/v1/"], "There is no such resource here."],
    ["another host", ["https://b.example/v1"], "There is no such resource here."],
    ["a fragment", ["https://a.example/v1#"], "There is no such resource here."],
    ["no address", ["v1"], "There is no such resource here."]
  ])("is rejected: %s", (_, resources, why) => {
    expect(named(...resources)).toMatchObject({
      errorCode: "invalid_target",
      description: `${why.endsWith(".") ? why : `${why}, and a token is for one.`} Send resource=https://a.example/mcp for the MCP server or resource=https://a.example/v1 for the REST API.`
    })
  })
})

describe("a URL", () => {
  it("has at most 2048 characters", () => {
    const long = (length: number) => `https://a.example/${"x".repeat(length - 18)}`
    expect(uriProblem(long(2048))).toBeNull()
    expect(uriProblem(long(2049))).toBe("is longer than 2048 characters")
  })

  it.each([
    ["https://a.example/\u00e4", "has characters that do not belong into an address"],
    ["https://", "must be an address that begins with https://, or with http:// on localhost"],
    ["https://[/", "must be an address that begins with https://, or with http:// on localhost"],
    ["https://a.example/#", "must not have a fragment"],
    ["https://b@a.example/", "must not have a user name or password"]
  ])("%s: the problem is named", (uri, problem) => expect(uriProblem(uri)).toBe(problem))

  it.each([
    ["https://a.example/cb?", "https://a.example/cb?code=1"],
    ["https://a.example/cb?b&", "https://a.example/cb?b&code=1"]
  ])("that ends in its query, %s, gets the response appended", (uri, expected) =>
    expect(withQuery(uri, { code: "1" })).toBe(expected)
  )
})

describe("an OAuth error", () => {
  it("has only the characters that the protocol allows, at most 400", () => {
    expect(oauthError("invalid_request", 'Say "a\\b" \u00e4\n~').description).toBe("Say 'a?b' ??~")
    expect(oauthError("invalid_request", "x".repeat(401)).description).toBe("x".repeat(400))
  })

  it("that the browser takes back to the client is a redirect", () => {
    const back = "https://a.example/cb?error=access_denied"
    expect(withRedirect(oauthError("access_denied", "No."), back)).toMatchObject({
      errorCode: "access_denied",
      description: "No.",
      statusCode: 303,
      redirect: back
    })
  })

  it("names its person and is otherwise the same", () => {
    const { description, errorCode, redirect, statusCode } = oauthError("invalid_grant", "No.", 401)
    expect(withActor(oauthError("invalid_grant", "No.", 401), "a@b.test")).toMatchObject({
      description,
      errorCode,
      redirect,
      statusCode,
      actor: { actor_type: "user", user_email: "a@b.test" }
    })
    expect([errorCode, statusCode, description, redirect]).toEqual(["invalid_grant", 401, "No.", null])
  })
})
