import { describe, expect, it } from "vitest"
import {
  clientMetadata,
  fixedClientMetadata,
  freshSecondsOf,
  imitatesOurName,
  isMetadataDocumentUrl
} from "../../../src/access/oauth/client.ts"
import { parseClientDocument } from "../../../src/access/oauth/parse-client-document.ts"

/* Rules about OAuth clients that need no database, on both sides of each limit. */

describe("a name that imitates ours", () => {
  it.each([
    ["the name itself", "adwarden"],
    ["within a longer word", "myadwardenapp"],
    ["as the last word", "Support by Adwarden"],
    ["apart, as the last words", "The Ad Warden"],
    ["apart, with more behind it", "ad-warden-pro"],
    ["letter by letter", "a d w a r d e n"],
    ["with a letter exchanged at the start", "edwarden"],
    ["with a letter exchanged at the end", "adwarder"],
    ["with a letter exchanged in the middle", "adwerden"],
    ["with a letter missing at the start", "dwarden"],
    ["with a letter missing at the end", "adwarde"],
    ["with a letter missing in the middle", "adwrden"],
    ["with a letter doubled", "adwaarden"],
    ["with a letter added in front", "xadwarden"],
    ["with two v for w", "advvarden"],
    ["with a letter that looks like d", "a\u0501warden"],
    ["with a letter that looks like w", "ad\u051darden"],
    ["with a letter that looks like r", "adwa\u0433den"],
    ["with a letter that looks like n", "adwarde\u0578"],
    ["in full width", "\uff21\uff24\uff37\uff21\uff32\uff24\uff25\uff2e"]
  ])("%s", (_, name) => expect(imitatesOurName(name)).toBe(true))

  // With a second letter exchanged, so that the first must be recognised.
  it.each([
    ["a", "\u0430\u03b1\u1d00\u0251\u0101@4"],
    ["d", "\u0501\u1d05\u0257\u0111"],
    ["w", "\u051d\u0461\u1d21\u03c9\u20a9"],
    ["r", "\u0433\u0280\u027c\u1d26"],
    ["e", "\u0435\u0451\u03b5\u1d07\u0117\u20ac3"]
  ])("letters that look like %s", (letter, alike) => {
    for (const one of alike)
      expect([one, imitatesOurName("adwardem".replace(letter, one))]).toEqual([one, true])
  })
  it("letters that look like n, and two v for w", () => {
    for (const one of "\u0578\u043f\u0274\u03b7\u0438")
      expect([one, imitatesOurName(`edwarde${one}`)]).toEqual([one, true])
    expect(imitatesOurName("advvardem")).toBe(true)
  })

  it.each([
    ["two letters exchanged", "edwarder"],
    ["two letters missing", "adward"],
    ["two letters added", "adwaarrden"],
    ["two neighbours swapped", "dawarden"],
    ["a letter three times", "adwaaarden"],
    ["only the first half", "Ad"],
    ["only the second half", "Warden"],
    ["the halves in the other order", "Warden Ad"],
    ["the halves with a word between them", "Ad Great Warden"],
    ["nothing", ""]
  ])("is not: %s", (_, name) => expect(imitatesOurName(name)).toBe(false))
})

describe("a client whose id is a URL", () => {
  const long = (length: number) => `https://a.example/${"x".repeat(length - 18)}`

  it.each(["https://a.example/c", "https://a.example/c?d=e", long(512)])("may be %s", (address) =>
    expect(isMetadataDocumentUrl(address)).toBe(true)
  )
  it.each([
    long(513),
    "https://a.example/",
    "https://a.example",
    "http://localhost/c",
    "https://a.example/./c",
    "https://a.example/%2e/c",
    "https://a.example:443/c",
    "https://A.example/c",
    "https://b@a.example/c",
    "https://a.example/c#d",
    "client_0123456789"
  ])("cannot be %s", (address) => expect(isMetadataDocumentUrl(address)).toBe(false))

  it.each([
    ["max-age=300", 300],
    ["max-age=299", 300],
    ["max-age=301", 301],
    ["max-age=86400", 86_400],
    ["max-age=86401", 86_400],
    ["private,max-age=400", 400],
    ["x-max-age=400", 3600],
    ["max-age=400, no-store", 300],
    ["no-stored", 3600],
    ["", 3600]
  ])("is cached, with Cache-Control %j, for %i seconds", (header, seconds) =>
    expect(freshSecondsOf(header)).toBe(seconds)
  )
})

