import { type Core, defaultSettings, Settings } from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { checkSchema, type DatabaseServices, databaseStop, existingUrl, openDatabase } from "../database.ts"
import { openServices } from "../host/run.ts"
import { environment } from "../settings/environment.ts"
import { Stop } from "../stop.ts"
import { platformBeside } from "./approvals/platform.ts"

type Services = Layer.Layer.Success<typeof Core.layer> | DatabaseServices

/** A refusal that only one command knows, and that can be told as it is. */
type OwnRefusal = { readonly _tag: "NotPending"; readonly message: string }
export type Refusal = ServiceError | SqlError | OwnRefusal

/** What goes wrong inside is told on stderr; stdout is for the answer. */
const toldAside = Layer.merge(
  Logger.replace(Logger.defaultLogger, Logger.withConsoleError(Logger.logfmtLogger)),
  Logger.minimumLogLevel(LogLevel.Error)
)

/** Does something with all of core on the database that is meant, and puts a refusal into one line. */
export const withServices = <A>(use: Effect.Effect<A, Refusal, Services>) =>
  Effect.gen(function* () {
    const env = yield* environment
    const url = yield* existingUrl(env.databaseUrl)
    const database = yield* openDatabase(url)
    const asStop = (error: Stop | Refusal): Stop => {
      if (error._tag === "Stop") return error
      if (error._tag === "SqlError") return databaseStop(url, error)
      if (error._tag === "NotPending") return new Stop({ message: error.message })
      return new Stop({ message: envelope(error, env.publicUrl).error.message })
    }
    yield* Effect.mapError(Effect.provide(checkSchema, database), asStop)
    const settings = Layer.succeed(Settings, {
      ...defaultSettings(env.publicUrl),
      writeQuota: env.writeQuota,
      logFormat: "off"
    })
    const services = yield* openServices(database, settings, yield* platformBeside(url))
    return yield* use.pipe(Effect.provide(services), Effect.mapError(asStop))
  }).pipe(Effect.scoped, Effect.provide(toldAside))
