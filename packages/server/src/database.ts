import { existsSync } from "node:fs"
import { join, relative, resolve } from "node:path"
import {
  Database,
  type DatabaseOptions,
  IncompatibleSchema,
  isUnavailable,
  pendingMigrations,
  poolerNamesStatements
} from "@adwarden/core"
import type { EmbeddedPostgresError } from "@adwarden/embedded-postgres"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { type Context, Effect, FiberRef, Layer, Scope } from "effect"
import { type Environment, environment } from "./settings/environment.ts"
import { Stop } from "./stop.ts"

/** The directory of the embedded database and the demo's credentials. */
export const dataDirectory = (): string => resolve(".adwarden")
export const displayPath = (...path: ReadonlyArray<string>): string =>
  relative("", join(dataDirectory(), ...path))

export const requiredUrl = (url: string | null, command: string): Effect.Effect<string, Stop> =>
  url === null
    ? new Stop({
        message: `adwarden ${command} needs DATABASE_URL, such as postgres://user:password@host:5432/database. To start a local database, run adwarden dev.`
      })
    : Effect.succeed(url)

export const embeddedUrl: Effect.Effect<string, EmbeddedPostgresError, Scope.Scope> = Effect.promise(
  () => import("@adwarden/embedded-postgres")
).pipe(
  Effect.flatMap(({ EmbeddedPostgres }) => EmbeddedPostgres.scoped({ directory: dataDirectory() })),
  Effect.map(({ url }) => url)
)

/** For commands beside the service: DATABASE_URL, or the embedded database if it exists. */
export const existingUrl = (
  url: string | null
): Effect.Effect<string, Stop | EmbeddedPostgresError, Scope.Scope> => {
  if (url !== null) return Effect.succeed(url)
  if (existsSync(join(dataDirectory(), "postgres.json"))) return embeddedUrl
  const message = `There is no database here. Set DATABASE_URL, or run this in the directory where adwarden dev created ${displayPath()}.`
  return new Stop({ message })
}

/** Host, port and database of a URL, without its credentials. */
export const displayAddress = (url: string): string => {
  const { hostname, pathname, port } = new URL(url)
  return `${hostname || "localhost"}:${port || "5432"}${pathname.length > 1 ? pathname : ""}`
}

/** The innermost code of an error, such as ECONNREFUSED or 28P01. */
const codeOf = (error: unknown): string | undefined => {
  if (typeof error !== "object" || error === null) return undefined
  const { cause, code, errors } = error as {
    cause?: unknown
    code?: unknown
    errors?: ReadonlyArray<unknown>
  }
  return codeOf(cause) ?? codeOf(errors?.[0]) ?? (typeof code === "string" ? code : undefined)
}

const adviceByCode: Readonly<Record<string, string>> = {
  "28P01": "It rejected the login: check the user and the password in DATABASE_URL.",
  "28000": "It rejected the login: check the user and the password in DATABASE_URL.",
  "3D000": "There is no database of that name: create it, or check DATABASE_URL.",
  "42501": "The user lacks privileges: grant it access to the schema."
}

/** One line about a database that cannot be used, without its password. */
export const databaseStop = (url: string, error: unknown): Stop => {
  if (error instanceof IncompatibleSchema) return new Stop({ message: error.message })
  const code = codeOf(error)
  const isUnreachable = isUnavailable(error)
  const next = adviceByCode[code ?? ""] ?? "Check that it runs and that DATABASE_URL is correct."
  return new Stop({
    message: `${isUnreachable ? "Cannot reach" : "Cannot use"} the database at ${displayAddress(url)} (${code ?? messageOf(error)}). ${next}`,
    exitReason: isUnreachable ? "outOfReach" : "failed"
  })
}

const messageOf = (error: unknown): string => {
  const { cause } = error as { cause?: unknown }
  return cause instanceof Error ? cause.message : error instanceof Error ? error.message : String(error)
}

export type DatabaseServices = Layer.Layer.Success<ReturnType<typeof Database.layer>>

const minServerVersion = 150_000

const withoutNames = (url: string): string =>
  `The pooler at ${displayAddress(url)} does not support named statements. Use PgBouncer 1.21 or later with max_prepared_statements above 0, or set DATABASE_NAMED_STATEMENTS=off. If it is Postgres itself, unset DATABASE_DIRECT_URL.`

/** The settings of the connection. */
export type DatabaseEnvironment = Pick<
  Environment,
  | "lockTimeoutSeconds"
  | "databaseDirectUrl"
  | "databaseNamedStatements"
  | "databaseReplicaUrl"
  | "databaseReplicaWaitSeconds"
>

const poolerOf = (env: Partial<DatabaseEnvironment>): Pick<DatabaseOptions, "pooler"> =>
  env.databaseDirectUrl === undefined || env.databaseDirectUrl === null
    ? {}
    : { pooler: { directUrl: env.databaseDirectUrl, namedStatements: env.databaseNamedStatements ?? true } }

const replicaOf = (env: Partial<DatabaseEnvironment>): Pick<DatabaseOptions, "replica"> =>
  env.databaseReplicaUrl === undefined || env.databaseReplicaUrl === null
    ? {}
    : {
        replica: { url: env.databaseReplicaUrl, waitMillis: (env.databaseReplicaWaitSeconds ?? 5) * 1000 }
      }

const optionsOf = (env: Partial<DatabaseEnvironment>): DatabaseOptions => ({
  ...(env.lockTimeoutSeconds === undefined ? {} : { lockTimeoutMillis: env.lockTimeoutSeconds * 1000 }),
  ...poolerOf(env),
  ...replicaOf(env)
})

/** Opens the database and waits for its first response. It closes with the scope. */
export const openDatabase = (
  url: string,
  env: Partial<DatabaseEnvironment> = {},
  more: Pick<DatabaseOptions, "applicationName" | "connections"> = {}
): Effect.Effect<Context.Context<DatabaseServices>, Stop, Scope.Scope> =>
  Effect.gen(function* () {
    const options = { ...optionsOf(env), ...more }
    const services = yield* Layer.build(Database.layer(url, options))
    const [server] = yield* Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ version: number }>`select current_setting('server_version_num')::int as version`
    ).pipe(Effect.provide(services))
    if (server!.version < minServerVersion) {
      const message = `The database at ${displayAddress(url)} is Postgres ${Math.floor(server!.version / 10_000)}. Adwarden requires 15 or later.`
      return yield* new Stop({ message })
    }
    if (options.pooler?.namedStatements === true && !(yield* Effect.provide(poolerNamesStatements, services)))
      return yield* new Stop({ message: withoutNames(url) })
    return services
  }).pipe(Effect.mapError((error) => (error instanceof Stop ? error : databaseStop(url, error))))

/** Fails if the schema is not the one that the code needs. */
export const checkSchema: Effect.Effect<void, Stop | SqlError, SqlClient.SqlClient> = pendingMigrations.pipe(
  Effect.catchTag("IncompatibleSchema", ({ message }) => new Stop({ message })),
  Effect.flatMap((missing) =>
    missing.length === 0
      ? Effect.void
      : new Stop({
          message: `The database lacks ${missing.length} migration(s), the first ${missing[0]}. Run: adwarden migrate`
        })
  )
)

/** The database of a command: that of DATABASE_URL, or the embedded one. */
interface CommandDatabase {
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
