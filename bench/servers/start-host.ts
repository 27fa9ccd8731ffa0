import { AdPlatforms, Core, Database, PlatformLogins, Settings, Telemetry, Vault } from "@adwarden/core"
import { serve } from "@hono/node-server"
import { Effect, Layer } from "effect"
import { Hono } from "hono"
import { announce } from "./query.ts"

const port = Number(process.env["PORT"])
const settings = Settings.layer(`http://127.0.0.1:${port}`, {
  rateLimit: 100_000_000,
  writeQuota: 100_000_000,
  logFormat: "json"
})
const core = Layer.provideMerge(Core.sealing, Core.layer).pipe(
  Layer.provideMerge(PlatformLogins.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      settings,
      AdPlatforms.layer(),
      Vault.unconfigured,
      Database.layer(process.env["DATABASE_URL"]!)
    )
  ),
  Layer.provideMerge(Layer.succeed(Telemetry, { metrics: process.env["METRICS"] === "on", traces: false }))
)

/** Serves what `mount` adds, as `adwarden serve` does: credential, scope, limits, audit, sealing and log on. */
export const startHost = <E>(
  mount: (host: Hono) => Effect.Effect<void, E, Layer.Layer.Success<typeof core>>
): Promise<never> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const host = new Hono()
      yield* mount(host)
      serve({ fetch: host.fetch, port, hostname: "127.0.0.1" }, announce)
      return yield* Effect.never
    }).pipe(Effect.provide(core))
  )
