import { request } from "node:http"
import { describe, expect, it } from "vitest"
import { html } from "../src/kit/html.ts"
import { makeCookie, pageHeaders } from "../src/kit/http.ts"
import { makeBrowser } from "./support/browser.ts"
import { startWebHost } from "./support/service.ts"

const pages = await startWebHost({ trustProxy: true })
let addresses = 0
const browse = () => makeBrowser(pages.origin, { "x-forwarded-for": `192.0.2.${++addresses}` })
const olivia = { email: "olivia@northwind.test", password: pages.passwordOf("olivia@northwind.test") }

const signedIn = async () => {
  const browser = browse()
  expect((await browser.submit("/sign-in", olivia)).status).toBe(303)
  return browser
}

const changing = { current: olivia.password, password: "a new one for the tests" }

describe("the cookie", () => {
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${pages.origin}${path}`, {
      method: "POST",
      redirect: "manual",
      headers: { "x-forwarded-for": `192.0.2.${++addresses}`, ...headers },
      body: new URLSearchParams({ email: "x@example.test" })
    })

  it("is set by a page for a browser that has none", async () => {
    const { response } = await browse().get("/sign-in")
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^adwarden=visit_\w{43}; Path=\/; HttpOnly; SameSite=Lax$/)
    ])
  })

  // A form from another website arrives without the cookie (SameSite=Lax). A response that set one would sign people
  // out.
  it.each([
    "/sign-in",
    "/sign-out",
    "/forgot-password",
    "/account/password",
    "/reset-password",
    "/account/apps"
  ])("is never set or cleared by the response to a form without one: %s", async (path) => {
    for (const headers of [{}, { "sec-fetch-site": "cross-site" }, { origin: "https://evil.test" }]) {
      const response = await post(path, headers as Record<string, string>)
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })

  it("of a session survives a form from another website", async () => {
    const browser = await signedIn()
    const { response } = await browser.send("/sign-out", {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site" },
      body: new URLSearchParams({ form_token: "x" })
    })
    expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
    expect((await browser.get("/")).status).toBe(200)
  })

  it("is not set by a redirect", async () => {
    const { response, status } = await browse().get("/")
    expect(status).toBe(303)
    expect(response.headers.getSetCookie().filter((set) => !set.includes("Max-Age=0"))).toEqual([])
  })
})

describe("a form", () => {
  const refusedWith = async (
    fields: Record<string, string>,
    headers: Record<string, string> = {},
    browser?: Awaited<ReturnType<typeof signedIn>>
  ) => {
    const used = browser ?? (await signedIn())
    const token = used.tokenIn((await used.get("/account/password")).text)
    const body = new URLSearchParams({ form_token: token, ...changing, ...fields })
    const sent = await used.send("/account/password", { method: "POST", body, headers })
    return { ...sent, event: await pages.eventOf(sent.response) }
  }

  it.each(["", "x", "A".repeat(43)])("is rejected with the token %j", async (form_token) => {
    const { event, status, text } = await refusedWith({ form_token })
    expect(status).toBe(403)
    expect(text).toContain("open for too long")
    expect(event).toMatchObject({ error_code: "form_expired", user_email: olivia.email })
  })

  it("is rejected with the token of another session, or of the visit before sign-in", async () => {
    const other = await signedIn()
    const foreign = other.tokenIn((await other.get("/account/password")).text)
    expect((await refusedWith({ form_token: foreign })).status).toBe(403)
    const browser = browse()
    const before = browser.tokenIn((await browser.get("/sign-in")).text)
    await browser.submit("/sign-in", olivia)
    expect((await refusedWith({ form_token: before }, {}, browser)).status).toBe(403)
  })

  it("is rejected with a duplicate token", async () => {
    const browser = await signedIn()
    const token = browser.tokenIn((await browser.get("/account/password")).text)
    const body = `form_token=${token}&form_token=${token}&current=a&password=b`
    const headers = { "content-type": "application/x-www-form-urlencoded" }
    expect((await browser.send("/account/password", { method: "POST", body, headers })).status).toBe(403)
  })

  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }, "foreign_form"],
    ["a sibling of our host", { "sec-fetch-site": "same-site" }, "foreign_form"],
    ["another origin", { origin: "https://evil.test" }, "foreign_origin"],
    ["a page without an origin", { origin: "null" }, "foreign_origin"]
  ])("is rejected from %s", async (_, headers, error_code) => {
    const { event, status } = await refusedWith({}, headers as unknown as Record<string, string>)
    expect(status).toBe(403)
    expect(event).toMatchObject({ error_code })
  })

  it("is rejected with another content type, and when it is too long", async () => {
    const typed = { "content-type": "text/plain" }
    expect((await refusedWith({}, typed)).status).toBe(415)
    expect((await refusedWith({ more: "x".repeat(70_000) })).status).toBe(413)
  })

  it("is accepted from our own page, and the sign-in form needs its token, too", async () => {
    expect((await refusedWith({}, { "sec-fetch-site": "same-origin", origin: pages.origin })).status).toBe(
      303
    )
    const body = new URLSearchParams(olivia)
    const bare = await browse().send("/sign-in", { method: "POST", body })
    expect(bare.status).toBe(403)
  })
})

describe("a page", () => {
  it("loads and runs nothing foreign, cannot be framed, and is not cached", async () => {
    const { response, text } = await browse().get("/sign-in")
    const header = (name: string) => response.headers.get(name)
    expect(header("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    expect(header("x-frame-options")).toBe("DENY")
    expect(header("x-content-type-options")).toBe("nosniff")
    expect(header("referrer-policy")).toBe("same-origin")
    expect(header("cache-control")).toBe("no-store")
    expect(header("x-request-id")).toMatch(/^req_/)
    expect(header("www-authenticate")).toBeNull()
    expect(text).not.toMatch(/<script|style=|javascript:|\son\w+=|https?:\/\//)
    expect(header("set-cookie")).toMatch(/^adwarden=visit_\w{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it("has its own style and icon, which browsers can cache", async () => {
    const { text } = await browse().get("/sign-in")
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    expect(new Set(paths).size).toBe(2)
    for (const path of paths) {
      const { response, status } = await browse().get(path)
      expect([status, response.headers.get("cache-control")]).toEqual([
        200,
        "public, max-age=31536000, immutable"
      ])
      expect(response.headers.get("x-content-type-options")).toBe("nosniff")
      expect(response.headers.get("x-request-id")).toMatch(/^req_/)
    }
  })

  it("has its style and icon even when the rate limit of an address is used up", async () => {
    const few = await startWebHost({ anonymousRateLimit: 3 })
    const { text } = await makeBrowser(few.origin).get("/sign-in")
    const paths = [...text.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!)
    const statusOf = async (path: string) => (await fetch(`${few.origin}${path}`)).status
    for (const path of paths) {
      expect(new Set(await Promise.all(Array.from({ length: 20 }, () => statusOf(path))))).toEqual(
        new Set([200])
      )
    }
    // The assets did not count: two of the three pages are left, and the assets remain available afterwards.
    expect([await statusOf("/sign-in"), await statusOf("/sign-in")]).toEqual([200, 200])
    await few.query("update rate_limits set tokens = 0, refreshed_at = now() returning 1")
    expect(await statusOf("/sign-in")).toBe(429)
    for (const path of paths) expect(await statusOf(path)).toBe(200)
    const [events] = await few.query<{ n: number }>(
      "select count(*)::int as n from audit_events where path like '/assets/%'"
    )
    expect(events).toEqual({ n: 0 })
  })

  it("is rejected for a foreign host", async () => {
    const status = await new Promise((resolve) => {
      const { port } = new URL(pages.origin)
      const headers = { host: "evil.test" }
      request({ port, host: "127.0.0.1", path: "/sign-in", headers }, ({ statusCode }) =>
        resolve(statusCode)
      ).end()
    })
    expect(status).toBe(403)
  })

  it("escapes texts everywhere", () => {
    const evil = `"><script>alert('x')</script>`
    expect(String(html`<p title="${evil}">${evil}${[evil, html`<b>${evil}</b>`]}</p>`)).not.toContain(
      "<script"
    )
    expect(String(html`<p>${null}${false}${0}</p>`)).toBe("<p>0</p>")
  })

  it("over https has a cookie that no other host can set, and enables HSTS", () => {
    const given = makeCookie("https://ads.example.com").set("t")
    expect(given).toBe("__Host-adwarden=t; Path=/; HttpOnly; Secure; SameSite=Lax")
    expect(pageHeaders("https://ads.example.com")["Strict-Transport-Security"]).toBe("max-age=31536000")
    expect(pageHeaders("http://localhost", { formAction: ["https:"] })["Content-Security-Policy"]).toContain(
      "form-action 'self' https:"
    )
  })
})
