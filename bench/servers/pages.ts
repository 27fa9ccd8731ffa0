import { AdPlatforms, Core, Database, PlatformLogins, Settings, Vault } from "@adwarden/core"
import { restApp } from "@adwarden/rest"
import { webApp } from "@adwarden/web"
import { serve } from "@hono/node-server"
import { Effect, Layer } from "effect"
import { Hono } from "hono"
import { announce } from "./query.ts"

/** The REST host and the dashboard in one process, as `adwarden serve` runs them. */
const port = Number(process.env["PORT"])
const settings = Settings.layer(`http://127.0.0.1:${port}`, { rateLimit: 100_000_000, logFormat: "json" })
const core = Layer.provideMerge(Core.sealing, Core.layer).pipe(
  Layer.provideMerge(PlatformLogins.layer),
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
  app.route("/", yield* webApp)
  serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, announce)
  yield* Effect.never
})

Effect.runPromise(main.pipe(Effect.provide(core)))
