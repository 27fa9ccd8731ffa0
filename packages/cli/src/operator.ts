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
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { newRequestId } from "@adwarden/core/http"
import { Effect, Layer, Logger, LogLevel } from "effect"
import { checkSchema, databaseStop, existingUrl, openDatabase } from "./database.ts"
import { endingOf } from "./exit-codes.ts"
import { openServices, type Services } from "./host/run.ts"
import { platformBeside } from "./platform-beside.ts"
import { environment } from "./settings/environment.ts"
import { atServiceAddress } from "./settings/service-address.ts"
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

/** A refusal of the service, as a command ends with it. */
const refused = (error: ServiceError, publicUrl: string, request: string, organization: string | null) => {
  const { doc_url: _, code, message, ...extra } = envelope(error, publicUrl, "cli").error
  const ending = endingOf(code)
  return new Stop({ message, ending, organization, error: { code, ...extra, request_id: request } })
}

/** Goes in by the door, in a person's name or in nobody's. */
export type Enter = <Out, E extends OwnRefusal = never>(
  person: string | null,
  entrance: Effect.Effect<Entrance<Out, E>, never, Services>
) => Effect.Effect<Out, Stop | E>

/**
 * Opens the service of the database that is meant, for as long as the work takes. Everything in it enters as an operator,
 * by the same door as everyone, so that it is held to the same rules and audited.
 */
export const operating = <A, E>(
  work: (enter: Enter) => Effect.Effect<A, E>
): Effect.Effect<A, Stop | EmbeddedPostgresError | E> =>
  Effect.gen(function* () {
    const given = yield* environment
    const url = yield* existingUrl(given.databaseUrl)
    const database = yield* openDatabase(url)
    yield* Effect.mapError(Effect.provide(checkSchema, database), (error) =>
      error._tag === "Stop" ? error : databaseStop(url, error)
    )
    const env = yield* atServiceAddress(given).pipe(
      Effect.provide(database),
      Effect.mapError((error) => databaseStop(url, error))
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
    const enter: Enter = <Out, Own extends OwnRefusal>(
      person: string | null,
      making: Effect.Effect<Entrance<Out, Own>, never, Services>
    ) =>
      Effect.gen(function* () {
        const pipeline = yield* Pipeline
        const entrance = yield* making
        const request = facts()
        const wants = Effect.succeed({ entrance })
        const presents = { kind: "operator", person } as const
        const called = { name: null, facts: request, presents, wants, open: false }
        const { error, output } = yield* pipeline.run(called)
        if (error === null) return output as Out
        if (isOwnRefusal(error)) return yield* Effect.fail(error)
        const organization = "organization" in entrance ? entrance.organization : null
        return yield* refused(error, env.publicUrl, request.id, organization)
      }).pipe(Effect.provide(services))
    return yield* work(enter)
  }).pipe(Effect.scoped, Effect.provide(toldAside))

/** Enters once. */
export const asOperator = <Out, E extends OwnRefusal = never>(
  person: string | null,
  entrance: Effect.Effect<Entrance<Out, E>, never, Services>
): Effect.Effect<Out, Stop | EmbeddedPostgresError | E> => operating((enter) => enter(person, entrance))
