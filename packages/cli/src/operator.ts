import {
  defaultSettings,
  type EmbeddedPostgresError,
  type Entrance,
  isOwnRefusal,
  type OwnRefusal,
  Pipeline,
  QueuesAhead,
  redactedLogger,
  Settings
} from "@adwarden/core"
import { envelope } from "@adwarden/core/contract"
import { newRequestId } from "@adwarden/core/http"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { checkSchema, databaseStop, existingUrl, openDatabase } from "./database.ts"
import { openServices, type Services } from "./host/run.ts"
import { platformBeside } from "./platform-beside.ts"
import { environment } from "./settings/environment.ts"
import { Stop } from "./stop.ts"

/** What goes wrong inside is told on stderr; stdout is for the answer. */
export const toldAside = Layer.merge(
  Logger.replace(Logger.defaultLogger, redactedLogger(Logger.withConsoleError(Logger.logfmtLogger))),
  Logger.minimumLogLevel(LogLevel.Error)
)

/** Whom the audit trail shows: someone on this machine, who came over no network. */
const facts = () => ({
  id: newRequestId(),
  surface: "cli" as const,
  method: null,
  path: null,
  ip: null,
  userAgent: null
})

/**
 * Enters the service of the database that is meant as an operator, in a person's name or in nobody's: by the same
 * door as everyone, so that it is held to the same rules and audited. A refusal is put into one line.
 */
export const asOperator = <Out, E extends OwnRefusal = never>(
  person: string | null,
  entrance: Effect.Effect<Entrance<Out, E>, never, Services>
): Effect.Effect<Out, Stop | EmbeddedPostgresError | E> =>
  Effect.gen(function* () {
    const env = yield* environment
    const url = yield* existingUrl(env.databaseUrl)
    const database = yield* openDatabase(url)
    yield* Effect.mapError(Effect.provide(checkSchema, database), (error) =>
      error._tag === "Stop" ? error : databaseStop(url, error)
    )
    const settings = Layer.merge(
      Layer.succeed(Settings, {
        ...defaultSettings(env.publicUrl),
        rateLimit: env.rateLimit,
        writeQuota: env.writeQuota,
        logFormat: "off"
      }),
      Layer.succeed(QueuesAhead, false)
    )
    const services = yield* openServices(database, settings, yield* platformBeside(url))
    const { error, output } = yield* Effect.gen(function* () {
      const pipeline = yield* Pipeline
      const wants = Effect.succeed({ entrance: yield* entrance })
      const presents = { kind: "operator", person } as const
      return yield* pipeline.run({ name: null, facts: facts(), presents, wants, open: false })
    }).pipe(Effect.provide(services))
    if (error === null) return output as Out
    return yield* isOwnRefusal(error)
      ? Effect.fail(error)
      : new Stop({ message: envelope(error, env.publicUrl, "cli").error.message })
  }).pipe(Effect.scoped, Effect.provide(toldAside))
