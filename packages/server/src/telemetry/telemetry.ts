import { Gauges, type Sampler, Telemetry } from "@adwarden/core"
import { type Context, Effect, Layer, type Scope } from "effect"
import type { DatabaseServices } from "../database.ts"
import type { SamplerName } from "../settings/declared.ts"
import type { Environment } from "../settings/environment.ts"
import type { Stop } from "../stop.ts"
import type { Endpoints } from "./otlp.ts"

/** Where traces and metrics are exported to; null for nowhere. */
const endpointsOf = (env: Environment): Endpoints => {
  const endpoint = (own: string | null, path: string) =>
    own ?? (env.otlpEndpoint === null ? null : `${env.otlpEndpoint}${path}`)
  const off = env.otelDisabled
  return {
    traces: off || env.tracesExporter === "none" ? null : endpoint(env.otlpTracesEndpoint, "/v1/traces"),
    metrics: off || env.metricsExporter === "none" ? null : endpoint(env.otlpMetricsEndpoint, "/v1/metrics")
  }
}

/** The share of trace ids below a bound, so that every service decides alike. A new trace has no id yet. */
const isInShare = (traceId: string | undefined, share: number): boolean =>
  traceId === undefined ? Math.random() < share : Number.parseInt(traceId.slice(-13), 16) / 16 ** 13 < share

/** Returns the sampler of OpenTelemetry with this name. A span inside the service always follows its parent. */
const makeSampler = (name: SamplerName, share: number): Sampler => {
  const followsClient = name.startsWith("parentbased_")
  const decide: Sampler = name.endsWith("always_on")
    ? () => true
    : name.endsWith("always_off")
      ? () => false
      : (parent) => isInShare(parent?.traceId, share)
  return (parent) =>
    parent !== undefined && (followsClient || parent._tag === "Span") ? parent.sampled : decide(parent)
}

/** Enables the telemetry that the settings ask for. Without any, no code of it is loaded. */
export const telemetryLayer = (env: Environment): Layer.Layer<never> => {
  const endpoints = endpointsOf(env)
  const traces = endpoints.traces !== null
  const metrics = endpoints.metrics !== null || env.metricsPort !== null
  if (!traces && !metrics) return Layer.empty
  const sample = makeSampler(env.tracesSampler, env.tracesSamplerShare)
  const exporters = Layer.unwrapEffect(
    Effect.map(
      Effect.promise(() => import("./otlp.ts")),
      ({ otlpLayer }) => otlpLayer(env, endpoints, sample)
    )
  )
  return Layer.merge(
    Layer.succeed(Telemetry, { metrics, traces: traces ? sample : null }),
    traces || endpoints.metrics !== null ? exporters : Layer.empty
  )
}

/** Serves metrics on their own port, and keeps the gauges up to date for an export. */
export const openMetrics = (
  database: Context.Context<DatabaseServices>,
  env: Environment
): Effect.Effect<void, Stop, Scope.Scope> =>
  Effect.gen(function* () {
    const { metrics } = endpointsOf(env)
    if (env.metricsPort === null && metrics === null) return
    const { update } = yield* Effect.provide(Gauges, yield* Layer.build(Gauges.layer))
    if (env.metricsPort !== null) {
      const { serveMetrics } = yield* Effect.promise(() => import("./metrics-server.ts"))
      const port = yield* serveMetrics(update, { host: env.metricsHost, port: env.metricsPort })
      yield* Effect.logInfo(`Metrics for Prometheus at http://${env.metricsHost}:${port}/metrics`)
    }
    if (metrics !== null) {
      yield* update.pipe(Effect.delay(env.metricsDelayMillis / 2), Effect.forever, Effect.forkScoped)
    }
  }).pipe(Effect.withTracerEnabled(false), Effect.provide(database))
