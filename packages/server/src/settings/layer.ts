import { verbosity } from "@adwarden/cli"
import {
  defaultSettings,
  type LanguageModelSettings,
  readServiceAddress,
  redactedLogger,
  Settings,
  type SettingsShape
} from "@adwarden/core"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, HashMap, Inspectable, Layer, Logger, LogLevel, Option } from "effect"
import { type Environment, environment } from "./environment.ts"

/** The words of LOG_LEVEL. */
const levelNames: Readonly<Record<string, string>> = { [LogLevel.Warning.label]: "warning" }

const textOf = (message: unknown): string =>
  (Array.isArray(message) ? message : [message]).map((part) => Inspectable.toStringUnknown(part, 0)).join(" ")

/**
 * A line of JSON with the fields of a request's line: at, level, message, then what the line is about. So one parser
 * reads the whole log of hosts, workers and commands.
 */
const jsonLogger: Logger.Logger<unknown, string> = Logger.make(
  ({ annotations, cause, date, logLevel, message }) =>
    JSON.stringify({
      at: date.toISOString(),
      level: levelNames[logLevel.label] ?? logLevel.label.toLowerCase(),
      message: textOf(message),
      ...Object.fromEntries(HashMap.toEntries(annotations)),
      ...(Cause.isEmpty(cause) ? {} : { cause: Cause.pretty(cause, { renderErrorCause: true }) })
    })
)

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

/**
 * The environment of a process that does not serve. Its links use the URL that `serve` stored, then PUBLIC_URL, then
 * localhost.
 */
export const atServiceAddress = (
  env: Environment
): Effect.Effect<Environment, SqlError, SqlClient.SqlClient> =>
  Effect.map(readServiceAddress, (storedAddress) =>
    storedAddress === null ? env : { ...env, publicUrl: storedAddress }
  )

/** Completes once the service is served at another URL. */
export const untilAddressChanges = (env: Environment): Effect.Effect<void, never, SqlClient.SqlClient> =>
  readServiceAddress.pipe(
    Effect.map((storedAddress) => storedAddress !== null && storedAddress !== env.publicUrl),
    // An unavailable database says nothing about the URL.
    Effect.orElseSucceed(() => false),
    Effect.delay("5 seconds"),
    Effect.repeat({ until: (elsewhere) => elsewhere }),
    Effect.asVoid
  )
