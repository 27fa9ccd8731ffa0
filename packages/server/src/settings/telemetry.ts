import { flag, oneOf, secret, share, textReader, webAddress, wholeNumber } from "./readers.ts"
import { setting } from "./setting.ts"

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio"
] as const

/** The names from OTEL_ on are OpenTelemetry's own, and mean what its specification says. */
export const telemetrySettings = {
  metricsPort: setting("METRICS_PORT", wholeNumber(0, 65_535), {
    defaultValue: null,
    defaultText: "no metrics",
    description:
      "Port for Prometheus, at `/metrics`; each host and worker on a machine needs its own. 0 is any free port"
  }),
  metricsHost: setting("METRICS_HOST", textReader("a name or an address of this machine"), {
    defaultValue: "127.0.0.1",
    description: "Address of that port. Metrics need no credential: never make it public"
  }),
  otlpEndpoint: setting("OTEL_EXPORTER_OTLP_ENDPOINT", webAddress, {
    defaultValue: null,
    defaultText: "no export",
    description: "URL of an OpenTelemetry collector, for traces and metrics over HTTP"
  }),
  otlpTracesEndpoint: setting("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", webAddress, {
    defaultValue: null,
    defaultText: "`/v1/traces` there",
    description: "The whole URL for traces"
  }),
  otlpMetricsEndpoint: setting("OTEL_EXPORTER_OTLP_METRICS_ENDPOINT", webAddress, {
    defaultValue: null,
    defaultText: "`/v1/metrics` there",
    description: "The whole URL for metrics"
  }),
  otlpHeaders: setting(
    "OTEL_EXPORTER_OTLP_HEADERS",
    secret("names and values such as api-key=secret,tenant=ads"),
    {
      defaultValue: null,
      description: "Headers for the collector, such as its credential"
    }
  ),
  otlpProtocol: setting("OTEL_EXPORTER_OTLP_PROTOCOL", oneOf("http/protobuf", "http/json"), {
    defaultValue: "http/protobuf" as const,
    description: "Encoding; gRPC is not supported"
  }),
  tracesExporter: setting("OTEL_TRACES_EXPORTER", oneOf("otlp", "none"), {
    defaultValue: "otlp" as const,
    description: "none exports no traces"
  }),
  metricsExporter: setting("OTEL_METRICS_EXPORTER", oneOf("otlp", "none"), {
    defaultValue: "otlp" as const,
    description: "none exports no metrics; `METRICS_PORT` is independent of it"
  }),
  tracesSampler: setting("OTEL_TRACES_SAMPLER", oneOf(...samplers), {
    defaultValue: "parentbased_always_on" as const,
    description: "Which traces are exported. The names with parentbased follow the client's `traceparent`"
  }),
  tracesSamplerShare: setting("OTEL_TRACES_SAMPLER_ARG", share, {
    defaultValue: 1,
    description: "The share of traces for a sampler with traceidratio"
  }),
  tracesDelayMillis: setting("OTEL_BSP_SCHEDULE_DELAY", wholeNumber(10, 600_000), {
    defaultValue: 5000,
    description: "Milliseconds between exports of traces"
  }),
  metricsDelayMillis: setting("OTEL_METRIC_EXPORT_INTERVAL", wholeNumber(10, 3_600_000), {
    defaultValue: 60_000,
    description: "Milliseconds between exports of metrics"
  }),
  otelServiceName: setting("OTEL_SERVICE_NAME", textReader("a name"), {
    defaultValue: null,
    defaultText: "`adwarden`",
    description: "The name of the service in traces and metrics"
  }),
  otelAttributes: setting(
    "OTEL_RESOURCE_ATTRIBUTES",
    textReader("names and values such as region=eu,tier=1"),
    {
      defaultValue: null,
      description: "More attributes of the service"
    }
  ),
  otelDisabled: setting("OTEL_SDK_DISABLED", flag, {
    defaultValue: false,
    description: "Export nothing, whatever the other settings say"
  })
}

export type SamplerName = (typeof samplers)[number]
