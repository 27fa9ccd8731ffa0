import { createHash } from "node:crypto"
import { Database, Settings } from "@adwarden/core"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { errorCodes, openApiDocument, operations } from "../../core/src/contract/index.ts"
import { AdPlatforms, Core } from "../../core/src/index.ts"
import { userAgentOf } from "../../core/src/outbound/fetch/fetcher.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { hostApp } from "../src/index.ts"

const core = await runCore()
const app = await core.run(hostApp([]))
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers }, {})

describe("a host, whatever it serves", () => {
  it("explains every error on a page that exists", async () => {
    const answer = await get("/docs/errors")
    expect(answer.status).toBe(200)
    const page = await answer.text()
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`)
  })

  it("describes everything that the OpenAPI document offers", async () => {
    const page = await (await get("/docs")).text()
    const { paths } = openApiDocument("http://x", "0")
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { operationId, parameters, responses }] of Object.entries(methods)) {
        const section = page.split(`aria-labelledby="${operationId}"`)[1]?.split("</section>")[0] ?? ""
        expect(section).toContain(`${method.toUpperCase()}</span> <code>${path}</code>`)
        for (const { name } of parameters) expect(section).toContain(`<code>${name}</code>`)
        for (const status of Object.keys(responses))
          expect(section).toContain(`<span class="soft">${status}</span>`)
      }
    }
  })

  it("lists the values and limits that the OpenAPI document leaves open", async () => {
    const page = await (await get("/docs")).text()
    expect(page).toContain("<code>&quot;exact&quot;</code>")
    expect(page).toContain("integer, 1 to 100")
  })

  it("has docs whose links all lead somewhere", async () => {
    const pages = new Map<string, string>()
    for (const path of ["/docs", "/docs/errors", "/docs/reading-websites"]) {
      pages.set(path, await (await get(path)).text())
    }
    const broken = [...pages].flatMap(([here, text]) =>
      [...text.matchAll(/href="([^"]*)"/g)].flatMap(([, href]) => {
        const { hash, pathname } = new URL(href!, `http://host${here}`)
        if (pathname === "/v1/openapi.json") return []
        const target = pages.get(pathname)
        const isThere = target !== undefined && (hash === "" || target.includes(`id="${hash.slice(1)}"`))
        return isThere ? [] : [`${here}: ${href}`]
      })
    )
    expect(broken).toEqual([])
    expect(operations.every(({ name }) => pages.get("/docs")!.includes(`href="#${name}"`))).toBe(true)
  })

  it.each(["/docs", "/docs/errors", "/nothing/here"])(
    "lets nothing run and nothing be loaded in %s but the style in it",
    async (path) => {
      const answer = await get(path, { accept: "text/html" })
      const policy = answer.headers.get("content-security-policy")
      const [, style] = /<style>([^<]*)<\/style>/.exec(await answer.text())!
      const hash = createHash("sha256").update(style!).digest("base64")
      expect(policy).toBe(
        `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
      )
    }
  )

  it("has the page that our user agent names", async () => {
    const userAgent = userAgentOf("https://ads.example")
    const [, path] = /\+https:\/\/ads\.example(\S+)\)/.exec(userAgent)!
    const answer = await get(path!)
    expect(answer.status).toBe(200)
    // The name by which robots.txt speaks to us is the one that we give.
    expect(await answer.text()).toContain(`User-agent: ${userAgent.split("/")[0]}`)
  })

  it("tells whether it lives and is ready", async () => {
    const live = await get("/healthz")
    expect([live.status, await live.json()]).toEqual([200, { status: "ok" }])
    const ready = await get("/readyz")
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }])
  })

  it("is not ready while its database is away", async () => {
    const away = Database.layer("postgres://nobody@127.0.0.1:1/none", { connectTimeoutMillis: 200 })
    const settings = Settings.layer("http://127.0.0.1", { logFormat: "off" })
    const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
    const runtime = ManagedRuntime.make(
      Core.layer.pipe(Layer.provideMerge(Layer.mergeAll(away, settings, quiet, AdPlatforms.layer())))
    )
    const host = await runtime.runPromise(hostApp([]))
    const ready = await host.request("/readyz", {}, {})
    expect([ready.status, ready.headers.get("retry-after")]).toEqual([503, "5"])
    expect((await host.request("/healthz", {}, {})).status).toBe(200)
    await runtime.dispose()
  })

  it("answers a path that nobody knows in the envelope, with a request id", async () => {
    const answer = await get("/nothing/here")
    expect(answer.status).toBe(404)
    expect(answer.headers.get("x-request-id")).toMatch(/^req_/)
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } })
  })

  it("answers it as a page to a browser, with nothing of the address as markup", async () => {
    const answer = await get("/nothing/<b>here", { accept: "text/html,application/xhtml+xml" })
    expect(answer.status).toBe(404)
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'")
    const text = await answer.text()
    expect(text).toContain("There is nothing here")
    expect(text).not.toContain("<b>here")
  })

  it("answers a defect of a surface as one, and tells nothing of it", async () => {
    const { Hono } = await import("hono")
    const broken = new Hono().get("/broken", () => {
      throw new Error("secret")
    })
    const host = await core.run(
      hostApp([broken as never]).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, Logger.none)))
    )
    const answer = await host.request("/broken", {}, {})
    const text = await answer.text()
    expect([answer.status, JSON.parse(text).error.code]).toEqual([500, "internal_error"])
    expect(text).not.toContain("secret")
  })
})
