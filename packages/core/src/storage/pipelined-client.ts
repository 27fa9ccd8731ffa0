import pg from "pg"
import { ignoreConnectionErrors, isSessionEnding } from "./connection.ts"
import { type OutgoingStatement, PreparedStatements, RoundTrip, type StatementResult } from "./round-trip.ts"

/** What pg's client and connection have and use but do not declare. */
interface ClientInternals {
  _queryable: boolean
  readonly processID: number | null
  readonly secretKey: number | null
}
interface ConnectionInternals extends pg.Connection {
  _send: (message: Buffer) => boolean
}
interface CancelConnection extends pg.Connection {
  readonly connect: (portOrPath: number | string, host?: string) => void
  readonly cancel: (processId: number, secretKey: number) => void
  readonly unref: () => void
}

type ServerError = Error & { readonly code?: string; readonly severity?: string }

export type ResultsCallback = (
  error: ServerError | undefined,
  results: ReadonlyArray<StatementResult>
) => void

const noResults: ReadonlyArray<StatementResult> = []

/** Without a name and values it may be several statements in one piece, which only the simple protocol takes. */
export const isSimple = ({ name, values }: OutgoingStatement): boolean =>
  name === undefined && values.length === 0

/** Errors after which a connection's prepared statements can no longer be trusted: a table or a server changed. */
const staleCodes = new Set(["0A000", "26000", "25006"])

/**
 * A connection that sends statements without waiting for the answers before them. The server works through them
 * in order and answers in order. Whatever is sent in one turn of the event loop leaves in one packet.
 */
export class PipelinedClient extends pg.Client {
  readonly #internals = this as unknown as ClientInternals
  readonly #prepared = new PreparedStatements()
  readonly #parserOf = (oid: number) => this.getTypeParser(oid, "text") as (text: string) => unknown
  #pendingCount = 0
  #waitingSince = 0
  #rejections: Array<() => void> = []
  #idleListeners: Array<() => void> = []
  /** It must not be used again: its prepared statements are no longer what we believe, or it is being closed. */
  unusable = false

  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
    ignoreConnectionErrors(this)
    batchWrites(this.connection as ConnectionInternals)
    // Once connected, so that pg has heard of everything before we do.
    this.once("connect", () => {
      this.connection.on("errorMessage", (error: pg.DatabaseError) => {
        // A server that ends a session says so before it closes the socket: nobody may use it in between.
        if (isSessionEnding(error)) this.#internals._queryable = false
      })
      this.connection.on("readyForQuery", () => this.#notifyRejections())
    })
    this.on("end", () => this.#notifyRejections())
  }

  /** Whether nothing is under way and no transaction is open, so that the next one can have it. */
  get isFree(): boolean {
    return this.#pendingCount === 0 && this.getTransactionStatus() === "I" && !this.unusable
  }

  /** Since when the server owes an answer, on the clock of `performance.now()`; undefined where it owes none. */
  get waitingSince(): number | undefined {
    return this.#pendingCount === 0 ? undefined : this.#waitingSince
  }

  /** How many statements are still to be answered. */
  get pendingCount(): number {
    return this.#pendingCount
  }

  /**
   * Sends statements, in this order. They are answered once the server is ready for the next ones, also where it
   * refuses, so that by then the state of the transaction is known.
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

  /** Whether everything is answered within so long. */
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

  /** Asks the server to give up what it is doing, by the protocol's own way, which needs no free connection. */
  cancelRunning(): void {
    const { processID, secretKey } = this.#internals
    if (processID === null || secretKey === null) return
    // The request may come late and meet a statement that it was not meant for.
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

  /** Closes the socket at once. What is under way is answered as lost. */
  destroy(reason?: Error): void {
    this.unusable = true
    this.connection.stream.destroy(reason)
  }

  #notifyRejections(): void {
    for (const notify of this.#rejections.splice(0)) notify()
  }
}

/**
 * A statement is five messages. Writing those of a whole flight as one piece costs one system call with one
 * buffer, where pg's own way costs one for each statement with a list of them.
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
