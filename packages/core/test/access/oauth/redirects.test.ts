import { describe, expect, it } from "vitest"
import { isAllowedRedirect, redirectProblem, withQuery } from "../../../src/access/oauth/client.ts"

describe("a valid redirect URI", () => {
  it.each([
    "https://app.example.com/callback",
    "https://app.example.com:8443/a/b?c=d",
    "https://app.example.com",
    "http://localhost/callback",
    "http://localhost:7777/callback",
    "http://127.0.0.1:33418/",
    "http://[::1]:7777/callback"
  ])("%s", (uri) => {
    expect(redirectProblem(uri)).toBeNull()
  })
})

describe("an invalid redirect URI", () => {
  it.each([
    ["http that is not on this machine", "http://app.example.com/callback"],
    ["a name that only begins like this machine's", "http://localhost.evil.com/callback"],
    ["another address of loopback", "http://127.0.0.2/callback"],
    ["loopback in decimal", "http://2130706433/callback"],
    ["loopback with a dot at its end", "http://localhost./callback"],
    ["loopback in capitals", "http://LOCALHOST/callback"],
    ["a user name", "https://app.example.com@evil.com/callback"],
    ["a user name before loopback", "http://localhost@evil.com/callback"],
    ["a user name and a password", "https://a:b@app.example.com/callback"],
    ["a fragment", "https://app.example.com/callback#x"],
    ["an empty fragment", "https://app.example.com/callback#"],
    ["a backslash in front of the host", "https:\\\\app.example.com/callback"],
    ["a backslash behind it", "https://app.example.com\\.evil.com/callback"],
    ["a backslash behind loopback", "http://localhost\\@evil.com/callback"],
    ["steps up in the path", "https://app.example.com/a/../callback"],
    ["steps up that are written with percent signs", "https://app.example.com/a/%2e%2E/callback"],
    ["a step on the spot", "https://app.example.com/./callback"],
    ["javascript", "javascript:alert(1)"],
    ["javascript with slashes", "javascript://app.example.com/%0Aalert(1)"],
    ["data", "data:text/html,hello"],
    ["a scheme of its own", "com.example.app:/callback"],
    ["a scheme of its own, with slashes", "cursor://anysphere/callback"],
    ["a file", "file:///etc/passwd"],
    ["no scheme", "//app.example.com/callback"],
    ["no host", "https:///callback"],
    ["no address", "callback"],
    ["a line break", "https://app.example.com/\r\nSet-Cookie: a=b"],
    ["a space", "https://app.example.com/ callback"],
    ["a letter that looks like another", "https://аpp.example.com/callback"],
    ["a port that is none", "http://localhost:99999/callback"],
    ["capitals in the scheme", "HTTPS://app.example.com/callback"],
    ["a wildcard of the host", "https://*/callback#*"],
    ["no end", `https://app.example.com/${"a".repeat(2048)}`]
  ])("%s", (_, uri) => {
    expect(redirectProblem(uri)).not.toBeNull()
    // Even if it were stored in the database, nobody is redirected there.
    expect(isAllowedRedirect([uri], uri)).toBe(false)
  })
})

describe("the redirect URI of a request", () => {
  const web = "https://app.example.com/callback"
  const local = "http://localhost:7777/callback"

  it.each([
    ["the same", web, web],
    ["another port of localhost", local, "http://localhost:50123/callback"],
    ["no port of localhost", local, "http://localhost/callback"],
    ["a port where none was registered", "http://localhost/callback", local],
    ["another port of 127.0.0.1", "http://127.0.0.1/cb?a=b", "http://127.0.0.1:50123/cb?a=b"],
    ["another port of [::1]", "http://[::1]/cb", "http://[::1]:50123/cb"]
  ])("matches the registered one: %s", (_, registered, asked) => {
    expect(isAllowedRedirect(["https://other.example.com/", registered], asked)).toBe(true)
  })

  it.each([
    ["a path that goes on", web, `${web}/more`],
    ["a slash at its end", web, `${web}/`],
    ["a query that was not registered", web, `${web}?a=b`],
    ["an empty query", web, `${web}?`],
    ["capitals in the path", web, "https://app.example.com/Callback"],
    ["capitals in the host", web, "https://APP.example.com/callback"],
    ["steps up to the same path", web, "https://app.example.com/x/../callback"],
    ["percent signs for letters", web, "https://app.example.com/%63allback"],
    ["a port on https", web, "https://app.example.com:8443/callback"],
    ["the port that https has anyway", web, "https://app.example.com:443/callback"],
    [
      "another port on https",
      "https://app.example.com:8443/callback",
      "https://app.example.com:8444/callback"
    ],
    ["another port of localhost over https", "https://localhost:1/cb", "https://localhost:2/cb"],
    ["http instead of https", web, "http://app.example.com/callback"],
    ["a subdomain", web, "https://evil.app.example.com/callback"],
    ["a host that ends alike", "https://example.com/callback", "https://evil-example.com/callback"],
    ["127.0.0.1 for localhost", local, "http://127.0.0.1:7777/callback"],
    ["localhost for 127.0.0.1", "http://127.0.0.1:7777/callback", local],
    ["[::1] for localhost", local, "http://[::1]:7777/callback"],
    ["a name that only begins like localhost", local, "http://localhost.evil.com:7777/callback"],
    ["a user name before localhost", local, "http://localhost:7777@evil.com/callback"],
    ["another path of localhost", local, "http://localhost:7777/other"],
    ["another query of localhost", local, "http://localhost:7777/callback?a=b"],
    ["a fragment", web, `${web}#x`],
    ["nothing", web, ""]
  ])("differs from the registered one: %s", (_, registered, asked) => {
    expect(isAllowedRedirect([registered], asked)).toBe(false)
  })
})

describe("an authorization response", () => {
  it.each([
    ["https://a.example/cb", "https://a.example/cb?code=1&iss=x"],
    ["https://a.example/cb?b=c", "https://a.example/cb?b=c&code=1&iss=x"],
    ["https://a.example", "https://a.example?code=1&iss=x"]
  ])("is added to the query of %s", (uri, expected) => {
    expect(withQuery(uri, { code: "1", state: null, iss: "x" })).toBe(expected)
  })

  it("cannot gain a parameter or a line from the client's values", () => {
    const { searchParams } = new URL(withQuery("https://a.example/cb", { state: "a&code=2\r\nb#c" }))
    expect([...searchParams]).toEqual([["state", "a&code=2\r\nb#c"]])
  })
})
