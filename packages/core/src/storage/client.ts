import pg from "pg"
import {
  type DatabaseClientConfig,
  ignoreConnectionErrors,
  isSessionEnding,
  type OutgoingStatement
} from "./connection.ts"
import { PreparedStatements, RoundTrip, type StatementResult } from "./round-trip.ts"

/** A text with several statements, which has no name and no values, has one result for each. */
export type Results = StatementResult | ReadonlyArray<StatementResult>

type ServerError = Error & { readonly code?: string; readonly severity?: string }

export type ResultsCallback = (error: ServerError | undefined, results: ReadonlyArray<Results>) => void

/** Errors after which a connection's prepared statements are stale: a table or the server changed. */
const staleCodes = new Set(["0A000", "26000", "25006"])

/** Whether it is a single statement without a name and values: its text can contain several statements. */
export const isSimple = ([first, ...others]: ReadonlyArray<OutgoingStatement>): boolean =>
  others.length === 0 && first?.name === undefined && first?.values.length === 0

/**
 * A connection to Postgres. With `pipeline`, it sends statements without waiting for earlier responses, and all of one
 * turn of the event loop in one packet: for reads of many requests. Otherwise it sends one round trip after another: for
 * transactions.
 */
export class DatabaseClient extends pg.Client {
  readonly #config: DatabaseClientConfig
  readonly #prepared = new PreparedStatements()
  #backend: number | undefined
  #pendingCount = 0
  #waitingSince = 0
  #isCorked = false
  /** Round trips that wait for the one in flight; empty with `pipeline`. */
  readonly #waiting: Array<() => void> = []
  #idleListeners: Array<() => void> = []
  /** It must not be used again: its prepared statements are stale, or it is closing. */
  unusable = false

  constructor(config: DatabaseClientConfig = {}) {
    super(config)
    this.#config = config
    ignoreConnectionErrors(this)
    // A server announces the end of a session before it closes the socket.
    this.on("error", () => {
      this.unusable = true
    })
  }

  /**
   * Prepares a new session: dates and times are read as UTC. Poolers keep these parameters for each of their clients. The
   * server's process is for `cancelRunning`.
   */
  async begin(): Promise<void> {
    const { rows } = await this.query<{ backend: number }>(
      "select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false), pg_backend_pid() as backend"
    )
    this.#backend = rows[0]!.backend
  }

  /** Whether no statement is in flight and no transaction is open, so that another session can use it. */
  get isFree(): boolean {
    return this.#pendingCount === 0 && this.getTransactionStatus() === "I" && !this.unusable
  }

  /** Since when a response is outstanding, on the clock of `performance.now()`; undefined if none is. */
  get waitingSince(): number | undefined {
    return this.#pendingCount === 0 ? undefined : this.#waitingSince
  }

  /** The number of round trips without a response. */
  get pendingCount(): number {
    return this.#pendingCount
  }

  /**
   * Sends statements in this order, in one round trip. The callback runs once all have responded, with the first error if
   * there is one. Statements that must not run after an error belong in a transaction. A simple statement is sent alone.
   */
  send(statements: ReadonlyArray<OutgoingStatement>, onResults: ResultsCallback): void {
    const sent =
      this.#config.namedStatements === false
        ? statements.map((one) => ({ ...one, name: undefined }))
        : statements
    const finish: ResultsCallback = (error, results) => {
      if (error !== undefined && (staleCodes.has(error.code ?? "") || isSessionEnding(error)))
        this.unusable = true
      this.#pendingCount--
      this.#waitingSince = performance.now()
      this.#waiting.shift()?.()
      onResults(error, results)
      if (this.#pendingCount === 0) for (const notify of this.#idleListeners.splice(0)) notify()
    }
    if (this.#pendingCount++ === 0) this.#waitingSince = performance.now()
    const isPipelined = this.#config.pipeline === true
    const start = () => {
      if (isSimple(sent)) this.#sendSimple(sent[0]!.text, finish)
      else this.query(new RoundTrip(sent, this.#prepared, finish))
    }
    if (isPipelined) {
      this.#cork()
      start()
    } else if (this.#pendingCount === 1) start()
    else this.#waiting.push(start)
  }

  #sendSimple(text: string, onResults: ResultsCallback): void {
    this.query(text, (error: ServerError | null, result: Results) => {
      if (error) onResults(error, [])
      else onResults(undefined, [result])
    })
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

  /** Cancels what the server runs for this session, from a second connection. Behind a pooler its time limits end it. */
  cancelRunning(): void {
    if (this.#backend === undefined || this.#config.behindPooler === true) return
    // The request can arrive late and cancel another statement.
    this.unusable = true
    const other = ignoreConnectionErrors(new pg.Client(this.#config))
    other
      .connect()
      .then(() => other.query("select pg_cancel_backend($1)", [this.#backend]))
      .catch(() => {})
      .finally(() => other.end().catch(() => {}))
  }

  /** Closes the socket at once. Statements in flight fail as lost. */
  destroy(reason?: Error): void {
    this.unusable = true
    this.connection.stream.destroy(reason)
  }

  /** Holds back what is written in this turn of the event loop, so that it leaves in one system call. */
  #cork(): void {
    if (this.#isCorked) return
    const { stream } = this.connection
    this.#isCorked = true
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}
