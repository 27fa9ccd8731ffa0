import { exitReasonOf } from "@adwarden/cli"
import {
  administrationLayer,
  CreateQueuesEagerly,
  defaultSettings,
  type Endpoint,
  type EndpointError,
  isEndpointError,
  layersInOrder,
  Pipeline,
  Settings
} from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { newRequestId } from "@adwarden/core/http"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { Context, Effect, Layer, type Scope } from "effect"
import { commandDatabase, type DatabaseServices, databaseStop } from "./database.ts"
import { type PlatformLayer, type PlatformServices, servicePlatform } from "./platform.ts"
import { atServiceAddress, stderrLogger } from "./settings/layer.ts"
import { Stop } from "./stop.ts"

/** The request facts in the audit trail: a user of this machine, without a network address. */
const facts = () => ({
  id: newRequestId(),
  surface: "cli" as const,
  method: null,
  path: null,
  ip: null,
  userAgent: null
})

/** Converts an error of the service to the end of a command. */
const toStop = (error: ServiceError, publicUrl: string, request: string, organization: string | null) => {
  const { doc_url: _, code, message, ...extra } = envelope(error, publicUrl, "cli").error
  const ending = exitReasonOf(code)
  return new Stop({
    message,
    exitReason: ending,
    organization,
    error: { code, ...extra, request_id: request }
  })
}

/** Runs an endpoint through the pipeline, on behalf of a person or as the operator. */
export type RunEndpoint<Services = AdministrationServices> = <Out, E extends EndpointError = never>(
  person: string | null,
  endpoint: Effect.Effect<Endpoint<Out, E>, never, Services>
) => Effect.Effect<Out, Stop | E>

type AdministrationServices =
  | Layer.Layer.Success<typeof administrationLayer>
  | DatabaseServices
  | PlatformServices
  | Settings

/** Opens services on an open database. They close with the scope. */
type OpenServices<Services> = (
  database: Context.Context<DatabaseServices>,
  settings: Layer.Layer<Settings>,
  platform: PlatformLayer
) => Effect.Effect<Context.Context<Services | Pipeline>, Stop, Scope.Scope>

/**
 * Opens services on the selected database while the work runs. Requests run as an operator through the same pipeline
 * as all others, so the same rules and the audit trail apply.
 */
export const withServices =
  <Services>(open: OpenServices<Services>) =>
  <A, E>(
    work: (runEndpoint: RunEndpoint<Services>) => Effect.Effect<A, E>
  ): Effect.Effect<A, Stop | EmbeddedPostgresError | E> =>
    Effect.gen(function* () {
      const { env: environmentGiven, services: database, url } = yield* commandDatabase
      const env = yield* atServiceAddress(environmentGiven).pipe(
        Effect.provide(database),
        Effect.mapError((error) => databaseStop(url, error))
      )
      const settings = Layer.succeedContext(
        Context.make(Settings, {
          ...defaultSettings(env.publicUrl),
          rateLimit: env.rateLimit,
          writeQuota: env.writeQuota,
          logFormat: "off"
        }).pipe(Context.add(CreateQueuesEagerly, false))
      )
      const services = yield* open(database, settings, yield* servicePlatform(url))
      const runEndpoint: RunEndpoint<Services> = <Out, Own extends EndpointError>(
        person: string | null,
        makeEndpoint: Effect.Effect<Endpoint<Out, Own>, never, Services>
      ) =>
        Effect.gen(function* () {
          const pipeline = yield* Pipeline
          const endpoint = yield* makeEndpoint
          const request = facts()
          const invocation = Effect.succeed({ endpoint })
          const credentials = { kind: "operator", person } as const
          const call = { name: null, facts: request, credentials, invocation, allowAnonymous: false }
          const { error, output } = yield* pipeline.run(call)
          if (error === null) return output as Out
          if (isEndpointError(error)) return yield* Effect.fail(error)
          const organization = "organization" in endpoint ? endpoint.organization : null
          return yield* toStop(error, env.publicUrl, request.id, organization)
        }).pipe(Effect.provide(services))
      return yield* work(runEndpoint)
    }).pipe(Effect.scoped, Effect.provide(stderrLogger))

/** For requests about people, keys, organizations and ad accounts, which need no campaigns. */
export const withOperatorServices = withServices<AdministrationServices>((database, settings, platform) =>
  Layer.build(layersInOrder(Layer.succeedContext(database), settings, platform, administrationLayer))
)

/** Runs one such endpoint. */
export const asOperator = <Out, E extends EndpointError = never>(
  person: string | null,
  endpoint: Effect.Effect<Endpoint<Out, E>, never, AdministrationServices>
): Effect.Effect<Out, Stop | EmbeddedPostgresError | E> =>
  withOperatorServices((runEndpoint) => runEndpoint(person, endpoint))
