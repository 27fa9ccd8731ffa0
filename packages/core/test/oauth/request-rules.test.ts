import { describe, expect, it } from "vitest"
import { oauthError, withActor, withRedirect } from "../../src/access/oauth/oauth-error.ts"
import { audienceOf, grantableScopes, parametersOf, parseScopes } from "../../src/access/oauth/parameters.ts"
import { uriProblem, withQuery } from "../../src/access/oauth/redirects.ts"
import { scopes } from "../../src/contract/index.ts"

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
