import { Command } from "@effect/cli"
import { Effect } from "effect"
import { checkSchema, databaseStop, displayAddress, openDatabase, requiredUrl } from "../database.ts"
import { openServices, openWorker } from "../host/run.ts"
import { platform } from "../platform.ts"
import { environment } from "../settings/environment.ts"
import { loggerLayer, settingsLayer } from "../settings/layer.ts"
import { atServiceAddress, untilAddressChanges } from "../settings/service-address.ts"
import { Stop } from "../stop.ts"

export const worker = Command.make("worker", {}, () =>
  Effect.flatMap(environment, (env) =>
    Effect.gen(function* () {
      const url = yield* requiredUrl(env.databaseUrl, "worker")
      const database = yield* openDatabase(url, env)
      yield* checkSchema.pipe(
        Effect.provide(database),
        Effect.mapError((error) => (error instanceof Stop ? error : databaseStop(url, error)))
      )
      const work = Effect.gen(function* () {
        const serviceEnv = yield* atServiceAddress(env)
        const services = yield* openServices(
          database,
          settingsLayer(serviceEnv, "production"),
          yield* platform
        )
        const jobs = yield* openWorker(url, services)
        yield* Effect.logInfo(
          `Working on ${displayAddress(url)} for ${serviceEnv.publicUrl}: ${jobs.join(", ")}`
        )
        yield* Effect.addFinalizer(() => Effect.logInfo("Stopping: finishing the jobs under way"))
        // Then it starts anew with the new address, so that no email leads to the old one.
        yield* untilAddressChanges(serviceEnv)
      }).pipe(
        Effect.scoped,
        Effect.provide(database),
        Effect.mapError((error) => (error._tag === "SqlError" ? databaseStop(url, error) : error))
      )
      return yield* Effect.forever(work)
    }).pipe(Effect.scoped, Effect.provide(loggerLayer(env)))
  )
).pipe(
  Command.withDescription(
    "Do the background work on DATABASE_URL: push changes to the ad platform, sync accounts, seal the audit trail, send mail, clear away what has run out. Any number may run. Settings beside those of serve: SMTP_URL (smtps://user:password@host; without it mail waits in the outbox, see adwarden mail), MAIL_FROM."
  )
)
