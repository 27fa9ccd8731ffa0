import { type Sampler, startsTrace, statementName, UnsampledSpan, version } from "@adwarden/core"
import * as OtlpMetrics from "@effect/opentelemetry/OtlpMetrics"
import * as OtlpSerialization from "@effect/opentelemetry/OtlpSerialization"
import * as OtlpTracer from "@effect/opentelemetry/OtlpTracer"
import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpBody from "@effect/platform/HttpBody"
import { Cause, Effect, Exit, Layer, Option, Redacted, Tracer } from "effect"
import type { Environment } from "../settings/environment.ts"
import { ThreadedFetch } from "./threaded-fetch.ts"

/* Loaded only if something is exported. */

/*
 * Traces in the encoding of OTLP, written into one buffer. The encoder of @effect/opentelemetry makes an array for every
 * number and copies it at every level.
 */

/** The value of an attribute, as OTLP has it. */
interface AttributeValue {
  readonly stringValue?: string | null
  readonly boolValue?: boolean | null
  readonly intValue?: number | null
  readonly doubleValue?: number | null
}

interface Attribute {
  readonly key: string
  readonly value: AttributeValue
}

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string | undefined
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly events: ReadonlyArray<{
    readonly timeUnixNano: string
    readonly name: string
    readonly attributes: ReadonlyArray<Attribute>
  }>
  readonly status: { readonly code: number; readonly message?: string }
}

/** What the tracer of @effect/opentelemetry exports. Links are left out: we make none. */
interface TraceData {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReadonlyArray<Attribute> }
    readonly scopeSpans: ReadonlyArray<{
      readonly scope: { readonly name: string }
      readonly spans: ReadonlyArray<Span>
    }>
  }>
}

const wire = { varint: 0, fixed64: 1, bytes: 2 } as const

/** The number of bytes of a number. */
const sizeOf = (value: number): number => (value > 0x7f ? 1 + sizeOf(Math.floor(value / 128)) : 1)

class Writer {
  #bytes = Buffer.allocUnsafe(64 * 1024)
  #length = 0

  get written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  varint(field: number, value: number): void {
    this.#tag(field, wire.varint)
    this.#number(value)
  }

  double(field: number, value: number): void {
    this.#tag(field, wire.fixed64)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  /** Nanoseconds since 1970, as decimal text. */
  instant(field: number, nanos: string): void {
    this.#tag(field, wire.fixed64)
    this.#length = this.#bytes.writeBigUInt64LE(BigInt(nanos), this.#length)
  }

  text(field: number, value: string, encoding: "utf8" | "hex" = "utf8"): void {
    const size = Buffer.byteLength(value, encoding)
    this.#tag(field, wire.bytes, size)
    this.#number(size)
    this.#length += this.#bytes.write(value, this.#length, encoding)
  }

  /** Writes the content first, and then moves it to make room for its length. */
  message(field: number, write: () => void): void {
    this.#tag(field, wire.bytes)
    const start = this.#length
    write()
    const end = this.#length
    const size = end - start
    this.#reserve(8)
    const room = sizeOf(size)
    this.#bytes.copyWithin(start + room, start, end)
    this.#length = start
    this.#number(size)
    this.#length = end + room
  }

  #tag(field: number, type: number, size = 0): void {
    this.#reserve(size + 16)
    this.#number((field << 3) | type)
  }

  #number(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#length++] = (rest & 0x7f) | 0x80
      rest = Math.floor(rest / 128)
    }
    this.#bytes[this.#length++] = rest
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(2 * (this.#length + size))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

const writeAttributes = (writer: Writer, field: number, attributes: ReadonlyArray<Attribute>): void => {
  for (const { key, value } of attributes) {
    writer.message(field, () => {
      writer.text(1, key)
      writer.message(2, () => {
        const number = value.intValue ?? value.doubleValue
        if (typeof value.stringValue === "string") writer.text(1, value.stringValue)
        else if (typeof value.boolValue === "boolean") writer.varint(2, value.boolValue ? 1 : 0)
        else if (typeof number !== "number") return
        else if (Number.isSafeInteger(number) && number >= 0) writer.varint(3, number)
        else writer.double(4, number)
      })
    })
  }
}

/** The numbers are those of the messages `Span`, `Event` and `Status`. */
const writeSpan = (writer: Writer, span: Span): void => {
  writer.text(1, span.traceId, "hex")
  writer.text(2, span.spanId, "hex")
  if (span.parentSpanId !== undefined) writer.text(4, span.parentSpanId, "hex")
  writer.text(5, span.name)
  writer.varint(6, span.kind)
  writer.instant(7, span.startTimeUnixNano)
  writer.instant(8, span.endTimeUnixNano)
  writeAttributes(writer, 9, span.attributes)
  for (const event of span.events) {
    writer.message(11, () => {
      writer.instant(1, event.timeUnixNano)
      writer.text(2, event.name)
      writeAttributes(writer, 3, event.attributes)
    })
  }
  writer.message(15, () => {
    if (span.status.message !== undefined) writer.text(2, span.status.message)
    writer.varint(3, span.status.code)
  })
}

/** Encodes traces as the message `TracesData` of OTLP. */
const encodeTraces = ({ resourceSpans }: TraceData): Uint8Array => {
  const writer = new Writer()
  for (const { resource, scopeSpans } of resourceSpans) {
    writer.message(1, () => {
      writer.message(1, () => writeAttributes(writer, 1, resource.attributes))
      for (const { scope, spans } of scopeSpans) {
        writer.message(2, () => {
          writer.message(1, () => writer.text(1, scope.name))
          for (const span of spans) writer.message(2, () => writeSpan(writer, span))
        })
      }
    })
  }
  return writer.written
}

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
