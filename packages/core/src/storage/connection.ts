import { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type pg from "pg"
import { wireTypes } from "./wire-types.ts"

export interface ConnectionOptions {
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
} as const satisfies Required<ConnectionOptions>

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
