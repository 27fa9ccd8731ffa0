import { Effect } from "effect"
import { command } from "../command-line.ts"
import { checkSchema, databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { openServices, openWorker } from "../host.ts"
import { platform } from "../platform.ts"
import { environment } from "../settings/environment.ts"
import { atServiceAddress, loggerLayer, settingsLayer, untilAddressChanges } from "../settings/layer.ts"
import { Stop } from "../stop.ts"
import { openMetrics, telemetryLayer } from "../telemetry/telemetry.ts"

export const worker = command(
  "worker",
  {},
  "Run background jobs on DATABASE_URL: push changes to the ad platform, sync accounts, seal the audit trail, send emails, delete expired data. Any number can run. Settings in addition to those of serve: SMTP_URL (smtps://user:password@host; without it emails stay in the outbox, see adwarden mail), MAIL_FROM.",
  () =>
    Effect.flatMap(environment, (env) =>
      Effect.gen(function* () {
        const url = yield* requiredUrl(env.databaseUrl, "worker")
        const database = yield* openDatabase(url, env)
        yield* checkSchema.pipe(
          Effect.provide(database),
          Effect.mapError((error) => (error instanceof Stop ? error : databaseStop(url, error)))
        )
        yield* openMetrics(database, env)
        const work = Effect.gen(function* () {
          const serviceEnv = yield* atServiceAddress(env)
          const services = yield* openServices(
            database,
            settingsLayer(serviceEnv, "production"),
            yield* platform
          )
          const jobs = yield* openWorker(url, services, env.databaseDirectUrl)
          yield* Effect.logInfo(
            `Working on ${displayAddress(url)} for ${serviceEnv.publicUrl}: ${jobs.join(", ")}`
          )
          yield* Effect.addFinalizer(() => Effect.logInfo("Stopping: finishing the jobs in progress"))
          // The worker then restarts with the new URL, so that no email links to the old one.
          yield* untilAddressChanges(serviceEnv)
        }).pipe(
          Effect.scoped,
          Effect.provide(database),
          Effect.mapError((error) => (error._tag === "SqlError" ? databaseStop(url, error) : error))
        )
        return yield* Effect.forever(work)
      }).pipe(Effect.scoped, Effect.provide(telemetryLayer(env)), Effect.provide(loggerLayer(env)))
    )
)
