import { Cause, Chunk } from "effect"

/** Socket and DNS errors: the server was not reached, or the connection was lost. */
const socketCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN"
])

/**
 * The server cannot serve now, or ended the session: admin_shutdown, crash_shutdown, cannot_connect_now,
 * idle_session_timeout, too_many_connections, and the timeouts of a transaction.
 */
const serverUnavailable = ["57P01", "57P02", "57P03", "57P05", "53300", "25P03", "25P04"]

/**
 * The server lacks something until an operator or a failover provides it: insufficient_resources, disk_full,
 * out_of_memory, io_error, and read_only_sql_transaction, which a standby answers before it takes over.
 */
const serverImpaired = ["53000", "53100", "53200", "58030", "25006"]

/**
 * Conflicts with other sessions: lock_not_available, query_canceled (by a timeout), deadlock_detected,
 * serialization_failure. Nothing was changed, and a retry can succeed.
 */
const contended = ["55P03", "57014", "40P01", "40001"]

const sqlStates = new Set([...serverUnavailable, ...serverImpaired, ...contended])

/** pg's messages without a code when a connection breaks, closes or cannot be acquired in time. */
const messages =
  /connection terminated|not queryable|timeout expired|timeout exceeded when trying to connect|cannot use a pool after calling end|read timeout/i

const indicatesUnavailable = (error: { readonly code?: unknown; readonly message?: unknown }): boolean => {
  if (typeof error.code === "string" && error.code !== "") {
    return socketCodes.has(error.code) || sqlStates.has(error.code) || /^08\w{3}$/.test(error.code)
  }
  return typeof error.message === "string" && messages.test(error.message)
}

const nestedErrors = (error: object): ReadonlyArray<unknown> => {
  if (Cause.isCause(error))
    return [...Chunk.toArray(Cause.failures(error)), ...Chunk.toArray(Cause.defects(error))]
  const { cause, errors } = error as { readonly cause?: unknown; readonly errors?: unknown }
  return [cause, ...(Array.isArray(errors) ? errors : [])]
}

/** Searches SqlErrors, Causes, `cause` and AggregateErrors. */
const searchErrors = (
  error: unknown,
  matches: (error: { readonly code?: unknown; readonly message?: unknown }) => boolean
): boolean => {
  const seen = new Set<unknown>()
  const search = (value: unknown): boolean => {
    if (typeof value !== "object" || value === null || seen.has(value)) return false
    seen.add(value)
    return matches(value) || nestedErrors(value).some(search)
  }
  return search(error)
}

/** Whether an error means that the database is unavailable or too busy, so that a retry can succeed. */
export const isUnavailable = (error: unknown): boolean => searchErrors(error, indicatesUnavailable)

/** pg's message if all connections of the pool are in use, which says nothing about the server. */
export const poolBusy = /timeout exceeded when trying to connect/

/** Whether only other sessions are in the way: a conflict with one, or a pool without a free connection. */
export const isContended = (error: unknown): boolean =>
  searchErrors(
    error,
    ({ code, message }) => contended.includes(String(code)) || poolBusy.test(String(message))
  )

/** Whether a statement waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => searchErrors(error, ({ code }) => code === "55P03")
