import { describe, expect, it } from "vitest"
import { imitatesOurName } from "../../../src/access/oauth/client.ts"
import { callback, startOAuth } from "./support/oauth.ts"

const oauth = await startOAuth({ registrationsPerMinute: 1_000_000 })
const good = { client_name: "Weekly report", redirect_uris: [callback] }
const register = (metadata: unknown) => oauth.enter(oauth.endpoints.register(metadata))

describe("a client that registers itself", () => {
  it("receives its id and its metadata: public, by code, whatever it requested", async () => {
    const answer = await register({
      ...good,
      redirect_uris: [callback, callback, "http://localhost:7777/cb"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code"],
      logo_uri: "javascript:alert(1)",
      __proto__: { a: 1 }
    })
    expect(answer.status).toBe(201)
    expect(answer.output).toEqual({
      client_id: expect.stringMatching(/^client_[0-9A-Za-z]{22}$/),
      client_id_issued_at: expect.any(Number),
      client_name: "Weekly report",
      redirect_uris: [callback, "http://localhost:7777/cb"],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none"
    })
    expect(Math.abs(answer.output!.client_id_issued_at - Date.now() / 1000)).toBeLessThan(120)
  })

  it.each(["Head Warden", "Bird warden", "Ad manager", "Wardrobe", "Garden Ads", "広告レポート"])(
    "may be called %s, which is not our name",
    (name) => expect(imitatesOurName(name)).toBe(false)
  )

  it("without a name is called by the host of its redirect URI", async () => {
    const answer = await register({ redirect_uris: [callback] })
    expect(answer.output).toMatchObject({ client_name: "app.example.com" })
  })

  const meta = "invalid_client_metadata"
  const uri = "invalid_redirect_uri"
  it.each<readonly [string, unknown, string]>([
    ["nothing", undefined, meta],
    ["a text", "hello", meta],
    ["a list", [], meta],
    ["no redirect URI", { client_name: "x" }, meta],
    ["an empty list of them", { redirect_uris: [] }, meta],
    ["more of them than anybody needs", { redirect_uris: Array(11).fill(callback) }, meta],
    ["one that is no text", { redirect_uris: [7] }, meta],
    ["one in javascript", { redirect_uris: [callback, "javascript:alert(1)"] }, uri],
    ["one with a scheme of its own", { redirect_uris: ["com.example.app:/cb"] }, uri],
    ["one over http", { redirect_uris: ["http://app.example.com/cb"] }, uri],
    ["one with a fragment", { redirect_uris: [`${callback}#x`] }, uri],
    ["a name that turns the text", { ...good, client_name: "Contoso\u202egro.live" }, meta],
    ["a name that isolates text", { ...good, client_name: "a\u2066b" }, meta],
    ["a name of several lines", { ...good, client_name: "Good\napp" }, meta],
    ["a name that cannot be seen", { ...good, client_name: "\u200b\u200b" }, meta],
    ["our name", { ...good, client_name: "Adwarden" }, meta],
    ["our name in capitals within another", { ...good, client_name: "The ADWARDEN Connector" }, meta],
    ["our name apart", { ...good, client_name: "Ad Warden support" }, meta],
    ["our name by letters that look alike", { ...good, client_name: "\u0410dw\u0430rd\u0435n" }, meta],
    ["our name by digits", { ...good, client_name: "4dward3n" }, meta],
    ["our name with accents", { ...good, client_name: "\u00c4dw\u00e1rden" }, meta],
    ["our name but for a letter", { ...good, client_name: "Adwardem CLI" }, meta],
    ["a name without end", { ...good, client_name: "x".repeat(101) }, meta],
    ["a name that is no text", { ...good, client_name: {} }, meta],
    ["another grant alone", { ...good, grant_types: ["client_credentials"] }, meta],
    ["the implicit response type alone", { ...good, response_types: ["token"] }, meta]
  ])("is rejected with %s", async (_, metadata, error) => {
    expect(oauth.told(await register(metadata))).toEqual({ status: 400, error })
  })
})

describe("registrations", () => {
  it("are limited per IP address, more strictly than other requests", async () => {
    const few = await startOAuth({ registrationsPerMinute: 3 })
    const statuses: Array<number> = []
    for (let n = 0; n < 5; n++) statuses.push((await few.enter(few.endpoints.register(good))).status)
    expect(statuses).toEqual([201, 201, 201, 429, 429])
    const [row] = await few.query("select count(*) as kept from oauth_clients")
    expect(row).toEqual({ kept: 3 })
  })
})
