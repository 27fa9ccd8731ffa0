import { type Sampler, version } from "@adwarden/core"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpBody from "@effect/platform/HttpBody"
import { Effect, Layer, Redacted } from "effect"
import type { Environment } from "../settings/environment.ts"
import { encodeTraces, type TraceData } from "./protobuf-spans.ts"
import { makeSafeTracer } from "./safe-tracer.ts"
import { ThreadedFetch } from "./threaded-fetch.ts"

/* Loaded only if something is exported. */

/** Parses `name=value,name=value`, with percent-encoded values, as OpenTelemetry's variables have it. */
const pairsOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split(",")
      .map((pair) => pair.split("="))
      .filter(([name, ...value]) => name?.trim() && value.length > 0)
      .map(([name, ...value]) => [name!.trim(), decodeURIComponent(value.join("=").trim())])
  )

export interface Endpoints {
  readonly traces: string | null
  readonly metrics: string | null
}

/** Protobuf, with our own encoder of traces. */
const protobuf = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (serialization) => ({
    ...serialization,
    traces: (data) => HttpBody.uint8Array(encodeTraces(data as TraceData), "application/x-protobuf")
  }))
).pipe(Layer.provide(OtlpSerialization.layerProtobuf))

/** An HTTP client that sends from its own thread, which ends with the scope. */
const httpClient = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => new ThreadedFetch()),
      (threaded) => Effect.promise(() => threaded.close())
    ),
    (threaded) => Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, threaded.fetch))
  )
)

/** Exports traces and metrics to a collector until the scope closes, and then what is left. */
export const otlpLayer = (env: Environment, endpoints: Endpoints, sample: Sampler): Layer.Layer<never> => {
  const attributes = pairsOf(env.otelAttributes ?? "")
  const common = {
    headers: env.otlpHeaders === null ? undefined : pairsOf(Redacted.value(env.otlpHeaders)),
    resource: {
      serviceName: env.otelServiceName ?? attributes["service.name"] ?? "adwarden",
      serviceVersion: version,
      attributes
    }
  }
  const tracer = (url: string) =>
    Layer.unwrapScoped(
      Effect.map(OtlpTracer.make({ url, exportInterval: env.tracesDelayMillis, ...common }), (exporter) =>
        Layer.setTracer(makeSafeTracer(exporter, sample))
      )
    )
  const metrics = (url: string) =>
    OtlpMetrics.layer({ url, exportInterval: env.metricsDelayMillis, ...common })
  return Layer.merge(
    endpoints.traces === null ? Layer.empty : tracer(endpoints.traces),
    endpoints.metrics === null ? Layer.empty : metrics(endpoints.metrics)
  ).pipe(
    Layer.provide([httpClient, env.otlpProtocol === "http/json" ? OtlpSerialization.layerJson : protobuf])
  )
}
