import { storeServiceAddress } from "@adwarden/core"
import { Effect, Option } from "effect"
import { all, command, integerFlag, optional, switchFlag } from "../command-line.ts"
import { checkSchema, databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { allSurfaces, labelsOf, openHost, openServices, surfaces } from "../host.ts"
import { platform } from "../platform.ts"
import { environment, environmentOf } from "../settings/environment.ts"
import { loggerLayer, settingsLayer } from "../settings/layer.ts"
import { Stop } from "../stop.ts"
import { openMetrics, telemetryLayer } from "../telemetry/telemetry.ts"

const port = integerFlag("port", "The port to listen on; overrides PORT").pipe(optional)

/** The settings, with a port of the command line instead of PORT. Its range is checked in the same way. */
const withPort = (given: Option.Option<number>) =>
  Option.match(given, {
    onNone: () => environment,
    onSome: (number) => environmentOf({ ...process.env, PORT: String(number) })
  })

/** `--no-rest` and the like: one for each surface. */
const without = all(
  allSurfaces.map((name) => switchFlag(`no-${name}`, `Do not serve ${surfaces[name].what}`))
)

export const serve = command(
  "serve",
  { port, without },
  "Serve the surfaces on DATABASE_URL. Any number of hosts can run; migrate first. Settings: PORT, HOST, PUBLIC_URL, LOG_FORMAT, LOG_LEVEL, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_ANONYMOUS_PER_MINUTE, OAUTH_REGISTRATIONS_PER_MINUTE, OAUTH_ACCESS_TOKEN_SECONDS, OAUTH_IDLE_DAYS, WRITE_QUOTA_PER_DAY, LOCK_TIMEOUT_SECONDS, TRUST_PROXY.",
  ({ port, without }) =>
    Effect.flatMap(withPort(port), (env) =>
      Effect.gen(function* () {
        const served = allSurfaces.filter((_, index) => without[index] !== true)
        if (served.length === 0) {
          const flags = allSurfaces.map((name) => `--no-${name}`).join(" or ")
          return yield* new Stop({ message: `Nothing to serve: leave ${flags} out.` })
        }
        const url = yield* requiredUrl(env.databaseUrl, "serve")
        const database = yield* openDatabase(url, env)
        yield* checkSchema.pipe(
          Effect.provide(database),
          Effect.mapError((error) => (error instanceof Stop ? error : databaseStop(url, error)))
        )
        if (env.publicUrlSet !== null) {
          const before = yield* storeServiceAddress(env.publicUrlSet).pipe(
            Effect.provide(database),
            Effect.mapError((error) => databaseStop(url, error))
          )
          if (before !== null) {
            yield* Effect.logWarning(
              `The service was served at ${before} until now. Commands, workers and emails now use ${env.publicUrlSet}.`
            )
          }
        }
        const services = yield* openServices(database, settingsLayer(env, "production"), yield* platform)
        yield* openMetrics(database, env)
        yield* openHost(services, served, { port: env.port, host: env.host, command: "adwarden serve" })
        yield* Effect.logInfo(`Serving ${labelsOf(served)} at ${env.publicUrl} on ${displayAddress(url)}`)
        yield* Effect.addFinalizer(() => Effect.logInfo("Stopping: finishing the requests in progress"))
        return yield* Effect.never
      }).pipe(Effect.scoped, Effect.provide(telemetryLayer(env)), Effect.provide(loggerLayer(env)))
    )
)
