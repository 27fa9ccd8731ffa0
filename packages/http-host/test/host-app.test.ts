import { Database, Settings } from "@adwarden/core"
import { Effect, Layer, Logger, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { errorCodes } from "../../core/src/contract/index.ts"
import { Core, PlatformNotSetUp } from "../../core/src/index.ts"
import { userAgentOf } from "../../core/src/outside/fetch/fetcher.ts"
import { runCore } from "../../core/test/support/running.ts"
import { hostApp } from "../src/index.ts"

const core = await runCore()
const app = await core.run(hostApp([]))
const get = (path: string) => app.request(path, {}, {})

describe("a host, whatever it serves", () => {
  it("explains every error on a page that exists", async () => {
    const answer = await get("/docs/errors")
    expect(answer.status).toBe(200)
    const page = await answer.text()
    for (const code of errorCodes) expect(page).toContain(`id="${code}"`)
  })

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
      Core.layer.pipe(Layer.provideMerge(Layer.mergeAll(away, settings, quiet, PlatformNotSetUp)))
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
