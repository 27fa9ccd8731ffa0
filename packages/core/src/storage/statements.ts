import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import type pg from "pg"
import { type InSpan, makeInSpan, statementName, withoutSpan } from "../telemetry/index.ts"
import { DatabaseClient } from "./client.ts"
import {
  acquireError,
  type ConnectionOptions,
  clientConfig,
  closeInTime,
  connectionDefaults,
  minTimeoutMillis,
  statementError,
  validateDatabaseUrl
} from "./connection.ts"
import type { StatementResult } from "./round-trip.ts"
import { ServerMonitor } from "./server-monitor.ts"
import type { BoundStatement, SharedKind, Statement } from "./statement.ts"

export type RowsCallback = (error: SqlError | undefined, rows: ReadonlyArray<unknown>) => void

const noRows: ReadonlyArray<unknown> = []
const backoff = { firstMillis: 50, maxMillis: 2_000 }

/**
 * A pipelined connection: it sends statements without waiting for earlier responses, and reconnects by
 * itself. When it breaks, the statements in flight fail, because their outcome is unknown.
 */
export class PipelinedConnection {
  readonly #config: pg.ClientConfig
  readonly #stallTicks: number
  readonly #onOpen: () => void
  readonly #onClient: (client: DatabaseClient) => void
  readonly #stallTimer: NodeJS.Timeout
  #client: DatabaseClient | undefined
  #retry: NodeJS.Timeout | undefined
  #attempts = 0
  #closed = false
  #stalled = 0
  /**
   * Since when it cannot be used, on the clock of `performance.now()`: it was lost, the server stopped responding, or the
   * first attempt to connect failed. Undefined before that: a process that is busy with its start is no outage.
   */
  downSince: number | undefined
  /** Why the last attempt to connect failed. */
  failure: unknown

  constructor(
    url: string,
    options: ConnectionOptions,
    onOpen: () => void,
    onClient: (client: DatabaseClient) => void
  ) {
    this.#config = clientConfig(url, options)
    this.#onOpen = onOpen
    this.#onClient = onClient
    const statementTimeout = options.statementTimeoutMillis ?? connectionDefaults.statementTimeoutMillis
    this.#stallTicks = Math.ceil(statementTimeout / 1000) + 2
    this.#stallTimer = setInterval(() => this.#checkForStall(), 1000).unref()
    this.#connect()
  }

  get isOpen(): boolean {
    return this.#client !== undefined
  }