describe("the members of a client's document", () => {
  const parse = (text: string) => parseClientDocument(new TextEncoder().encode(text))

  it("are the checked ones, unchanged", () => {
    const members = {
      client_id: "https://a.example/c",
      client_name: "A",
      client_secret: "s",
      redirect_uris: ["https://a.example/cb"],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    }
    expect(parse(JSON.stringify({ ...members, logo_uri: "x", jwks: {} }))).toEqual(members)
    expect(parse('{"client_id": null, "client_name": 5, "redirect_uris": true}')).toEqual({
      client_id: null,
      client_name: 5,
      redirect_uris: true
    })
  })

  it("are bounded: long texts and lists are truncated, and nested values are left out", () => {
    const sent = {
      client_name: "n".repeat(5000),
      redirect_uris: [...Array(25).fill("u".repeat(5000)), "last"],
      grant_types: ["a", { b: 1 }, 7],
      response_types: { deep: { deeper: 1 } }
    }
    const members = parse(JSON.stringify(sent))!
    expect(members["client_name"]).toBe("n".repeat(4096))
    expect(members["redirect_uris"]).toEqual(Array(20).fill("u".repeat(4096)))
    expect(members["grant_types"]).toEqual(["a", null, null])
    expect(members["response_types"]).toEqual({})
  })

  it.each(["", "{", '{"client_id": 1, "client_id": 2}', "[".repeat(1000) + "]".repeat(1000)])(
    "cannot be read from %j",
    (text) => expect(parse(text)).toBeNull()
  )

  it.each(["5", '"client_id"', "null", "[]"])("are none in %s", (text) =>
    expect(parse(text)).toStrictEqual({})
  )
})

describe("a client's metadata", () => {
  const uri = "https://app.example.com/callback"
  const good = { client_name: " Weekly report ", redirect_uris: [uri] }

  it("are read with a trimmed name and unique URLs", () => {
    expect(clientMetadata({ ...good, redirect_uris: [uri, uri] })).toEqual({
      name: "Weekly report",
      redirectUris: [uri],
      authMethod: null
    })
    expect(clientMetadata({ redirect_uris: [uri], token_endpoint_auth_method: "none" })).toEqual({
      name: "app.example.com",
      redirectUris: [uri],
      authMethod: "none"
    })
  })

  it("can have ten URLs, and a hundred letters", () => {
    const ten = Array.from({ length: 10 }, (_, n) => `${uri}/${n}`)
    const name = "x".repeat(100)
    expect(clientMetadata({ client_name: name, redirect_uris: ten })).toMatchObject({
      name,
      redirectUris: ten
    })
  })

  it("can request more than is supported, if it includes the supported values", () => {
    const asked = { grant_types: ["implicit", "authorization_code"], response_types: ["token", "code"] }
    expect(clientMetadata({ ...good, ...asked })).toMatchObject({ name: "Weekly report" })
  })

  it.each([
    [{ redirect_uris: [] }, "invalid_client_metadata", "redirect_uris: "],
    [
      { redirect_uris: Array.from({ length: 11 }, (_, n) => `${uri}/${n}`) },
      "invalid_client_metadata",
      "redirect_uris: "
    ],
    [{ redirect_uris: [uri, 7] }, "invalid_client_metadata", "redirect_uris.1: Expected string, actual 7"],
    [{ ...good, client_name: "x".repeat(101) }, "invalid_client_metadata", "client_name: "],
    ["text", "invalid_client_metadata", "The metadata: "],
    [
      { ...good, client_name: "Adwarden" },
      "invalid_client_metadata",
      "client_name must not contain Adwarden"
    ],
    [{ ...good, grant_types: [] }, "invalid_client_metadata", "name authorization_code"],
    [{ ...good, response_types: [] }, "invalid_client_metadata", "is code"],
    [
      { ...good, redirect_uris: [`http://app.example.com/${"x".repeat(500)}`] },
      "invalid_redirect_uri",
      `http://app.example.com/${"x".repeat(177)} must begin with https://`
    ]
  ])("%j is rejected, and the error names the problem", (sent, errorCode, description) => {
    expect(clientMetadata(sent)).toMatchObject({
      errorCode,
      statusCode: 400,
      redirect: null,
      description: expect.stringContaining(description)
    })
  })

  it("of every client state that it authenticates only by its code", () => {
    expect(fixedClientMetadata).toEqual({
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    })
  })
})
