import { googleAdsDefaults, longestLifetimes } from "@adwarden/core"
import {
  databaseAddress,
  flag,
  line,
  mailbox,
  mailServer,
  oneOf,
  secret,
  webAddress,
  wholeNumber
} from "./readers.ts"
import { setting } from "./setting.ts"

/** Twice a day's seconds in requests a minute is more than any host can answer: a limit as good as none. */
const most = 1_000_000

const isTerminal = process.stdout.isTTY === true

/** Where the service is, and where it keeps things. */
export const placeSettings = {
  databaseUrl: setting("DATABASE_URL", databaseAddress, {
    otherwise: null,
    otherwiseShown: "a database of its own in `dev`; needed elsewhere",
    about: "Postgres 15 or later"
  }),
  port: setting("PORT", wholeNumber(1, 65_535), { otherwise: 4280, about: "Where to listen" }),
  host: setting("HOST", line("a name or an address of this machine"), {
    otherwise: null,
    otherwiseShown: "all addresses; in `dev` this machine alone",
    about: "On which address to listen"
  }),
  publicUrl: setting("PUBLIC_URL", webAddress, {
    otherwise: null,
    otherwiseShown: "`http://localhost:PORT`",
    about:
      "How others reach it: every link begins with it. `serve` keeps it in the database for commands, workers and emails"
  }),
  trustProxy: setting("TRUST_PROXY", flag, {
    otherwise: false,
    about: "Believe `X-Forwarded-For`; only behind a proxy of yours that sets it"
  }),
  emulatorPort: setting("EMULATOR_PORT", wholeNumber(0, 65_535), {
    otherwise: null,
    otherwiseShown: "`PORT` plus 1, or any that is free",
    about: "Where the Google Ads emulator of `dev` listens; 0 is any free port"
  })
}

export const limitSettings = {
  rateLimit: setting("RATE_LIMIT_PER_MINUTE", wholeNumber(1, most), {
    otherwise: 300,
    about: "Requests for each credential"
  }),
  anonymousRateLimit: setting("RATE_LIMIT_ANONYMOUS_PER_MINUTE", wholeNumber(1, most), {
    otherwise: 60,
    about: "Requests for each address without a credential"
  }),
  writeQuota: setting("WRITE_QUOTA_PER_DAY", wholeNumber(0, most), {
    otherwise: 1000,
    about: "Executed writes for each organization and UTC day"
  }),
  lockTimeoutSeconds: setting("LOCK_TIMEOUT_SECONDS", wholeNumber(1, 60), {
    otherwise: 3,
    about: "How long a write waits for another of the same organization before it answers `unavailable`"
  }),
  auditRetentionDays: setting("AUDIT_RETENTION_DAYS", wholeNumber(1, 36_500), {
    otherwise: null,
    otherwiseShown: "for ever",
    about: "How long workers keep audit events; what is left of a chain still proves itself"
  })
}

export const oauthSettings = {
  registrationsPerMinute: setting("OAUTH_REGISTRATIONS_PER_MINUTE", wholeNumber(1, most), {
    otherwise: 10,
    about: "Clients that may register themselves from one address"
  }),
  accessTokenSeconds: setting(
    "OAUTH_ACCESS_TOKEN_SECONDS",
    wholeNumber(60, longestLifetimes.accessTokenSeconds),
    { otherwise: longestLifetimes.accessTokenSeconds, about: "How long an access token is good for" }
  ),
  connectionIdleDays: setting("OAUTH_IDLE_DAYS", wholeNumber(1, longestLifetimes.connectionIdleDays), {
    otherwise: longestLifetimes.connectionIdleDays,
    about: "Days without a refresh after which an app has to be connected again"
  })
}

export const googleAdsSettings = {
  clientId: setting("GOOGLE_ADS_CLIENT_ID", line("the id of an OAuth client"), {
    otherwise: null,
    otherwiseShown: "none; in `dev` the emulator",
    about: "The OAuth client of your Google Cloud project. Where it is set, the next two are needed"
  }),
  clientSecret: setting("GOOGLE_ADS_CLIENT_SECRET", secret("the secret of that client"), {
    otherwise: null,
    about: "Its secret"
  }),
  secretsKey: setting("SECRETS_KEY", secret("32 bytes in base64"), {
    otherwise: null,
    otherwiseShown: "none; in `dev` a file",
    about: "Seals the logins of ad accounts. Make one with `openssl rand -base64 32`, and keep a copy"
  }),
  developerToken: setting("GOOGLE_ADS_DEVELOPER_TOKEN", secret("a developer token"), {
    otherwise: null,
    about: "Sent along where your project still has one"
  }),
  requestsPerSecond: setting("GOOGLE_ADS_REQUESTS_PER_SECOND", wholeNumber(1, 1000), {
    otherwise: googleAdsDefaults.requestsPerSecond,
    about: "For each process, all accounts together"
  }),
  baseUrl: setting("GOOGLE_ADS_URL", webAddress, {
    otherwise: googleAdsDefaults.baseUrl,
    about: "Where the API answers; the emulator's address is as good"
  }),
  tokenUrl: setting("GOOGLE_ADS_TOKEN_URL", webAddress, {
    otherwise: googleAdsDefaults.tokenUrl,
    about: "Where its access tokens come from"
  }),
  version: setting("GOOGLE_ADS_VERSION", line("a version such as v25"), {
    otherwise: googleAdsDefaults.version,
    about: "Which version of the API is spoken"
  })
}

export const mailSettings = {
  smtpUrl: setting("SMTP_URL", mailServer, {
    otherwise: null,
    about: "Where workers send mail; without it mail waits in an outbox, see `adwarden mail`"
  }),
  mailFrom: setting("MAIL_FROM", mailbox, {
    otherwise: null,
    otherwiseShown: "`Adwarden <no-reply@HOST>`",
    about: "Whom mail comes from"
  })
}

export const modelSettings = {
  modelKey: setting("COPY_MODEL_KEY", secret("a key to the model"), {
    otherwise: null,
    about:
      "A language model writes candidates for copy, and prose of reports; without one the rules write all of it"
  }),
  modelName: setting("COPY_MODEL", line("the name of a model"), {
    otherwise: "claude-sonnet-4-5",
    about: "Which model"
  }),
  modelUrl: setting("COPY_MODEL_URL", webAddress, {
    otherwise: null,
    otherwiseShown: "its maker's own",
    about: "Where it answers"
  }),
  modelTimeoutSeconds: setting("COPY_MODEL_TIMEOUT_SECONDS", wholeNumber(1, 300), {
    otherwise: 30,
    about: "How long a draft or a report waits for it"
  })
}

export const logSettings = {
  logFormat: setting("LOG_FORMAT", oneOf("json", "pretty"), {
    otherwise: isTerminal ? ("pretty" as const) : ("json" as const),
    otherwiseShown: "pretty in a terminal, else json",
    about: "How a line is written; there is one for each request"
  }),
  logLevel: setting("LOG_LEVEL", oneOf("trace", "debug", "info", "warning", "error", "none"), {
    otherwise: "info" as const,
    about: "What is worth a line"
  })
}

/** All of them, in the order of the page that lists them. */
export const settingGroups = {
  "The service": placeSettings,
  "Google Ads": googleAdsSettings,
  Limits: limitSettings,
  "Connected apps": oauthSettings,
  Mail: mailSettings,
  "A language model": modelSettings,
  Logs: logSettings
}
