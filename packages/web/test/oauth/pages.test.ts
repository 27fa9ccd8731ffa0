import { describe, expect, it } from "vitest"
import { scopes as everyScope, scopeMeanings } from "../../../core/src/contract/index.ts"
import { makeBrowser } from "../support/browser.ts"
import { answerConsent, startAllSurfaces } from "./support/all-surfaces.ts"
import { registerAt, requestUrl } from "./support/raw-client.ts"

const service = await startAllSurfaces()
const callback = "https://app.example.com/callback"
const clientId = await registerAt(service.origin, { client_name: "Weekly report" })
const url = requestUrl(service, clientId)
const path = `${url.pathname}${url.search}`

describe("a person whom an app sent", () => {
  it("signs in first, and then sees which app requests which scopes", async () => {
    const browser = makeBrowser(service.origin)
    const first = await browser.get(path)
    expect(first.status).toBe(303)
    const password = service.passwordOf("mia@northwind.test")
    const signedIn = await browser.submit(first.to!, { email: "mia@northwind.test", password, next: path })
    expect(signedIn.to).toBe(path)
    const { status, text } = await browser.get(path)
    expect(status).toBe(200)
    expect(text).toContain("<bdi>Weekly report</bdi>")
    expect(text).toContain("<code>app.example.com</code>")
    expect(text).toContain("mia@northwind.test")
    for (const scope of everyScope) {
      expect(text).toContain(scopeMeanings[scope])
      expect(text).toContain(`name="scope" value="${scope}"`)
    }
    expect(text).toContain('<button name="decision" value="allow"')
    expect(text).toContain('<button name="decision" value="deny"')
    expect(text).not.toContain("<script")
  })

  it("is offered the scopes that their roles allow, and a scope above them fails the approval", async () => {
    const browser = await service.signedIn("mia@northwind.test")
    const shown = await answerConsent(browser, url)
    expect(shown.to).toMatch(/^https:\/\/app\.example\.com\/callback\?code=svc_ac_/)
    const above = await answerConsent(browser, url, { scopes: everyScope })
    expect([above.status, above.to]).toEqual([400, null])
    expect(above.text).toContain("Uncheck what they do not allow")
    const disabled = [...above.page.text.matchAll(/value="([a-z:]+)" disabled/g)].map(([, scope]) => scope)
    expect(disabled).toEqual(["audit:read", "recommendations:apply", "campaigns:write", "keywords:write"])
    expect(above.page.text).toContain("requires the role admin")
    const none = await answerConsent(browser, url, { scopes: [] })
    expect([none.status, none.to]).toEqual([400, null])
  })

  it("declines with the other button, and with any value except allow", async () => {
    const browser = await service.signedIn()
    for (const decision of ["deny", "", "ALLOW", "yes"]) {
      const { status, to } = await answerConsent(browser, url, { decision })
      expect(status).toBe(303)
      expect(new URL(to!).searchParams.get("error")).toBe("access_denied")
    }
  })

  it("sees an error page, without a redirect, for a redirect URI that is not the client's", async () => {
    const browser = await service.signedIn()
    const form_token = browser.tokenIn((await browser.get(path)).text)
    for (const redirect_uri of ["https://evil.example.com/", "javascript:alert(1)", `${callback}?x=1`]) {
      const wrong = requestUrl(service, clientId, { redirect_uri })
      const shown = await browser.get(`${wrong.pathname}${wrong.search}`)
      expect([shown.status, shown.to]).toEqual([400, null])
      expect(shown.text).toContain("This app cannot be connected")
      const body = new URLSearchParams({ form_token, decision: "allow", scope: "campaigns:read" })
      const sent = await browser.send(`${wrong.pathname}${wrong.search}`, { method: "POST", body })
      expect([sent.status, sent.to]).toEqual([400, null])
    }
  })
})

describe("an invalid request", () => {
  const wrongUrl = (client: string) => requestUrl(service, client, { response_type: "token" })
  const pathOf = ({ pathname, search }: URL) => `${pathname}${search}`

  it("asks an anonymous person to sign in first, without a redirect", async () => {
    const { to } = await makeBrowser(service.origin).get(pathOf(wrongUrl(clientId)))
    expect(to).toMatch(/^\/sign-in\?next=/)
  })

  it("of an unverified app shows its target on a page instead of redirecting", async () => {
    const client = await registerAt(service.origin, { client_name: "Unknown app" })
    const browser = await service.signedIn()
    const shown = await browser.get(pathOf(wrongUrl(client)))
    expect([shown.status, shown.to]).toEqual([400, null])
    expect(shown.text).toContain("Unverified app")
    expect(shown.text).toContain(`<code>${callback}</code>`)
    expect(shown.text).toContain(`href="${callback}?error=unsupported_response_type`)
    // The same for a form that is sent to such a URL.
    const form_token = browser.tokenIn((await browser.get(path)).text)
    const body = new URLSearchParams({ form_token, decision: "allow", scope: "campaigns:read" })
    const sent = await browser.send(pathOf(wrongUrl(client)), { method: "POST", body })
    expect([sent.status, sent.to]).toEqual([400, null])
  })

  it("of an app that the person connected before is redirected to it", async () => {
    const client = await registerAt(service.origin)
    const browser = await service.signedIn()
    await answerConsent(browser, requestUrl(service, client))
    const { to } = await browser.get(pathOf(wrongUrl(client)))
    expect(to).toMatch(/^https:\/\/app\.example\.com\/callback\?error=unsupported_response_type/)
    const other = await (await service.signedIn("adam@northwind.test")).get(pathOf(wrongUrl(client)))
    expect([other.status, other.to]).toEqual([400, null])
  })
})

