import pg from "pg"
import { ignoreConnectionErrors, isSessionEnding, type PipelinedClientConfig } from "./connection.ts"
import { type OutgoingStatement, PreparedStatements, RoundTrip, type StatementResult } from "./round-trip.ts"
import { readRowsFast } from "./row-parser.ts"

/** Undeclared members of pg's client and connection. */
interface ClientInternals {
  _queryable: boolean
  readonly processID: number | null
  readonly secretKey: number | null
}
interface StartupInternals {
  readonly getStartupConf: (this: pg.Client) => object
}
interface ConnectionInternals extends pg.Connection {
  _send: (message: Buffer) => boolean
}
interface CancelConnection extends pg.Connection {
  readonly connect: (portOrPath: number | string, host?: string) => void
  readonly cancel: (processId: number, secretKey: number) => void
  readonly unref: () => void
}

/** Parameters of every session, which poolers pass on: dates and times are read as UTC. */
const sessionParameters = { TimeZone: "UTC", DateStyle: "ISO" } as const

type ServerError = Error & { readonly code?: string; readonly severity?: string }

export type ResultsCallback = (
  error: ServerError | undefined,
  results: ReadonlyArray<StatementResult>
) => void

const noResults: ReadonlyArray<StatementResult> = []

/**
 * Without a name and values, a text can contain several statements, which only the simple protocol accepts.
 */
export const isSimple = ({ name, values }: OutgoingStatement): boolean =>
  name === undefined && values.length === 0

/** Errors after which a connection's prepared statements are stale: a table or the server changed. */
const staleCodes = new Set(["0A000", "26000", "25006"])

/**
 * A connection that sends statements without waiting for earlier responses. The server processes them in
 * order and responds in order. Statements of one event-loop turn are sent in one packet.
 */
export class PipelinedClient extends pg.Client {
  readonly #internals = this as unknown as ClientInternals
  readonly #prepared: PreparedStatements
  readonly #parserOf = (oid: number) => this.getTypeParser(oid, "text") as (text: string) => unknown
  #pendingCount = 0
  #waitingSince = 0
  #rejections: Array<() => void> = []
  #idleListeners: Array<() => void> = []
  /** It must not be used again: its prepared statements are stale, or it is closing. */
  unusable = false

  constructor(config?: PipelinedClientConfig) {
    super({ ...config, pipeline: true })
    this.#prepared = new PreparedStatements(config?.namedStatements ?? true)
    ignoreConnectionErrors(this)
    batchWrites(this.connection as ConnectionInternals)
    readRowsFast(this.connection)
    // After the connection, so that pg's own handlers run first.
    this.once("connect", () => {
      this.connection.on("errorMessage", (error: pg.DatabaseError) => {
        // A server announces the end of a session before it closes the socket. The connection must not be
        // used in between.
        if (isSessionEnding(error)) this.#internals._queryable = false
      })
      this.connection.on("readyForQuery", () => this.#notifyRejections())
    })
    this.on("end", () => this.#notifyRejections())
  }

  /** pg calls it for the parameters of the session that it starts. */
  getStartupConf(): object {
    const internals = pg.Client.prototype as unknown as StartupInternals
    return { ...internals.getStartupConf.call(this), ...sessionParameters }
  }

  /** Whether no statement is in flight and no transaction is open, so that another session can use it. */
  get isFree(): boolean {
    return this.#pendingCount === 0 && this.getTransactionStatus() === "I" && !this.unusable
  }

  /** Since when a response is outstanding, on the clock of `performance.now()`; undefined if none is. */
  get waitingSince(): number | undefined {
    return this.#pendingCount === 0 ? undefined : this.#waitingSince
  }

  /** The number of statements without a response. */
  get pendingCount(): number {
    return this.#pendingCount
  }

  /**
   * Sends statements in this order. The callback runs once the server is ready for the next ones, also after
   * an error, so that the transaction's state is known.
   */
  send(statements: ReadonlyArray<OutgoingStatement>, onResults: ResultsCallback): void {
    let done = false
    const finish: ResultsCallback = (error, results) => {
      if (done) return
      done = true
      this.#pendingCount--
      this.#waitingSince = performance.now()
      onResults(error, results)
      if (this.#pendingCount === 0) for (const notify of this.#idleListeners.splice(0)) notify()
    }
    const reject = (error: ServerError, unsent = false) => {
      if (staleCodes.has(error.code ?? "")) this.unusable = true
      if (unsent || !this.#internals._queryable) return finish(error, noResults)
      this.#rejections.push(() => finish(error, noResults))
    }
    if (this.#pendingCount++ === 0) this.#waitingSince = performance.now()
    const [only] = statements
    if (statements.length === 1 && isSimple(only!)) {
      this.query(
        { text: only!.text, rowMode: only!.rowMode } as pg.QueryConfig,
        (error: ServerError | null, result) =>
          error ? reject(error) : finish(undefined, Array.isArray(result) ? result : [result])
      )
      return
    }
    const roundTrip: RoundTrip = new RoundTrip(
      statements,
      this.#prepared,
      this.#parserOf,
      (error, results) => (error === undefined ? finish(undefined, results) : reject(error, roundTrip.unsent))
    )
    this.query(roundTrip as unknown as pg.Submittable)
  }

  /** Whether all responses arrive within this time. */
  waitUntilIdle(millis: number): Promise<boolean> {
    if (this.#pendingCount === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), millis)
      this.#idleListeners.push(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  /** Sends the protocol's cancel request, which needs no free connection. */
  cancelRunning(): void {
    const { processID, secretKey } = this.#internals
    if (processID === null || secretKey === null) return
    // The request can arrive late and cancel another statement.
    this.unusable = true
    const connection = new pg.Connection() as CancelConnection
    connection.on("error", () => {})
    connection.on("connect", () => {
      connection.cancel(processID, secretKey)
      connection.end()
    })
    if (this.host.startsWith("/")) connection.connect(`${this.host}/.s.PGSQL.${this.port}`)
    else connection.connect(this.port, this.host)
    connection.unref()
  }

  /** Closes the socket at once. Statements in flight fail as lost. */
  destroy(reason?: Error): void {
    this.unusable = true
    this.connection.stream.destroy(reason)
  }

  #notifyRejections(): void {
    for (const notify of this.#rejections.splice(0)) notify()
  }
}

/**
 * A statement is five messages. Writing a whole batch as one buffer costs one system call; pg costs one call
 * with a list of buffers per statement.
 */
const batchWrites = (connection: ConnectionInternals): void => {
  let buffered: Array<Buffer> = []
  const flush = (): void => {
    const { stream } = connection
    const messages = buffered
    buffered = []
    if (stream.writable) stream.write(messages.length === 1 ? messages[0] : Buffer.concat(messages))
  }
  connection._send = (message) => {
    if (!connection.stream.writable) return false
    if (buffered.push(message) === 1) process.nextTick(flush)
    return true
  }
}