  run({ name, text }: Statement, params: ReadonlyArray<unknown>, callback: RowsCallback): void {
    const open = this.#client
    if (open === undefined) {
      callback(acquireError(this.failure ?? new Error("Connection terminated")), noRows)
      return
    }
    open.send([{ name, text, values: params }], (error, [result]) => {
      this.#stalled = 0
      if (error === undefined) return callback(undefined, (result as StatementResult).rows)
      // The session is closing, or would repeat the error for ever.
      if (open.unusable) this.#drop(open, error)
      callback(statementError(error), noRows)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#stallTimer)
    clearTimeout(this.#retry)
    const open = this.#client
    this.#client = undefined
    await open?.end()
  }

  #connect(): void {
    const client = new DatabaseClient({ ...this.#config, pipeline: true })
    client.on("error", (error) => this.#drop(client, error))
    client.on("end", () => this.#drop(client, new Error("Connection terminated")))
    client
      .connect()
      .then(() => client.begin())
      .then(
        () => {
          if (this.#closed) return void client.end()
          this.#client = client
          this.#onClient(client)
          this.#attempts = 0
          this.failure = undefined
          this.#onOpen()
        },
        (error) => {
          client.end().catch(() => {})
          this.#scheduleReconnect(error)
        }
      )
  }

  #drop(client: DatabaseClient, error: unknown): void {
    if (this.#client !== client) return
    this.#client = undefined
    this.downSince = client.waitingSince ?? performance.now()
    // end() waits for statements in flight, and closes a dead socket at once.
    client.end().catch(() => {})
    this.#scheduleReconnect(error)
  }

  #scheduleReconnect(error: unknown): void {
    this.failure = error
    this.downSince ??= performance.now()
    if (this.#closed) return
    const wait = Math.min(backoff.maxMillis, backoff.firstMillis * 2 ** this.#attempts++)
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  /** The server ends slow statements; a server that stops responding is detected here. */
  #checkForStall(): void {
    if (this.#client === undefined || this.#client.pendingCount === 0) this.#stalled = 0
    else if (++this.#stalled > this.#stallTicks) {
      this.#client.destroy(Object.assign(new Error("The database fell silent"), { code: "ETIMEDOUT" }))
    }
  }
}

export interface StatementsOptions extends ConnectionOptions {
  /**
   * The number of pipelined connections, besides those for shared statements. Two or three beat a larger pool. Zero
   * is for a command: one connection for all statements, opened by the first.
   */
  readonly connections?: number
}

export interface StatementsShape {
  /**
   * Runs a declared statement on a shared, pipelined connection. Each is its own transaction. Rows are not decoded: their
   * type is trusted.
   */
  readonly read: <Row>(statement: BoundStatement<Row>) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  /**
   * Sends a statement now and returns the effect that waits for its rows: for a read beside another one. With the fibers
   * of `Effect.all`, `npm run bench` printed 1.04 instead of 1.21 for a list of campaigns.
   */
  readonly send: <Row>(
    statement: BoundStatement<Row>
  ) => Effect.Effect<Effect.Effect<ReadonlyArray<Row>, SqlError>>
  /** For batches, which have their own spans. */
  readonly inSpan: InSpan
}

interface WaitingRequest {
  readonly start: (connection: PipelinedConnection) => void
  readonly callback: RowsCallback
  readonly timer: NodeJS.Timeout
}

/** For requests that wait when everything closes, or come later: no connection opens any more. */
const closedError = () => acquireError(new Error("Connection terminated: the service is stopping"))

class PipelinedConnections {
  readonly #monitor: ServerMonitor
  #connections: ReadonlyArray<PipelinedConnection>
  readonly #connect: () => PipelinedConnection
  readonly #isForCommand: boolean
  /** Opened by the first statement of a kind: many processes run none. */
  readonly #sharedConnections = new Map<SharedKind, PipelinedConnection>()
  readonly #waiting = new Set<WaitingRequest>()
  readonly #timeoutMillis: number
  #lastIndex = 0
  #isClosed = false

  constructor(url: string, options: StatementsOptions) {
    this.#timeoutMillis = options.connectTimeoutMillis ?? connectionDefaults.connectTimeoutMillis
    this.#monitor = new ServerMonitor(url, options)
    this.#connect = () =>
      new PipelinedConnection(
        url,
        options,
        () => this.#opened(),
        (client) => this.#monitor.add(client)
      )
    this.#isForCommand = options.connections === 0
    this.#connections = Array.from({ length: options.connections ?? 2 }, this.#connect)
  }

  run(statement: Statement, params: ReadonlyArray<unknown>, callback: RowsCallback): void {
    if (this.#connections.length === 0 && !this.#isClosed) this.#connections = [this.#connect()]
    const { shared } = statement
    const isShared = shared !== undefined && !this.#isForCommand
    const connection = (isShared ? this.#shared(shared) : undefined) ?? this.#next()
    if (connection !== undefined) connection.run(statement, params, callback)
    else if (this.#isClosed) callback(closedError(), [])
    else this.#wait((opened) => opened.run(statement, params, callback), callback)
  }

  async close(): Promise<void> {
    this.#monitor.close()
    this.#isClosed = true
    for (const { callback, timer } of this.#waiting) {
      clearTimeout(timer)
      callback(closedError(), [])
    }
    this.#waiting.clear()
    await Promise.all([...this.#connections, ...this.#sharedConnections.values()].map((each) => each.close()))
  }

  #shared(kind: SharedKind): PipelinedConnection | undefined {
    const connection = this.#sharedConnections.get(kind) ?? this.#connect()
    this.#sharedConnections.set(kind, connection)
    return connection.isOpen ? connection : undefined
  }

  #next(): PipelinedConnection | undefined {
    for (let tries = this.#connections.length; tries > 0; tries--) {
      this.#lastIndex = (this.#lastIndex + 1) % this.#connections.length
      const connection = this.#connections[this.#lastIndex]!
      if (connection.isOpen) return connection
    }
    return undefined
  }

  /**
   * The timeout counts from the start of the outage, so that a request with two waits does not wait twice.
   */
  #wait(start: (connection: PipelinedConnection) => void, callback: RowsCallback): void {
    const now = performance.now()
    const downSince = Math.max(...this.#connections.map((connection) => connection.downSince ?? now))
    const timeout = Math.max(minTimeoutMillis, downSince + this.#timeoutMillis - now)
    const timer = setTimeout(() => {
      this.#waiting.delete(waiting)
      const reason = this.#connections.find((connection) => connection.failure !== undefined)?.failure
      callback(acquireError(reason ?? Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" })), [])
    }, timeout)
    const waiting: WaitingRequest = { start, callback, timer }
    this.#waiting.add(waiting)
  }

  #opened(): void {
    for (const waiting of this.#waiting) {
      const connection = this.#next()
      if (connection === undefined) return
      this.#waiting.delete(waiting)
      clearTimeout(waiting.timer)
      waiting.start(connection)
    }
  }
}

const make = (url: string, options: StatementsOptions) =>
  Effect.zip(makeInSpan, acquire(url, options)).pipe(
    Effect.map(([inSpan, connections]): StatementsShape => {
      const run = <Row>(statement: BoundStatement<Row>) =>
        Effect.async<ReadonlyArray<Row>, SqlError>((resume) =>
          connections.run(statement, statement.values, (error, rows) =>
            resume(error === undefined ? Effect.succeed(rows as ReadonlyArray<Row>) : Effect.fail(error))
          )
        )
      const traced = <Row>(statement: BoundStatement<Row>) =>
        inSpan(statementName(statement.text), run(statement), { kind: "client" })
      const send = <Row>(statement: BoundStatement<Row>) =>
        Effect.sync(() => {
          type Rows = Effect.Effect<ReadonlyArray<Row>, SqlError>
          let answer: Rows | undefined
          let resume: ((rows: Rows) => void) | undefined
          connections.run(statement, statement.values, (error, rows) => {
            answer = error === undefined ? Effect.succeed(rows as ReadonlyArray<Row>) : Effect.fail(error)
            resume?.(answer)
          })
          const rows: Rows = Effect.async((waiting) => {
            if (answer === undefined) resume = waiting
            else waiting(answer)
          })
          return inSpan === withoutSpan
            ? rows
            : inSpan(statementName(statement.text), rows, { kind: "client" })
        })
      return { read: inSpan === withoutSpan ? run : traced, send, inSpan }
    })
  )

const acquire = (url: string, options: StatementsOptions) =>
  Effect.acquireRelease(
    Effect.map(validateDatabaseUrl(url), (readable) => new PipelinedConnections(readable, options)),
    (connections) => closeInTime(() => connections.close())
  )

export class Statements extends Context.Tag("@adwarden/Statements")<Statements, StatementsShape>() {
  static readonly layer = (url: string, options: StatementsOptions = {}): Layer.Layer<Statements, SqlError> =>
    Layer.scoped(Statements, make(url, options))
}