describe("the consent page", () => {
  it("marks an unverified app, and not one that the person connected before", async () => {
    const client = await registerAt(service.origin, { client_name: "Second look" })
    const asked = requestUrl(service, client)
    const browser = await service.signedIn()
    const first = await answerConsent(browser, asked)
    expect(first.page.text).toContain('class="notice warn"')
    expect(first.page.text).toContain("Unverified app")
    const again = await answerConsent(browser, asked)
    expect(again.page.text).not.toContain("Unverified app")
    const other = await answerConsent(await service.signedIn("adam@northwind.test"), asked)
    expect(other.page.text).toContain("Unverified app")
  })

  it("separates reading from spending, and links to the connected apps", async () => {
    const { text } = await (await service.signedIn()).get(path)
    const groups = [...text.matchAll(/<fieldset class="group (\w+)">([\s\S]*?)<\/fieldset>/g)]
    const scopesIn = (kind: string) =>
      groups.flatMap(([, name, body]) =>
        name === kind ? [...body!.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope!) : []
      )
    expect(scopesIn("spending")).toEqual(["recommendations:apply", "campaigns:write", "keywords:write"])
    expect([...scopesIn("reading"), ...scopesIn("spending")].toSorted()).toEqual([...everyScope].toSorted())
    expect(text).toContain('<span class="warned">Change campaigns and spend</span>')
    expect(text).toContain('href="/account/apps"')
    expect(text).toContain('class="actions stay"')
  })

  it("omits a group without requested scopes", async () => {
    const asked = requestUrl(service, clientId, { scope: "campaigns:read" })
    const { text } = await (await service.signedIn()).get(`${asked.pathname}${asked.search}`)
    expect(text).toContain('class="group reading"')
    expect(text).not.toContain('class="group spending"')
    expect(text).not.toContain("Change campaigns and spend")
  })

  it("offers no approval if the person's roles allow none of the scopes", async () => {
    const asked = requestUrl(service, clientId, { scope: "campaigns:write" })
    const { text } = await (await service.signedIn("mia@northwind.test")).get(
      `${asked.pathname}${asked.search}`
    )
    expect(text).not.toContain('value="allow"')
    expect(text).toContain("Your roles allow none of these permissions")
    expect(text).toContain('value="deny"')
  })

  it("truncates a long name", async () => {
    const client_name = `${"Very ".repeat(19)}long`
    const named = requestUrl(service, await registerAt(service.origin, { client_name }))
    const { text } = await (await service.signedIn()).get(`${named.pathname}${named.search}`)
    expect(text).not.toContain(client_name)
    const shown = /<bdi>([^<]*)<\/bdi>/.exec(text)![1]!
    expect(shown).toHaveLength(48)
    expect(shown.endsWith("…")).toBe(true)
  })

  it("is never framed or cached, and loads and runs nothing", async () => {
    const { response } = await (await service.signedIn()).get(path)
    const policy = response.headers.get("content-security-policy")!
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("default-src 'none'")
    expect(response.headers.get("x-frame-options")).toBe("DENY")
    expect(response.headers.get("cache-control")).toBe("no-store")
    expect(response.headers.get("access-control-allow-origin")).toBeNull()
  })

  it("escapes markup in a name", async () => {
    const client_name = `<img src=x onerror=alert(1)> & "more"`
    const named = requestUrl(service, await registerAt(service.origin, { client_name }))
    const { text } = await (await service.signedIn()).get(`${named.pathname}${named.search}`)
    expect(text).not.toContain("<img src=x")
    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt; &amp; &quot;more&quot;")
  })

  it("escapes markup from the URL", async () => {
    const odd = requestUrl(service, clientId, { state: `"><script>alert(1)</script>` })
    const { text } = await (await service.signedIn()).get(`${odd.pathname}${odd.search}`)
    expect(text).not.toContain("<script>")
  })
})

describe("an approval counts only from the page that this browser received", () => {
  const form = (fields: Record<string, string>) => ({
    method: "POST",
    body: new URLSearchParams({ decision: "allow", scope: "campaigns:read", ...fields })
  })

  it("not without its token, with an invented one, or with that of another session", async () => {
    const browser = await service.signedIn()
    const other = await service.signedIn("adam@northwind.test")
    const foreign = other.tokenIn((await other.get(path)).text)
    const before = makeBrowser(service.origin)
    const visitor = before.tokenIn((await before.get("/sign-in")).text)
    for (const fields of [{}, { form_token: "made-up" }, { form_token: foreign }, { form_token: visitor }]) {
      const { status, to } = await browser.send(path, form(fields as Record<string, string>))
      expect([status, to]).toEqual([403, null])
    }
  })

  it("not from another website", async () => {
    const browser = await service.signedIn()
    const form_token = browser.tokenIn((await browser.get(path)).text)
    for (const headers of [{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example.com" }]) {
      const { status, to } = await browser.send(path, { ...form({ form_token }), headers })
      expect([status, to]).toEqual([403, null])
    }
  })

  it("not by opening a URL", async () => {
    const browser = await service.signedIn()
    const { response, status } = await browser.get(
      `${path}&decision=allow&scope=campaigns:read&approved=true`
    )
    // A duplicate `scope` or a page: never a code.
    expect([200, 303]).toContain(status)
    expect(response.headers.get("location") ?? "").not.toContain("code=")
  })

  it("not after sign-out: the person signs in and is asked again", async () => {
    const browser = await service.signedIn()
    const form_token = browser.tokenIn((await browser.get(path)).text)
    const cookie = browser.cookie()
    await browser.submit("/", {}, "/sign-out")
    browser.setCookie(cookie)
    const { status, to } = await browser.send(path, form({ form_token }))
    expect([status, to!.startsWith("/sign-in?next=")]).toEqual([303, true])
  })
})
