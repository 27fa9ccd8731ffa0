import { beforeAll, describe, expect, it } from "vitest"
import { resendWaiting } from "../../../core/src/campaigns/push/jobs.ts"
import { putConsent, takeConsent } from "../../../core/src/platform/logins.ts"
import { call } from "../../../core/test/support/call.ts"
import { signIn } from "../support/browser.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform({ clientId: "web" })
const { control, emulator, origin, query } = service
const callback = `${origin}/connect/google/callback`
const ads = "https://www.googleapis.com/auth/adwords"
const [wingtip, northwind, fabrikam, contoso, manager] = [4, 1, 2, 3, 9].map((n) => `555000000${n}`)

beforeAll(async () => {
  await control("PUT", "oauth-clients", {
    clientId: "web",
    clientSecret: "not-a-secret",
    redirectUris: [callback]
  })
})

const signedIn = (email: string) => signIn(service, email)
type Browser = Awaited<ReturnType<typeof signedIn>>

/** Presses a button of the accounts page; returns the address that it leads to. */
const press = (browser: Browser, org: string, fields: Record<string, string>) =>
  browser.submit(`/o/${org}/settings/accounts`, fields)
const begin = async (browser: Browser, org: string, fields: Record<string, string> = {}) =>
  new URL((await press(browser, org, { action: "connect", ...fields })).to!)

/** Decides at Google's consent page, and returns the path that it redirects to. */
const consent = async (address: URL, fields: Record<string, string>): Promise<string> => {
  const body = new URLSearchParams([...address.searchParams, ...Object.entries(fields)])
  const url = `${address.origin}${address.pathname}`
  const response = await fetch(url, { method: "POST", body, redirect: "manual" })
  return response.headers.get("location")!.replace(origin, "")
}
const allow = (account: string) => ({ account, decision: "allow", granted: ads })

const loginOf = async (org: string, email: string) => {
  const [row] = await query<{
    id: number
    state: string
    by: string | null
    token: string
    oauth_client: string
  }>(
    `select l.id, l.state, u.email as by, encode(l.refresh_token, 'escape') as token, l.oauth_client
     from ad_platform_logins l join organizations o on o.id = l.organization_id left join users u on u.id = l.connected_by
     where o.slug = '${org}' and l.email = '${email}'`
  )
  return row
}
const [tara, olivia] = ["tara@tailspin.test", "olivia@northwind.test"] as const

