import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import pg from "pg"

/*
 * Rows leave Postgres in the format of the responses: timestamps as ISO 8601 text, dates as text, exact
 * numbers as JSON numbers. Creating Dates only to format them again cost a tenth of the throughput.
 */

type Parse = (text: string) => unknown

/** `2026-01-31 09:05:07.12+00`, as Postgres writes it while TimeZone is UTC. */
export const parseInstant = (text: string): string => {
  if (!text.endsWith("+00") || text.charCodeAt(10) !== 32) return parseNonUtcInstant(text)
  const fraction = text.length > 22 ? text.slice(20, -3).slice(0, 3).padEnd(3, "0") : "000"
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

/** Another zone (a pooler that drops our settings), `infinity`, or a year past 9999. */
const parseNonUtcInstant = (text: string): string => {
  const date = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"))
  return Number.isNaN(date.getTime()) ? text : date.toISOString()
}

const asText: Parse = (text) => text
const asNumber: Parse = (text) => Number(text)
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    (textArray(text) as ReadonlyArray<string | null>).map((item) => (item === null ? null : parse(item)))

const textArray = pg.types.getTypeParser(1009 as number, "text") as Parse

const parsers = new Map<number, Parse>([
  [20, asNumber], // int8
  [1016, arrayOf(asNumber)],
  [1700, asNumber], // numeric
  [1231, arrayOf(asNumber)],
  [1082, asText], // date
  [1182, arrayOf(asText)],
  [1114, asText], // timestamp
  [1184, parseInstant], // timestamptz
  [1185, arrayOf(parseInstant)]
])

/** Returns the parser of a type, given its id. */
export const parserOf = (oid: number): Parse => parsers.get(oid) ?? pg.types.getTypeParser(oid, "text")

const wireTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    format === "binary"
      ? pg.types.getTypeParser(oid, format)
      : parserOf(oid)) as pg.CustomTypesConfig["getTypeParser"]
}

export interface OutgoingStatement {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
  /** The name of the prepared statement; unnamed statements are parsed every time. */
  readonly name?: string | undefined
}

/** A pooler that shares server connections between transactions, such as PgBouncer in transaction mode. */
export interface PoolerOptions {
  /** The URL of the server itself, for whatever needs a session: LISTEN and migrations. */
  readonly directUrl: string
  /**
   * Whether the pooler supports named statements, like PgBouncer 1.21 or later with max_prepared_statements. Without
   * them the server parses and plans every statement again.
   */
  readonly namedStatements: boolean
}

export interface ConnectionOptions {
  /** Set if the URL is a pooler's. A session's settings and locks would then reach other clients. */
  readonly pooler?: PoolerOptions
  /** The statement timeout. */
  readonly statementTimeoutMillis?: number
  /** The timeout for getting a connection, new or from the pool. */
  readonly connectTimeoutMillis?: number
  /** The timeout for getting a lock. */
  readonly lockTimeoutMillis?: number
  /** The time after which the server ends an idle transaction and releases its locks. */
  readonly idleInTransactionMillis?: number
  readonly applicationName?: string
}

export const connectionDefaults = {
  statementTimeoutMillis: 15_000,
  // During a database outage every response is sent within five seconds, including this timeout.
  connectTimeoutMillis: 3_000,
  lockTimeoutMillis: 3_000,
  idleInTransactionMillis: 5_000,
  applicationName: "adwarden"
} as const satisfies Required<Omit<ConnectionOptions, "pooler">>

/** Rejects a URL that pg cannot read. The error does not repeat it, because it contains a password. */
export const validateDatabaseUrl = (url: string): Effect.Effect<string, SqlError> =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
    ? Effect.succeed(url)
    : Effect.fail(
        new SqlError({
          message: "The database address is not a postgres:// URL. Check DATABASE_URL.",
          cause: new Error("unreadable address")
        })
      )

/** A client's settings; pg ignores the last two, which `DatabaseClient` reads. */
export interface DatabaseClientConfig extends pg.ClientConfig {
  readonly namedStatements?: boolean
  readonly behindPooler?: boolean
}

/** The timeouts of statements and transactions, under Postgres' names. */
const timeoutsOf = (options: ConnectionOptions) => {
  const { idleInTransactionMillis, lockTimeoutMillis, statementTimeoutMillis } = {
    ...connectionDefaults,
    ...options
  }
  return {
    statement_timeout: statementTimeoutMillis,
    lock_timeout: lockTimeoutMillis,
    idle_in_transaction_session_timeout: idleInTransactionMillis
  }
}

/** A pooler rejects the timeouts as parameters of a session; `transactionLimits` sets them for each transaction. */
export const clientConfig = (url: string, options: ConnectionOptions = {}): DatabaseClientConfig => {
  const chosen = { ...connectionDefaults, ...options }
  return {
    connectionString: url,
    application_name: chosen.applicationName,
    ...(chosen.pooler === undefined
      ? timeoutsOf(options)
      : { namedStatements: chosen.pooler.namedStatements, behindPooler: true }),
    connectionTimeoutMillis: chosen.connectTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: wireTypes
  }
}

/** Sets the timeouts of a transaction; nothing if the session has them. */
export const transactionLimits = (options: ConnectionOptions): ReadonlyArray<OutgoingStatement> => {
  if (options.pooler === undefined) return []
  // Unlike a query, SET takes no snapshot: the isolation level can still be chosen after it.
  return Object.entries(timeoutsOf(options)).map(([name, millis]) => ({
    name: `limit_${name}_${millis}`,
    text: `set local ${name} = ${millis}`,
    values: []
  }))
}

export const acquireError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })

export const statementError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to execute statement" })

/** The minimum wait for a database that has been unavailable for a while: it can be back any moment. */
export const minTimeoutMillis = 250

/** A dropped idle connection must not end the process. */
export const ignoreConnectionErrors = <Client extends pg.Client>(client: Client): Client => {
  client.on("error", () => {})
  return client
}

/**
 * Whether the server is about to close this error's session. The severity is in the server's language, so the
 * shutdown codes count too.
 */
export const isSessionEnding = (error: {
  readonly severity?: string | undefined
  readonly code?: string | undefined
}): boolean =>
  error.severity === "FATAL" || error.severity === "PANIC" || error.code?.startsWith("57P0") === true

/** Closes connections and waits at most five seconds for it. A race of promises costs a command less than one of fibers. */
export const closeInTime = (close: () => Promise<unknown>): Effect.Effect<void> =>
  Effect.promise(async () => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, 5000)
    })
    await Promise.race([close(), late]).finally(() => clearTimeout(timer))
  })
