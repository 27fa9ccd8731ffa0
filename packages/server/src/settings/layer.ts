import {
  defaultSettings,
  type LanguageModelSettings,
  redactedLogger,
  Settings,
  type SettingsShape
} from "@adwarden/core"
import { Layer, Logger } from "effect"
import type { Environment } from "./environment.ts"

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

export const loggerLayer = (env: Environment): Layer.Layer<never> =>
  Layer.merge(
    Logger.replace(
      Logger.defaultLogger,
      redactedLogger(
        env.logFormat === "json" ? Logger.withConsoleLog(Logger.jsonLogger) : Logger.prettyLoggerDefault
      )
    ),
    Logger.minimumLogLevel(env.logLevel)
  )
