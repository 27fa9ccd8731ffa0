import { verbosity } from "@adwarden/cli"
import {
  defaultSettings,
  type LanguageModelSettings,
  redactedLogger,
  Settings,
  type SettingsShape
} from "@adwarden/core"
import { Effect, Layer, Logger, LogLevel, Option } from "effect"
import { type Environment, environment } from "./environment.ts"
import { jsonLogger } from "./json-logger.ts"

/** The language model's settings, if there is a key. Without one, templates write everything. */
const languageModelIn = (env: Environment): LanguageModelSettings | null =>
  env.modelKey === null
    ? null
    : {
        api: env.modelApi,
        key: env.modelKey,
        model: env.modelName,
        url: env.modelUrl,
        timeoutSeconds: env.modelTimeoutSeconds
      }

/** The service's settings from the environment. */
export const settingsLayer = (
  env: Environment,
  mode: "development" | "production",
  developmentHosts: SettingsShape["developmentHosts"] = new Map(),
  people: NonNullable<SettingsShape["development"]>["people"] = []
): Layer.Layer<Settings> =>
  Layer.succeed(Settings, {
    ...defaultSettings(env.publicUrl),
    rateLimit: env.rateLimit,
    anonymousRateLimit: env.anonymousRateLimit,
    registrationsPerMinute: env.registrationsPerMinute,
    accessTokenSeconds: env.accessTokenSeconds,
    connectionIdleDays: env.connectionIdleDays,
    writeQuota: env.writeQuota,
    checkOutputs: mode === "development",
    trustProxy: env.trustProxy,
    organizationCreation: env.organizationCreation,
    secretScanning: env.secretScanning,
    logFormat: env.logFormat,
    auditRetentionDays: env.auditRetentionDays,
    languageModel: languageModelIn(env),
    developmentHosts,
    development: mode === "development" ? { people } : null,
    smtpUrl: env.smtpUrl,
    mailFrom: env.mailFrom
  })

/** The log of services and commands has one format, that of LOG_FORMAT. Commands log on stderr. */
const loggerOn = (stream: "stdout" | "stderr", format: Environment["logFormat"]) => {
  const print = stream === "stdout" ? Logger.withConsoleLog : Logger.withConsoleError
  return redactedLogger(
    format === "json" ? print(jsonLogger) : Logger.prettyLogger({ stderr: stream === "stderr" })
  )
}

export const loggerLayer = (env: Environment): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(Logger.defaultLogger, loggerOn("stdout", env.logFormat)),
    Logger.minimumLogLevel(env.logLevel)
  )

/** The logger of commands: errors, and everything with --verbose. Invalid settings are reported by the command. */
export const stderrLogger: Layer.Layer<never> = Layer.unwrapEffect(
  Effect.map(Effect.option(environment), (env) => {
    const format = Option.match(env, { onNone: () => "json" as const, onSome: ({ logFormat }) => logFormat })
    return Layer.merge(
      Logger.replace(Logger.defaultLogger, loggerOn("stderr", format)),
      Logger.minimumLogLevel(verbosity() === "verbose" ? LogLevel.Debug : LogLevel.Error)
    )
  })
)
