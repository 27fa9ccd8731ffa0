import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import { type Context, Effect, FiberRef, Scope } from "effect"
import { checkSchema, type DatabaseServices, databaseStop, existingUrl, openDatabase } from "./database.ts"
import { type Environment, environment } from "./settings/environment.ts"
import type { Stop } from "./stop.ts"

/** The database of a command: that of DATABASE_URL, or the embedded one. */
export interface CommandDatabase {
  readonly env: Environment
  readonly url: string
  readonly services: Context.Context<DatabaseServices>
}

interface Shared {
  /** The database closes with the command. */
  readonly scope: Scope.Scope
  database: CommandDatabase | null
}

const shared = FiberRef.unsafeMake<Shared | null>(null)

/** Runs a command whose parts share one open database: finding the default organization, and the command itself. */
export const withSharedDatabase = <A, E>(command: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.scopedWith((scope) => Effect.locally(command, shared, { scope, database: null }))

const open: Effect.Effect<CommandDatabase, Stop | EmbeddedPostgresError, Scope.Scope> = Effect.gen(
  function* () {
    const env = yield* environment
    const url = yield* existingUrl(env.databaseUrl)
    // A command runs few statements for a moment.
    const services = yield* openDatabase(url, env, { connections: 0 })
    yield* Effect.mapError(Effect.provide(checkSchema, services), (error) =>
      error._tag === "Stop" ? error : databaseStop(url, error)
    )
    return { env, url, services }
  }
)

/** Opens the database for a command and checks its schema, unless the command has it open already. */
export const commandDatabase: Effect.Effect<CommandDatabase, Stop | EmbeddedPostgresError, Scope.Scope> =
  Effect.flatMap(FiberRef.get(shared), (one) => {
    if (one === null) return open
    if (one.database !== null) return Effect.succeed(one.database)
    return Effect.tap(Scope.extend(open, one.scope), (database) =>
      Effect.sync(() => {
        one.database = database
      })
    )
  })
