import { Effect, Either, LogLevel } from "effect"
import { Stop } from "../stop.ts"
import {
  googleAdsSettings,
  limitSettings,
  logSettings,
  mailSettings,
  modelSettings,
  oauthSettings,
  serviceSettings,
  telemetrySettings
} from "./declared.ts"
import { readSettings, type SettingValues, type Variables } from "./setting.ts"

/** All settings of the service with their defaults. */
const declared = {
  ...serviceSettings,
  ...limitSettings,
  ...oauthSettings,
  ...mailSettings,
  ...modelSettings,
  ...logSettings,
  ...telemetrySettings
}

type Declared = SettingValues<typeof declared>

const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  none: LogLevel.None
} satisfies Record<Declared["logLevel"], LogLevel.LogLevel>

export interface Environment extends Omit<Declared, "publicUrl" | "logLevel"> {
  readonly publicUrl: string
  /** PUBLIC_URL as set; null if it is not. */
  readonly publicUrlSet: string | null
  readonly logLevel: LogLevel.LogLevel
}

const stop = (problems: ReadonlyArray<string>) =>
  new Stop({ message: `${problems.join("; ")}. Nothing was started.` })

/** The service's settings from these variables. */
export const environmentOf = (variables: Variables): Effect.Effect<Environment, Stop> =>
  Either.match(readSettings(declared, variables), {
    onLeft: (problems) => Effect.fail(stop(problems)),
    onRight: ({ logLevel, publicUrl, ...rest }) =>
      Effect.succeed({
        ...rest,
        publicUrlSet: publicUrl,
        publicUrl: publicUrl ?? `http://localhost:${rest.port}`,
        logLevel: levels[logLevel]
      })
  })

/** The service's settings from the environment of this process. */
export const environment: Effect.Effect<Environment, Stop> = Effect.suspend(() => environmentOf(process.env))

/** The settings of the ad platform, which most commands do not need. */
export const googleAdsEnvironment = Effect.suspend(() =>
  Either.match(readSettings(googleAdsSettings, process.env), {
    onLeft: (problems) => Effect.fail(stop(problems)),
    onRight: Effect.succeed
  })
)
