import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { checkSchema, databaseStop, openDatabase, requiredUrl, shownAddress } from "../database.ts"
import { openHost, openServices } from "../host/run.ts"
import { platform } from "../platform.ts"
import { environment } from "../settings/environment.ts"
import { loggerLayer, settingsLayer } from "../settings/layer.ts"
import { Stop } from "../stop.ts"

const without = (name: string, what: string) =>
  Options.boolean(`no-${name}`).pipe(Options.withDescription(`Do not serve ${what}`))

export const serve = Command.make(
  "serve",
  { noRest: without("rest", "the REST API"), noMcp: without("mcp", "the MCP server") },
  ({ noMcp, noRest }) =>
    Effect.flatMap(environment, (env) =>
      Effect.gen(function* () {
        const [rest, mcp] = [!noRest, !noMcp]
        if (!mcp && !rest)
          return yield* new Stop({ message: "Nothing to serve: leave --no-rest or --no-mcp out." })
        const url = yield* requiredUrl(env.databaseUrl, "serve")
        const database = yield* openDatabase(url, env)
        yield* checkSchema.pipe(
          Effect.provide(database),
          Effect.mapError((error) => (error instanceof Stop ? error : databaseStop(url, error)))
        )
        const services = yield* openServices(database, settingsLayer(env, "production"), yield* platform)
        yield* openHost(
          services,
          { mcp, rest },
          { port: env.port, host: env.host, command: "adwarden serve" }
        )
        yield* Effect.logInfo(
          `Serving ${[rest ? "REST" : [], mcp ? "MCP" : []].flat().join(" and ")} at ${env.publicUrl} on ${shownAddress(url)}`
        )
        yield* Effect.addFinalizer(() => Effect.logInfo("Stopping: finishing the requests in flight"))
        return yield* Effect.never
      }).pipe(Effect.scoped, Effect.provide(loggerLayer(env)))
    )
).pipe(
  Command.withDescription(
    "Serve the surfaces on DATABASE_URL. Any number of hosts may run; migrate first. Settings: PORT, HOST, PUBLIC_URL, LOG_FORMAT, LOG_LEVEL, RATE_LIMIT_PER_MINUTE, RATE_LIMIT_ANONYMOUS_PER_MINUTE, WRITE_QUOTA_PER_DAY, LOCK_TIMEOUT_SECONDS, TRUST_PROXY."
  )
)
