import { createHash } from "node:crypto"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { Emulator } from "../src/index.ts"
import { clientOf, control, type Loose, start } from "./support.ts"

let emulator: Emulator
beforeAll(async () => {
  emulator = await start()
  await control(emulator, "PUT", "oauth-clients", {
    clientId: "web",
    clientSecret: "secret",
    redirectUris: ["http://localhost:9/back"]
  })
  await control(emulator, "PUT", "oauth-clients", { clientId: "desktop", type: "desktop", testing: true })
})
afterAll(() => emulator.close())

const ads = "https://www.googleapis.com/auth/adwords"
const verifier = "v".repeat(43)
const request = {
  response_type: "code",
  client_id: "web",
  redirect_uri: "http://localhost:9/back",
  scope: `${ads} openid email`,
  state: "s1",
  access_type: "offline",
  prompt: "consent",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  code_challenge_method: "S256"
}
const form = { ...request, account: "ads@fabrikam.test", granted: ads, decision: "allow" }

const open = (changes: Readonly<Record<string, string>> = {}) =>
  fetch(`${emulator.consentUrl}?${new URLSearchParams({ ...request, ...changes })}`)
const decide = async (changes: Readonly<Record<string, string>> = {}) => {
  const body = new URLSearchParams({ ...form, ...changes })
  const response = await fetch(emulator.consentUrl, { method: "POST", body, redirect: "manual" })
  return new URL(response.headers.get("location")!).searchParams
}
const token = async (values: Readonly<Record<string, string>>): Promise<Loose> => {
  const body = new URLSearchParams({ client_id: "web", client_secret: "secret", ...values })
  return (await fetch(emulator.tokenUrl, { method: "POST", body })).json()
}
const redeem = (code: string, changes: Readonly<Record<string, string>> = {}) =>
  token({
    grant_type: "authorization_code",
    code,
    redirect_uri: request.redirect_uri,
    code_verifier: verifier,
    ...changes
  })

it("grants a code that is exchanged once for tokens of the chosen person", async () => {
  const page = await (await open({ login_hint: "ads@fabrikam.test" })).text()
  expect(page).toMatch(/value="ads@fabrikam\.test" checked/)
  const parameters = await decide()
  expect(Object.fromEntries(parameters)).toMatchObject({ state: "s1", scope: request.scope })
  const tokens = await redeem(parameters.get("code")!)
  expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3599, scope: request.scope })
  expect(tokens).not.toHaveProperty("refresh_token_expires_in")
  const claims = JSON.parse(Buffer.from(tokens.id_token.split(".")[1], "base64url").toString())
  expect(claims).toMatchObject({ email: "ads@fabrikam.test", email_verified: true, aud: "web" })
  expect(await redeem(parameters.get("code")!)).toMatchObject({ error: "invalid_grant" })
  const refreshed = await token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token })
  const client = await clientOf(emulator, undefined, undefined, refreshed.access_token)
  expect((await client.call("customers:listAccessibleCustomers")).body).toEqual({
    resourceNames: ["customers/5550000002"]
  })
  const other = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: "desktop" }
  expect(await token(other)).toMatchObject({ error: "unauthorized_client" })
})

it("rejects a code with another verifier, redirect address or secret", async () => {
  const code = async () => (await decide()).get("code")!
  expect(await redeem(await code(), { code_verifier: "x".repeat(43) })).toMatchObject({
    error: "invalid_grant"
  })
  const elsewhere = { redirect_uri: "http://localhost:9/elsewhere" }
  expect(await redeem(await code(), elsewhere)).toMatchObject({ error: "redirect_uri_mismatch" })
  expect(await redeem(await code(), { client_secret: "no" })).toMatchObject({ error: "invalid_client" })
})

it("redirects a person who cancels, and grants only what was left checked", async () => {
  expect(Object.fromEntries(await decide({ decision: "deny" }))).toEqual({
    state: "s1",
    error: "access_denied"
  })
  const tokens = await redeem((await decide({ granted: "" })).get("code")!)
  expect(tokens.scope).toBe("openid email")
  const client = await clientOf(emulator, undefined, undefined, tokens.access_token)
  expect(await client.call("customers:listAccessibleCustomers")).toMatchObject({
    status: 403,
    body: { error: { message: "Request had insufficient authentication scopes." } }
  })
})

it("shows an error page for a request that cannot be redirected", async () => {
  const invalid: ReadonlyArray<readonly [changes: Readonly<Record<string, string>>, error: string]> = [
    [{ redirect_uri: "http://localhost:9/other" }, "redirect_uri_mismatch"],
    [{ client_id: "desktop", redirect_uri: "https://example.com/" }, "redirect_uri_mismatch"],
    [{ scope: "https://www.googleapis.com/auth/drive" }, "invalid_scope"],
    [{ code_challenge_method: "S512" }, "invalid_request"],
    [{ response_type: "token" }, "unsupported_response_type"]
  ]
  for (const [changes, error] of invalid) {
    const response = await open(changes)
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringContaining(`Error 400: ${error}`)
    ])
  }
})

it("gives a refresh token again only with prompt=consent", async () => {
  const grant = async (changes: Readonly<Record<string, string>>) =>
    "refresh_token" in
    (await redeem((await decide({ account: "ads@contoso.test", ...changes })).get("code")!))
  expect(await grant({ access_type: "online" })).toBe(false)
  expect(await grant({ prompt: "" })).toBe(false)
  expect(await grant({})).toBe(true)
})

it("lets the refresh tokens of an app in testing expire after a week", async () => {
  const desktop = { client_id: "desktop", redirect_uri: "http://127.0.0.1:4567/callback" }
  const tokens = await redeem((await decide(desktop)).get("code")!, desktop)
  expect(tokens.refresh_token_expires_in).toBe(604_799)
  const refresh = { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: "desktop" }
  await control(emulator, "POST", "clock", { advance: { days: 6 } })
  expect(await token(refresh)).toHaveProperty("access_token")
  await control(emulator, "POST", "clock", { advance: { days: 1 } })
  expect(await token(refresh)).toMatchObject({ error: "invalid_grant" })
})
