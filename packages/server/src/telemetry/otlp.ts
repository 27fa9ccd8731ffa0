import { type Sampler, startsTrace, statementName, UnsampledSpan, version } from "@adwarden/core"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { Cause, Effect, Exit, Layer, Option, Redacted, Tracer } from "effect"
import type { Environment } from "../settings/environment.ts"

/* Loaded only if something is exported. */

/** What may leave the service in a span: names, codes, states and ids of requests. */
const exportedAttributes: ReadonlySet<string> = new Set([
  "adwarden.request_id",
  "adwarden.surface",
  "adwarden.operation",
  "adwarden.organization",
  "adwarden.platform",
  "adwarden.platform.call",
  "adwarden.platform.request_id",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code"
])

const tagOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))
  if (typeof error !== "object" || error === null) return "Error"
  return "_tag" in error ? String(error._tag) : error.constructor.name
}

/** Keeps the name of an error alone: its message and stack can contain values. */
const withoutMessage = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return exit
  const error = new Error(tagOf(exit.cause))
  error.stack = ""
  return Exit.fail(error)
}

const ignore = (): void => {}

/** Effect's own: it calls this function for every step of every fiber, and the engine can inline only one. */
const { context } = Effect.runSync(Effect.tracer)

/**
 * Wraps a tracer so that only sampled spans are exported, and with names alone: no SQL text, no message of an error,
 * no log line, no header. The span of a request, the only one of kind `server`, is not sampled again: the pipeline has
 * decided before it created the span.
 */
const makeSafeTracer = (exporter: Tracer.Tracer, sample: Sampler): Tracer.Tracer => {
  const isExported = (parent: Option.Option<Tracer.AnySpan>, kind: Tracer.SpanKind): boolean =>
    Option.isSome(parent) ? sample(parent.value) : startsTrace(kind) && sample(undefined)
  return Tracer.make({
    span: (name, parent, services, links, startTime, kind, ...rest) => {
      if (kind !== "server" && !isExported(parent, kind))
        return new UnsampledSpan(name, parent, services, startTime, kind)
      const span: Writable<Tracer.Span> = exporter.span(
        name,
        parent,
        services,
        links,
        startTime,
        kind,
        ...rest
      )
      const { attribute, end } = span
      span.attribute = (key, value) => {
        if (key === "db.query.text") span.name = statementName(String(value))
        else if (exportedAttributes.has(key)) attribute.call(span, key, value)
      }
      span.event = ignore
      span.end = (endTime, exit) => end.call(span, endTime, withoutMessage(exit))
      return span
    },
    context
  })
}

type Writable<A> = { -readonly [Key in keyof A]: A[Key] }

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
    Layer.provide([
      FetchHttpClient.layer,
      env.otlpProtocol === "http/json" ? OtlpSerialization.layerJson : OtlpSerialization.layerProtobuf
    ])
  )
}
