import { googleAdsDefaults, maxLifetimes } from "@adwarden/core"
import {
  databaseAddress,
  flag,
  mailbox,
  mailServer,
  oneOf,
  secret,
  setting,
  share,
  textReader,
  webAddress,
  wholeNumber
} from "./setting.ts"

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

/** More requests a minute than any host can serve, so effectively no limit. */
const maxLimit = 1_000_000

const isTerminal = process.stdout.isTTY === true

/** The addresses of the service and its data. */
export const serviceSettings = {
  databaseUrl: setting("DATABASE_URL", databaseAddress, {
    defaultValue: null,
    defaultText: "an embedded database in `dev`; required otherwise",
    description: "Postgres 15 or later"
  }),
  databaseDirectUrl: setting("DATABASE_DIRECT_URL", databaseAddress, {
    defaultValue: null,
    defaultText: "none: `DATABASE_URL` is Postgres itself",
    description:
      "Postgres itself, if `DATABASE_URL` is a pooler in transaction mode such as PgBouncer. Workers listen and `migrate` runs there"
  }),
  databaseNamedStatements: setting("DATABASE_NAMED_STATEMENTS", flag, {
    defaultValue: true,
    description:
      "Whether the pooler supports named statements: PgBouncer 1.21 or later with `max_prepared_statements`. Only with `DATABASE_DIRECT_URL`"
  }),
  databaseReplicaUrl: setting("DATABASE_REPLICA_URL", databaseAddress, {
    defaultValue: null,
    description: "A streaming replica that reports and audit exports are read from"
  }),
  databaseReplicaWaitSeconds: setting("DATABASE_REPLICA_WAIT_SECONDS", wholeNumber(1, 60), {
    defaultValue: 5,
    description:
      "How long such a read waits for the replica to have everything that was committed before; after that it reads from `DATABASE_URL`"
  }),
  port: setting("PORT", wholeNumber(1, 65_535), { defaultValue: 4280, description: "Port to listen on" }),
  host: setting("HOST", textReader("a name or an address of this machine"), {
    defaultValue: null,
    defaultText: "all addresses; in `dev` only this machine",
    description: "Address to listen on"
  }),
  publicUrl: setting("PUBLIC_URL", webAddress, {
    defaultValue: null,
    defaultText: "`http://localhost:PORT`",
    description:
      "Public URL of the service, with which every link starts. `serve` stores it in the database for commands, workers and emails"
  }),
  trustProxy: setting("TRUST_PROXY", flag, {
    defaultValue: false,
    description: "Trust `X-Forwarded-For`; only behind your own proxy that sets it"
  }),
  organizationCreation: setting("ORGANIZATION_CREATION", flag, {
    defaultValue: false,
    description:
      "Let signed-in people create organizations in the dashboard; otherwise only `organizations create` does"
  }),
  secretScanning: setting("SECRET_SCANNING", flag, {
    defaultValue: false,
    description:
      "Receive reports of keys found in public at `/secret-scanning/github`: the key is revoked at once and every owner gets an email"
  }),
  emulatorPort: setting("EMULATOR_PORT", wholeNumber(0, 65_535), {
    defaultValue: null,
    defaultText: "`PORT` plus 1, or any free port",
    description: "Port of the Google Ads emulator of `dev`; 0 is any free port"
  })
}

export const limitSettings = {
  rateLimit: setting("RATE_LIMIT_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 300,
    description: "Requests for each credential"
  }),
  anonymousRateLimit: setting("RATE_LIMIT_ANONYMOUS_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 60,
    description:
      "Requests for each address without a credential; public documents, such as `/docs`, have a limit of their own, five times as high"
  }),
  writeQuota: setting("WRITE_QUOTA_PER_DAY", wholeNumber(0, maxLimit), {
    defaultValue: 1000,
    description: "Executed writes for each organization and UTC day"
  }),
  lockTimeoutSeconds: setting("LOCK_TIMEOUT_SECONDS", wholeNumber(1, 60), {
    defaultValue: 3,
    description:
      "How long a write waits for another one of the same organization before it fails with `unavailable`"
  }),
  auditRetentionDays: setting("AUDIT_RETENTION_DAYS", wholeNumber(1, 36_500), {
    defaultValue: null,
    defaultText: "for ever",
    description: "How long workers keep audit events; the rest of the chain can still be verified"
  })
}

export const oauthSettings = {
  registrationsPerMinute: setting("OAUTH_REGISTRATIONS_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 10,
    description: "Client registrations from one address"
  }),
  accessTokenSeconds: setting(
    "OAUTH_ACCESS_TOKEN_SECONDS",
    wholeNumber(60, maxLifetimes.accessTokenSeconds),
    { defaultValue: maxLifetimes.accessTokenSeconds, description: "Lifetime of an access token" }
  ),
  connectionIdleDays: setting("OAUTH_IDLE_DAYS", wholeNumber(1, maxLifetimes.connectionIdleDays), {
    defaultValue: maxLifetimes.connectionIdleDays,
    description: "Days without a refresh after which an app must be connected again"
  })
}

