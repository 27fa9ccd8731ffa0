import { createHash } from "node:crypto"
import { Database, Settings } from "@adwarden/core"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { errorCodes, openApiDocument } from "../../core/src/contract/index.ts"
import { AdPlatforms, Core, Vault } from "../../core/src/index.ts"
import { userAgentOf } from "../../core/src/outbound/fetch/fetcher.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { hostApp } from "../src/index.ts"

const core = await runCore()
const app = await core.run(hostApp([]))
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }, {})

describe("every host", () => {
  it("documents every error on a page that exists", async () => {
    const response = await get("/docs/errors")
    expect(response.status).toBe(200)
    const page = await response.text()
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`)
  })

  it("documents every operation of the OpenAPI document", async () => {
    const page = await (await get("/docs/api")).text()
    const { paths } = openApiDocument("http://x", "0")
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId, parameters, responses }] of Object.entries(methods)) {
        const section = page.split(`aria-labelledby="${operationId}"`)[1]?.split("</section>")[0] ?? ""
        expect(section).toContain(`${method.toUpperCase()}</span> <code>${path}</code>`)
        for (const { name } of parameters) expect(section).toContain(`<code>${name}</code>`)
        for (const status of Object.keys(responses))
          expect(section).toContain(`<span class="soft">${status}</span>`)
        const [, calls] = section.split('class="calls"')
        for (const way of ["curl ", "client.", "adwarden "]) expect(calls).toContain(way)
      }
    }
  })

  it("lists the values and limits that the OpenAPI document omits", async () => {
    const page = await (await get("/docs/api")).text()
    expect(page).toContain("<code>&quot;exact&quot;</code>")
    expect(page).toContain("integer, 1 to 100")
  })

  it.each(["/docs", "/docs/api", "/docs/errors", "/docs/search?q=undo", "/nothing/here"])(
    "allows no scripts or resources in %s except its inline style and our pictures",
    async (path) => {
      const response = await get(path, { accept: "text/html" })
      const policy = response.headers.get("content-security-policy")
      const [, style] = /<style>([^<]*)<\/style>/.exec(await response.text())!
      const hash = createHash("sha256").update(style!).digest("base64")
      expect(policy).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`
      )
    }
  )

  it("has the page that the user agent links to", async () => {
    const userAgent = userAgentOf("https://ads.example")
    const [, path] = /\+https:\/\/ads\.example(\S+)\)/.exec(userAgent)!
    const response = await get(path!)
    expect(response.status).toBe(200)
    // robots.txt addresses us by the name in our user agent.
    expect(await response.text()).toContain(`User-agent: ${userAgent.split("/")[0]}`)
  })

  it("reports liveness and readiness", async () => {
    const live = await get("/healthz")
    expect([live.status, await live.json()]).toEqual([200, { status: "ok" }])
    const ready = await get("/readyz")
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }])
  })

  it("is not ready while its database is unavailable", async () => {
    const away = Database.layer("postgres://nobody@127.0.0.1:1/none", { connectTimeoutMillis: 200 })
    const settings = Settings.layer("http://127.0.0.1", { logFormat: "off" })
    const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
    const runtime = ManagedRuntime.make(
      Core.layer.pipe(
        Layer.provideMerge(Layer.mergeAll(away, settings, quiet, AdPlatforms.layer(), Vault.unconfigured))
      )
    )
    const host = await runtime.runPromise(hostApp([]))
    const ready = await host.request("/readyz", {}, {})
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "5"])
    expect((await host.request("/healthz", {}, {})).status).toBe(200)
    await runtime.dispose()
  })

  it("responds to an unknown path with the error envelope and a request id", async () => {
    const response = await get("/nothing/here")
    expect(response.status).toBe(404)
    expect(response.headers.get("x-request-id")).toMatch(/^req_/)
    expect(await response.json()).toMatchObject({ error: { code: "not_found" } })
  })

  it("responds to it with a page for a browser, and escapes the path", async () => {
    const response = await get("/nothing/<b>here", { accept: "text/html,application/xhtml+xml" })
    expect(response.status).toBe(404)
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'")
    const text = await response.text()
    expect(text).toContain("Page not found")
    expect(text).not.toContain("<b>here")
  })

  it("responds to a surface's defect with internal_error, without details", async () => {
    const { Hono } = await import("hono")
    const broken = new Hono().get("/broken", () => {
      throw new Error("secret")
    })
    const host = await core.run(
      hostApp([broken as never]).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, Logger.none)))
    )
    const response = await host.request("/broken", {}, {})
    const text = await response.text()
    expect([response.status, JSON.parse(text).error.code]).toEqual([500, "internal_error"])
    expect(text).not.toContain("secret")
  })
})
