import { googleAdsDefaults, maxLifetimes } from "@adwarden/core"
import {
  databaseAddress,
  flag,
  mailbox,
  mailServer,
  oneOf,
  secret,
  textReader,
  webAddress,
  wholeNumber
} from "./readers.ts"
import { setting } from "./setting.ts"

/** Twice a day's seconds in requests a minute is more than any host can answer: a limit as good as none. */
const maxLimit = 1_000_000

const isTerminal = process.stdout.isTTY === true

/** Where the service is, and where it keeps things. */
export const serviceSettings = {
  databaseUrl: setting("DATABASE_URL", databaseAddress, {
    defaultValue: null,
    defaultText: "a database of its own in `dev`; needed elsewhere",
    description: "Postgres 15 or later"
  }),
  port: setting("PORT", wholeNumber(1, 65_535), { defaultValue: 4280, description: "Where to listen" }),
  host: setting("HOST", textReader("a name or an address of this machine"), {
    defaultValue: null,
    defaultText: "all addresses; in `dev` this machine alone",
    description: "On which address to listen"
  }),
  publicUrl: setting("PUBLIC_URL", webAddress, {
    defaultValue: null,
    defaultText: "`http://localhost:PORT`",
    description:
      "How others reach it: every link begins with it. `serve` keeps it in the database for commands, workers and emails"
  }),
  trustProxy: setting("TRUST_PROXY", flag, {
    defaultValue: false,
    description: "Believe `X-Forwarded-For`; only behind a proxy of yours that sets it"
  }),
  secretScanning: setting("SECRET_SCANNING", flag, {
    defaultValue: false,
    description:
      "Receive reports of keys found in public at `/secret-scanning/github`: the key is revoked at once and every owner gets an email"
  }),
  emulatorPort: setting("EMULATOR_PORT", wholeNumber(0, 65_535), {
    defaultValue: null,
    defaultText: "`PORT` plus 1, or any that is free",
    description: "Where the Google Ads emulator of `dev` listens; 0 is any free port"
  })
}

export const limitSettings = {
  rateLimit: setting("RATE_LIMIT_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 300,
    description: "Requests for each credential"
  }),
  anonymousRateLimit: setting("RATE_LIMIT_ANONYMOUS_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 60,
    description: "Requests for each address without a credential"
  }),
  writeQuota: setting("WRITE_QUOTA_PER_DAY", wholeNumber(0, maxLimit), {
    defaultValue: 1000,
    description: "Executed writes for each organization and UTC day"
  }),
  lockTimeoutSeconds: setting("LOCK_TIMEOUT_SECONDS", wholeNumber(1, 60), {
    defaultValue: 3,
    description: "How long a write waits for another of the same organization before it answers `unavailable`"
  }),
  auditRetentionDays: setting("AUDIT_RETENTION_DAYS", wholeNumber(1, 36_500), {
    defaultValue: null,
    defaultText: "for ever",
    description: "How long workers keep audit events; what is left of a chain still proves itself"
  })
}

export const oauthSettings = {
  registrationsPerMinute: setting("OAUTH_REGISTRATIONS_PER_MINUTE", wholeNumber(1, maxLimit), {
    defaultValue: 10,
    description: "Clients that may register themselves from one address"
  }),
  accessTokenSeconds: setting(
    "OAUTH_ACCESS_TOKEN_SECONDS",
    wholeNumber(60, maxLifetimes.accessTokenSeconds),
    { defaultValue: maxLifetimes.accessTokenSeconds, description: "How long an access token is good for" }
  ),
  connectionIdleDays: setting("OAUTH_IDLE_DAYS", wholeNumber(1, maxLifetimes.connectionIdleDays), {
    defaultValue: maxLifetimes.connectionIdleDays,
    description: "Days without a refresh after which an app has to be connected again"
  })
}

export const googleAdsSettings = {
  clientId: setting("GOOGLE_ADS_CLIENT_ID", textReader("the id of an OAuth client"), {
    defaultValue: null,
    defaultText: "none; in `dev` the emulator",
    description: "The OAuth client of your Google Cloud project. Where it is set, the next two are needed"
  }),
  clientSecret: setting("GOOGLE_ADS_CLIENT_SECRET", secret("the secret of that client"), {
    defaultValue: null,
    description: "Its secret"
  }),
  secretsKey: setting("SECRETS_KEY", secret("32 bytes in base64"), {
    defaultValue: null,
    defaultText: "none; in `dev` a file",
    description: "Seals the logins of ad accounts. Make one with `openssl rand -base64 32`, and keep a copy"
  }),
  developerToken: setting("GOOGLE_ADS_DEVELOPER_TOKEN", secret("a developer token"), {
    defaultValue: null,
    description: "Sent along where your project still has one"
  }),
  requestsPerSecond: setting("GOOGLE_ADS_REQUESTS_PER_SECOND", wholeNumber(1, 1000), {
    defaultValue: googleAdsDefaults.requestsPerSecond,
    description: "For each process, all accounts together"
  }),
  baseUrl: setting("GOOGLE_ADS_URL", webAddress, {
    defaultValue: googleAdsDefaults.baseUrl,
    description: "Where the API answers; the emulator's address is as good"
  }),
  tokenUrl: setting("GOOGLE_ADS_TOKEN_URL", webAddress, {
    defaultValue: googleAdsDefaults.tokenUrl,
    description: "Where its access tokens come from"
  }),
  version: setting("GOOGLE_ADS_VERSION", textReader("a version such as v25"), {
    defaultValue: googleAdsDefaults.version,
    description: "Which version of the API is spoken"
  })
}

export const mailSettings = {
  smtpUrl: setting("SMTP_URL", mailServer, {
    defaultValue: null,
    description: "Where workers send mail; without it mail waits in an outbox, see `adwarden mail`"
  }),
  mailFrom: setting("MAIL_FROM", mailbox, {
    defaultValue: null,
    defaultText: "`Adwarden <no-reply@HOST>`",
    description: "Whom mail comes from"
  })
}

export const modelSettings = {
  modelKey: setting("COPY_MODEL_KEY", secret("a key to the model"), {
    defaultValue: null,
    description:
      "A language model writes candidates for copy, and prose of reports; without one the rules write all of it"
  }),
  modelName: setting("COPY_MODEL", textReader("the name of a model"), {
    defaultValue: "claude-sonnet-4-5",
    description: "Which model"
  }),
  modelUrl: setting("COPY_MODEL_URL", webAddress, {
    defaultValue: null,
    defaultText: "its maker's own",
    description: "Where it answers"
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
    description: "How a line is written; there is one for each request"
  }),
  logLevel: setting("LOG_LEVEL", oneOf("trace", "debug", "info", "warning", "error", "none"), {
    defaultValue: "info" as const,
    description: "What is worth a line"
  })
}

/** All of them, in the order of the page that lists them. */
export const settingGroups = {
  "The service": serviceSettings,
  "Google Ads": googleAdsSettings,
  Limits: limitSettings,
  "Connected apps": oauthSettings,
  Mail: mailSettings,
  "A language model": modelSettings,
  Logs: logSettings
}
