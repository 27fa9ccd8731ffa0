import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { AdPlatforms, Core, Database, Settings, Vault } from "@adwarden/core"
import { createAdaptorServer } from "@hono/node-server"
import { Layer, Logger, ManagedRuntime } from "effect"
import { describe, expect, it } from "vitest"
import { mcpApp } from "../src/index.ts"
import { mcpSender } from "./support/raw.ts"
import { startService } from "./support/service.ts"

describe("too many requests", () => {
  it("return 429 with Retry-After for every method", async () => {
    const service = await startService({ rateLimit: 3 })
    const { ask, call } = mcpSender(service.url, service.keys["northwind"]!.owner!)
    const first = [await ask("ping"), await call("svc_list_organizations"), await ask("tools/list")]
    expect(first.map((response) => response.status)).toEqual([200, 200, 200])
    expect(first.map((response) => response.headers["x-ratelimit-remaining"])).toEqual(["2", "1", "0"])
    for (const response of [await call("svc_list_organizations"), await ask("ping")]) {
      expect(response.status).toBe(429)
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0)
      expect(response.body).toMatchObject({ error: { code: "rate_limited" } })
    }
  })
})

describe("an unavailable database", () => {
  it("returns 503 with Retry-After for every method", async () => {
    const away = Database.layer("postgres://nobody@127.0.0.1:1/none", { connectTimeoutMillis: 200 })
    const settings = Settings.layer("http://127.0.0.1", { logFormat: "off" })
    const quiet = Logger.replace(Logger.defaultLogger, Logger.none)
    const core = Core.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(away, settings, quiet, AdPlatforms.layer(), Vault.unconfigured))
    )
    const runtime = ManagedRuntime.make(core)
    const app = await runtime.runPromise(mcpApp)
    const server = createAdaptorServer({ fetch: app.fetch }).listen(0, "127.0.0.1")
    await once(server, "listening")
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
    const { say } = mcpSender(url, "svc_live_000000000000000000000000000000000000")
    const messages = ["ping", "tools/call"].map((method) => ({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { name: "svc_list_organizations" }
    }))
    for (const response of await Promise.all(messages.map((one) => say(one)))) {
      expect(response.status).toBe(503)
      expect(Number(response.headers["retry-after"])).toBeGreaterThan(0)
      expect(response.body).toMatchObject({ error: { code: "unavailable" } })
    }
    server.close()
    await runtime.dispose()
  })
})
