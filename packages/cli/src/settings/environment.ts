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

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} satisfies Record<Config.Config.Success<typeof logSettings.logLevel>, LogLevel.LogLevel>

/** Everything that can be set of the service itself, with what holds when it is not. */
const declared = Config.all({
  ...serviceSettings,
  ...limitSettings,
  ...oauthSettings,
  ...mailSettings,
  ...modelSettings,
  ...logSettings
})

type Declared = Config.Config.Success<typeof declared>

export interface Environment extends Omit<Declared, "publicUrl" | "logLevel"> {
  readonly publicUrl: string
  /** PUBLIC_URL as it is set; null where it is not. */
  readonly publicUrlSet: string | null
  readonly logLevel: LogLevel.LogLevel
}

/** Config tells the first problem of each setting, nested; people want them in a row. */
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

/** What is set of the ad platform; most commands never need it. */
export const googleAdsEnvironment = Effect.mapError(Config.all(googleAdsSettings), stop)
