import { longestLifetimes } from "@adwarden/core"
import { Config, ConfigError, Effect, LogLevel } from "effect"
import { Stop } from "../stop.ts"
import {
  databaseAddress,
  flag,
  line,
  mailbox,
  mailServer,
  oneOf,
  secret,
  setting,
  webAddress,
  wholeNumber
} from "./setting.ts"

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
}
const levelNames = Object.keys(levels) as Array<keyof typeof levels>

/** Twice a day's seconds in requests a minute is more than any host can answer: a limit as good as none. */
const most = 1_000_000

/** Everything that can be set, with what holds when it is not. */
const declared = Config.all({
  port: setting("PORT", wholeNumber(1, 65_535), 4280),
  host: setting("HOST", line, null),
  emulatorPort: setting("EMULATOR_PORT", wholeNumber(0, 65_535), null),
  publicUrl: setting("PUBLIC_URL", webAddress, null),
  databaseUrl: setting("DATABASE_URL", databaseAddress, null),
  logFormat: setting(
    "LOG_FORMAT",
    oneOf("json", "pretty"),
    process.stdout.isTTY ? ("pretty" as const) : ("json" as const)
  ),
  logLevel: setting("LOG_LEVEL", oneOf(...levelNames), "info" as const),
  rateLimit: setting("RATE_LIMIT_PER_MINUTE", wholeNumber(1, most), 300),
  anonymousRateLimit: setting("RATE_LIMIT_ANONYMOUS_PER_MINUTE", wholeNumber(1, most), 60),
  registrationsPerMinute: setting("OAUTH_REGISTRATIONS_PER_MINUTE", wholeNumber(1, most), 10),
  accessTokenSeconds: setting(
    "OAUTH_ACCESS_TOKEN_SECONDS",
    wholeNumber(60, longestLifetimes.accessTokenSeconds),
    longestLifetimes.accessTokenSeconds
  ),
  connectionIdleDays: setting(
    "OAUTH_IDLE_DAYS",
    wholeNumber(1, longestLifetimes.connectionIdleDays),
    longestLifetimes.connectionIdleDays
  ),
  writeQuota: setting("WRITE_QUOTA_PER_DAY", wholeNumber(0, most), 1000),
  lockTimeoutSeconds: setting("LOCK_TIMEOUT_SECONDS", wholeNumber(1, 60), 3),
  trustProxy: setting("TRUST_PROXY", flag, false),
  auditRetentionDays: setting("AUDIT_RETENTION_DAYS", wholeNumber(1, 36_500), null),
  modelKey: setting("COPY_MODEL_KEY", secret, null),
  modelName: setting("COPY_MODEL", line, "claude-sonnet-4-5"),
  modelUrl: setting("COPY_MODEL_URL", webAddress, null),
  modelTimeoutSeconds: setting("COPY_MODEL_TIMEOUT_SECONDS", wholeNumber(1, 300), 30),
  smtpUrl: setting("SMTP_URL", mailServer, null),
  mailFrom: setting("MAIL_FROM", mailbox, null)
})

type Declared = Config.Config.Success<typeof declared>

export interface Environment extends Omit<Declared, "publicUrl" | "logLevel"> {
  readonly publicUrl: string
  readonly logLevel: LogLevel.LogLevel
}

/** Config tells the first problem of each setting, nested; people want them in a row. */
const problems = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  if (ConfigError.isAnd(error) || ConfigError.isOr(error)) {
    return [...problems(error.left), ...problems(error.right)]
  }
  return [`${error.path.join("_")} ${error.message}`]
}

export const environment: Effect.Effect<Environment, Stop> = declared.pipe(
  Effect.map(
    ({ logLevel, publicUrl, ...rest }): Environment => ({
      ...rest,
      publicUrl: publicUrl ?? `http://localhost:${rest.port}`,
      logLevel: levels[logLevel]
    })
  ),
  Effect.mapError((error) => new Stop({ message: `${problems(error).join("; ")}. Nothing was started.` }))
)
