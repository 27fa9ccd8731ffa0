import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type pg from "pg"
import { wireTypes } from "./wire-types.ts"

export interface ConnectionOptions {
  /** The longest a statement may run. */
  readonly statementTimeoutMillis?: number
  /** The longest to wait for a connection, new or from the pool. */
  readonly connectTimeoutMillis?: number
  /** The longest to wait for a lock that someone else holds. */
  readonly lockTimeoutMillis?: number
  /** The longest a transaction may sit idle before the server ends it and frees its locks. */
  readonly idleInTransactionMillis?: number
  readonly applicationName?: string
}

export const connectionDefaults = {
  statementTimeoutMillis: 15_000,
  // With the database away every answer leaves within five seconds: this and what comes before it fit in.
  connectTimeoutMillis: 3_000,
  lockTimeoutMillis: 3_000,
  idleInTransactionMillis: 5_000,
  applicationName: "adwarden"
} as const satisfies Required<ConnectionOptions>

/** Refuse an address that pg cannot read, without repeating it: it holds a password. */
export const validateDatabaseUrl = (url: string): Effect.Effect<string, SqlError> =>
  /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
    ? Effect.succeed(url)
    : Effect.fail(
        new SqlError({
          message: "The database address is not a postgres:// URL. Check DATABASE_URL.",
          cause: new Error("unreadable address")
        })
      )

export const clientConfig = (url: string, options: ConnectionOptions = {}): pg.ClientConfig => {
  const chosen = { ...connectionDefaults, ...options }
  return {
    connectionString: url,
    application_name: chosen.applicationName,
    statement_timeout: chosen.statementTimeoutMillis,
    lock_timeout: chosen.lockTimeoutMillis,
    idle_in_transaction_session_timeout: chosen.idleInTransactionMillis,
    connectionTimeoutMillis: chosen.connectTimeoutMillis,
    options: "-c TimeZone=UTC -c DateStyle=ISO",
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: wireTypes
  }
}

/** A connection that drops while nobody listens must never end the process. */
export const ignoreConnectionErrors = <Client extends pg.Client>(client: Client): Client => {
  client.on("error", () => {})
  return client
}

/**
 * Whether the server is about to close the session that this error came on. The word is in the server's
 * language, so the codes of a shutdown count too.
 */
export const isSessionEnding = (error: {
  readonly severity?: string | undefined
  readonly code?: string | undefined
}): boolean =>
  error.severity === "FATAL" || error.severity === "PANIC" || error.code?.startsWith("57P0") === true
