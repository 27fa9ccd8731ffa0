import { Config, ConfigError, Effect, LogLevel } from "effect"
import { Stop } from "../stop.ts"
import {
  googleAdsSettings,
  limitSettings,
  logSettings,
  mailSettings,
  modelSettings,
  oauthSettings,
  serviceSettings
} from "./declared.ts"
import { telemetrySettings } from "./telemetry.ts"

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} satisfies Record<Config.Config.Success<typeof logSettings.logLevel>, LogLevel.LogLevel>

/** All settings of the service with their defaults. */
const declared = Config.all({
  ...serviceSettings,
  ...limitSettings,
  ...oauthSettings,
  ...mailSettings,
  ...modelSettings,
  ...logSettings,
  ...telemetrySettings
})

type Declared = Config.Config.Success<typeof declared>

export interface Environment extends Omit<Declared, "publicUrl" | "logLevel"> {
  readonly publicUrl: string
  /** PUBLIC_URL as set; null if it is not. */
  readonly publicUrlSet: string | null
  readonly logLevel: LogLevel.LogLevel
}

/** Config nests the first problem of each setting; this flattens them. */
const problems = (error: ConfigError.ConfigError): ReadonlyArray<string> => {
  if (ConfigError.isAnd(error) || ConfigError.isOr(error)) {
    return [...problems(error.left), ...problems(error.right)]
  }
  return [`${error.path.join("_")} ${error.message}`]
}

const stop = (error: ConfigError.ConfigError) =>
  new Stop({ message: `${problems(error).join("; ")}. Nothing was started.` })

export const environment: Effect.Effect<Environment, Stop> = declared.pipe(
  Effect.map(
    ({ logLevel, publicUrl, ...rest }): Environment => ({
      ...rest,
      publicUrlSet: publicUrl,
      publicUrl: publicUrl ?? `http://localhost:${rest.port}`,
      logLevel: levels[logLevel]
    })
  ),
  Effect.mapError(stop)
)

/** The settings of the ad platform, which most commands do not need. */
export const googleAdsEnvironment = Effect.mapError(Config.all(googleAdsSettings), stop)
