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
/** Traces as `adwarden serve` exports them, by the variables of OpenTelemetry; otherwise METRICS alone. */
const telemetry: Layer.Layer<never> =
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] === undefined
    ? Layer.succeed(Telemetry, { metrics: process.env["METRICS"] === "on", traces: null })
    : Layer.unwrapEffect(
        Effect.promise(async () => {
          const { environment } = await import("../../packages/server/src/settings/environment.ts")
          const { telemetryLayer } = await import("../../packages/server/src/telemetry/telemetry.ts")
          return Layer.unwrapEffect(Effect.orDie(Effect.map(environment, telemetryLayer)))
        })
      )
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
  Layer.provideMerge(telemetry)
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