export const googleAdsSettings = {
  clientId: setting("GOOGLE_ADS_CLIENT_ID", textReader("the id of an OAuth client"), {
    defaultValue: null,
    defaultText: "none; in `dev` the emulator",
    description: "The OAuth client of your Google Cloud project. If it is set, the next two are required"
  }),
  clientSecret: setting("GOOGLE_ADS_CLIENT_SECRET", secret("the secret of that client"), {
    defaultValue: null,
    description: "Its secret"
  }),
  secretsKey: setting("SECRETS_KEY", secret("32 bytes in base64"), {
    defaultValue: null,
    defaultText: "none; in `dev` a file",
    description:
      "Seals the logins of ad accounts, webhooks and second factors. Create one with `openssl rand -base64 32`, and keep a copy"
  }),
  desktopClientId: setting("GOOGLE_ADS_DESKTOP_CLIENT_ID", textReader("the id of an OAuth client"), {
    defaultValue: null,
    description: 'A second OAuth client, of the type "Desktop app", for `adwarden accounts connect`'
  }),
  desktopClientSecret: setting("GOOGLE_ADS_DESKTOP_CLIENT_SECRET", secret("the secret of that client"), {
    defaultValue: null,
    description: "Its secret"
  }),
  developerToken: setting("GOOGLE_ADS_DEVELOPER_TOKEN", secret("a developer token"), {
    defaultValue: null,
    description: "Only if your project still has one"
  }),
  requestsPerSecond: setting("GOOGLE_ADS_REQUESTS_PER_SECOND", wholeNumber(1, 1000), {
    defaultValue: googleAdsDefaults.requestsPerSecond,
    description: "For each process, all accounts together"
  }),
  baseUrl: setting("GOOGLE_ADS_URL", webAddress, {
    defaultValue: googleAdsDefaults.baseUrl,
    description: "URL of the API, or of the emulator"
  }),
  tokenUrl: setting("GOOGLE_ADS_TOKEN_URL", webAddress, {
    defaultValue: googleAdsDefaults.tokenUrl,
    description: "URL of its token endpoint"
  }),
  consentUrl: setting("GOOGLE_ADS_CONSENT_URL", webAddress, {
    defaultValue: googleAdsDefaults.consentUrl,
    description: "URL of the page on which people grant access"
  }),
  version: setting("GOOGLE_ADS_VERSION", textReader("a version such as v25"), {
    defaultValue: googleAdsDefaults.version,
    description: "Version of the API"
  })
}

export const mailSettings = {
  smtpUrl: setting("SMTP_URL", mailServer, {
    defaultValue: null,
    description: "SMTP server for emails; without it they stay in an outbox, see `adwarden mail`"
  }),
  mailFrom: setting("MAIL_FROM", mailbox, {
    defaultValue: null,
    defaultText: "`Adwarden <no-reply@HOST>`",
    description: "Sender of emails"
  })
}

export const modelSettings = {
  modelKey: setting("COPY_MODEL_KEY", secret("a key to the model"), {
    defaultValue: null,
    description:
      "A language model writes candidates for ad copy and the prose of reports; without one, templates write all of it"
  }),
  modelApi: setting("COPY_MODEL_API", oneOf("anthropic", "openai"), {
    defaultValue: "anthropic" as const,
    description:
      "The API that it speaks: Anthropic's, or the chat completions of OpenAI that others offer too"
  }),
  modelName: setting("COPY_MODEL", textReader("the name of a model"), {
    defaultValue: "claude-sonnet-4-5",
    description: "Which model"
  }),
  modelUrl: setting("COPY_MODEL_URL", webAddress, {
    defaultValue: null,
    defaultText: "its maker's own",
    description: "URL of its API"
  }),
  modelTimeoutSeconds: setting("COPY_MODEL_TIMEOUT_SECONDS", wholeNumber(1, 300), {
    defaultValue: 30,
    description: "How long a draft or a report waits for it"
  })
}

export const logSettings = {
  logFormat: setting("LOG_FORMAT", oneOf("json", "pretty"), {
    defaultValue: isTerminal ? ("pretty" as const) : ("json" as const),
    defaultText: "pretty in a terminal, else json",
    description: "Format of the log lines, of which there is one for each request"
  }),
  logLevel: setting("LOG_LEVEL", oneOf("trace", "debug", "info", "warning", "error", "none"), {
    defaultValue: "info" as const,
    description: "Lowest level that is logged"
  })
}

/** All settings, in the order of the page that lists them. */
export const settingGroups = {
  "The service": serviceSettings,
  "Google Ads": googleAdsSettings,
  Limits: limitSettings,
  "Connected apps": oauthSettings,
  Mail: mailSettings,
  "A language model": modelSettings,
  Logs: logSettings,
  "Metrics and traces": telemetrySettings
}
