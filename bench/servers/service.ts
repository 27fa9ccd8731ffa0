import { AdPlatforms, Core, Database, Settings, Vault } from "@adwarden/core"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { serve } from "@hono/node-server"
import { Effect, Layer } from "effect"
import { Hono } from "hono"
import { announce } from "./query.ts"

/** The whole service as `adwarden serve` runs it: credential, scope, limits, audit, sealing and log on. */
const port = Number(process.env["PORT"])
const settings = Settings.layer(`http://127.0.0.1:${port}`, {
  rateLimit: 100_000_000,
  writeQuota: 100_000_000,
  logFormat: "json"
})
const core = Layer.provideMerge(Core.sealing, Core.layer).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      settings,
      AdPlatforms.layer(),
      Vault.unconfigured,
      Database.layer(process.env["DATABASE_URL"]!)
    )
  )
)

const main = Effect.gen(function* () {
  const app = new Hono()
  app.route("/", yield* restApp)
  app.route("/", yield* mcpApp)
  serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, announce)
  yield* Effect.never
})

Effect.runPromise(main.pipe(Effect.provide(core)))