describe("connecting Google Ads in the dashboard", () => {
  it("asks for a confirmation on a page whose form may lead to Google, then leads there", async () => {
    const browser = await signedIn(olivia)
    await query("update dashboard_sessions set created_at = now() - interval '11 minutes' returning user_id")
    const asked = await press(browser, "northwind", { action: "connect" })
    expect([asked.status, asked.text.includes("Confirm it is you")]).toEqual([422, true])
    // Browsers apply the policy of the page to the redirect that follows its form.
    const google = new URL(emulator.url).origin
    expect(asked.response.headers.get("content-security-policy")).toContain(`form-action 'self' ${google}`)
    const address = await begin(browser, "northwind", { confirmation: service.passwordOf(olivia) })
    expect(address.origin).toBe(google)
  })

  it("asks for offline access with state and PKCE, then links the chosen account", async () => {
    const browser = await signedIn(tara)
    const empty = await browser.get("/o/tailspin/settings/accounts")
    expect(empty.text).toContain("Connect Google Ads")
    expect(empty.response.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${new URL(emulator.url).origin}`
    )
    const address = await begin(browser, "tailspin")
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      client_id: "web",
      redirect_uri: callback,
      scope: `${ads} openid email`,
      access_type: "offline",
      prompt: "consent",
      code_challenge_method: "S256"
    })
    await control("PUT", "logins", {
      refreshToken: "t",
      email: "ads@tailspin.test",
      customerIds: [northwind, fabrikam, manager]
    })
    const back = await consent(address, allow("ads@tailspin.test"))
    const connected = await browser.get(back)
    const login = await loginOf("tailspin", "ads@tailspin.test")
    expect(login).toMatchObject({ state: "connected", by: tara, oauth_client: "web" })
    expect(login?.token).not.toContain("emulated")
    const choosePath = `/o/tailspin/settings/accounts/${login!.id}`
    expect([connected.status, connected.to]).toEqual([303, choosePath])
    // A state works once.
    expect((await browser.get(back)).text).toContain("has expired, or was started in another session")

    const page = await browser.get(choosePath)
    expect(page.text).toMatch(/Northwind Plumbing &amp; Heating.*Test account/)
    expect(page.text).toContain("It is kept in EUR and the organization in USD; choose an account in USD.")
    expect(page.text).toContain("It is a manager account, which has no campaigns")
    expect(page.text).toContain("555-000-0003 · USD · through Blue Team")
    const euros = await browser.submit(choosePath, { account: fabrikam! })
    expect([euros.status, euros.text]).toEqual([422, expect.stringContaining("is kept in EUR")])
    const linked = await browser.submit(choosePath, { account: contoso! })
    // The overview shows the first sync of the first account.
    expect(linked.to).toBe("/o/tailspin?done=link")
    const overview = await browser.get(linked.to!)
    expect(overview.text).toMatch(/The account is linked.*2 of 5 done.*0 of 455 days/s)
    const done = await browser.get("/o/tailspin/settings/accounts")
    expect(done.text).toContain("Connected by")
    expect(done.text).toMatch(/Contoso.*555-000-0003 · USD/s)
    const [row] = await query(
      `select login_customer_id, status, selected from ad_accounts where id = '${contoso}' and login_customer_id is not null`
    )
    expect(row).toEqual({ login_customer_id: manager, status: "linked", selected: true })
    const detail = await service.run(call("organizations.get", service.keys["tailspin"]!.owner!))
    expect(detail.output).toMatchObject({ ad_accounts: [{ id: contoso, connection: "ok" }] })
    const events = await query<{ operation: string }>(
      `select operation from audit_events where user_email = '${tara}' and operation like 'accounts.%'
       and status_code < 400 order by at`
    )
    expect(events.map(({ operation }) => operation)).toEqual([
      "accounts.consent",
      "accounts.connect",
      "accounts.link"
    ])
  })

  it("explains a refusal, a missing permission and a foreign answer, and stores nothing", async () => {
    const browser = await signedIn("olivia@northwind.test")
    const before = await query("select id from ad_platform_logins")
    const attempt = async (fields: Record<string, string>, by = browser) =>
      (await by.get(await consent(await begin(browser, "northwind"), fields))).text
    expect(await attempt({ decision: "deny" })).toContain("The consent was declined at Google.")
    expect(await attempt({ ...allow("ads@northwind.test"), granted: "" })).toContain(
      "Access to Google Ads was not granted"
    )
    // Another session of the same person, and another organization.
    const elsewhere = await signedIn("olivia@northwind.test")
    const expired = "has expired, or was started in another session"
    expect(await attempt(allow("ads@northwind.test"), elsewhere)).toContain(expired)
    const answer = await consent(await begin(browser, "northwind"), allow("ads@northwind.test"))
    expect((await browser.get(answer.replace("state=northwind.", "state=fabrikam."))).text).toContain(expired)
    expect((await browser.get("/connect/google/callback?code=x&state=y")).status).toBe(400)
    await query("update ad_platform_consents set expires_at = now()")
    expect((await browser.get(answer)).text).toContain(expired)
    await control("PUT", "logins", { refreshToken: "n", email: "nobody@northwind.test", customerIds: [] })
    expect(await attempt(allow("nobody@northwind.test"))).toContain("reaches no Google Ads account")
    expect(await query("select id from ad_platform_logins")).toEqual(before)
    await control("PUT", "oauth-clients", { clientId: "web", clientSecret: "not-a-secret", redirectUris: [] })
    expect((await fetch(await begin(browser, "northwind"))).status).toBe(400)
    await control("PUT", "oauth-clients", {
      clientId: "web",
      clientSecret: "not-a-secret",
      redirectUris: [callback]
    })
  })

  it("a consent that was begun in one organization is finished in no other", async () => {
    const ids = await query<{ id: number; slug: string }>("select id, slug from organizations")
    const idOf = (org: string) => ids.find(({ slug }) => slug === org)!.id
    const consent = { state: "northwind.state", session: "a session", login: null }
    await service.run(putConsent(idOf("northwind"), consent))
    expect(await service.run(takeConsent(idOf("fabrikam"), consent))).toBeNull()
    expect(await service.run(takeConsent(idOf("northwind"), { ...consent, session: "another" }))).toBeNull()
    expect(await service.run(takeConsent(idOf("northwind"), consent))).toEqual({ login: null })
    expect(await service.run(takeConsent(idOf("northwind"), consent))).toBeNull()
  })

  it("only owners connect, and the page of others says who can", async () => {
    const admin = await signedIn("adam@northwind.test")
    const page = await admin.get("/o/northwind/settings/accounts")
    expect(page.text).toContain("Only owners of the organization can change this.")
    expect(page.text).not.toMatch(/Connect another login|Unlink|Reconnect</)
    const { id } = (await loginOf("northwind", "ads@northwind.test"))!
    const denied = await admin.get(`/o/northwind/settings/accounts/${id}`)
    expect([denied.status, denied.text]).toEqual([403, expect.stringContaining("olivia@northwind.test")])
    const tokenFrom = await admin.get("/account")
    const body = new URLSearchParams({ form_token: admin.tokenIn(tokenFrom.text), action: "connect" })
    const posted = await admin.send("/o/northwind/settings/accounts", { method: "POST", body })
    expect(posted.status).toBe(403)
    expect(posted.text).toContain("owner")
  })

  it("a line break in the name of the action ends no header", async () => {
    const browser = await signedIn(tara)
    const { response, status } = await press(browser, "tailspin", { action: "connect\r\nSet-Cookie: a=b" })
    expect([status, response.headers.getSetCookie()]).toEqual([422, []])
  })

  it("a broken login is reconnected, its waiting changes are sent, and the end of the app's testing period is shown", async () => {
    const owner = "will@wingtip.test"
    const browser = await signedIn(owner)
    const overview = await browser.get("/o/wingtip")
    expect(overview.text).toMatch(
      /is not connected\..*action="\/o\/wingtip\/settings\/accounts".*>Reconnect</s
    )
    const login = (await loginOf("wingtip", "ads@wingtip.test"))!
    expect(login.state).toBe("broken")
    await query(
      "update campaigns set updated_at = now() - interval '1 hour', active_push_ids = '{}' where slug = 'wooden-toys'"
    )
    expect((await service.run(resendWaiting)).sent).toBe(0)
    const address = await begin(browser, "wingtip", { login: String(login.id) })
    expect(address.searchParams.get("login_hint")).toBe("ads@wingtip.test")
    await control("PUT", "oauth-clients", {
      clientId: "web",
      clientSecret: "not-a-secret",
      redirectUris: [callback],
      testing: true
    })
    const back = await browser.get(await consent(address, allow("ads@wingtip.test")))
    expect(back.to).toBe("/o/wingtip/settings/accounts?done=reconnect")
    const page = await browser.get(back.to!)
    expect(page.text).toContain("The login works again.")
    expect(page.text).toContain("is in testing. Its operator has to publish it.")
    expect(page.text).not.toContain("is not connected.")
    expect(await loginOf("wingtip", "ads@wingtip.test")).toMatchObject({
      id: login.id,
      state: "connected",
      by: owner
    })
    expect((await service.run(resendWaiting)).sent).toBeGreaterThan(0)
  })

  it("an account is unlinked once nothing there can spend, and its login then deleted", async () => {
    const browser = await signedIn("will@wingtip.test")
    const login = (await loginOf("wingtip", "ads@wingtip.test"))!
    const used = await press(browser, "wingtip", { action: "disconnect", login: String(login.id) })
    expect([used.status, used.text]).toEqual([422, expect.stringContaining(`is used by ${wingtip}`)])
    const unlink = () => press(browser, "wingtip", { action: "unlink", account: wingtip! })
    expect((await unlink()).text).toContain("has changes that have not reached the platform yet: wooden-toys")
    await query("update campaigns set state = 'live' where slug = 'wooden-toys'")
    const spends = await unlink()
    expect([spends.status, spends.text]).toEqual([422, expect.stringContaining("pause them first")])
    const paused =
      "state = 'paused', platform_state = 'paused', wanted_state = null, unpushed = '{}', active_push_ids = '{}'"
    await query(`update campaigns set ${paused} where ad_account_id = '${wingtip}'`)
    expect((await unlink()).to).toMatch(/done=unlink$/)
    await press(browser, "wingtip", { action: "disconnect", login: String(login.id) })
    const gone = await loginOf("wingtip", "ads@wingtip.test")
    expect(gone).toMatchObject({ state: "disconnected", token: null })
  })
})
