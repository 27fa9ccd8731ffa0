import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { type InSpan, makeInSpan, statementName, withoutSpan } from "../telemetry/index.ts"
import { type ConnectionOptions, closeInTime, connectionDefaults, validateDatabaseUrl } from "./connection.ts"
import { connectionError, PipelinedConnection, type RowsCallback } from "./pipelined-connection.ts"
import { ServerMonitor } from "./server-monitor.ts"
import type { BoundStatement, SharedKind, Statement } from "./statement.ts"

export interface StatementsOptions extends ConnectionOptions {
  /**
   * The number of pipelined connections, besides those for shared statements. Two or three beat a larger pool. Zero
   * is for a command: one connection for all statements, opened by the first.
   */
  readonly connections?: number
}

export interface StatementsShape {
  /**
   * Runs a declared statement on a shared, pipelined connection, for hot paths. Each is its own transaction.
   * Rows are not decoded: their type is trusted.
   */
  readonly query: <Row>(
    statement: Statement,
    params: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  /** Runs a statement that another module has bound to its values. */
  readonly read: <Row>(statement: BoundStatement<Row>) => Effect.Effect<ReadonlyArray<Row>, SqlError>
  /** For batches, which have their own spans. */
  readonly inSpan: InSpan
}

interface WaitingRequest {
  readonly start: (connection: PipelinedConnection) => void
  readonly callback: RowsCallback
  readonly timer: NodeJS.Timeout
}

/** For requests that wait when everything closes, or come later: no connection opens any more. */
const closedError = () => connectionError(new Error("Connection terminated: the service is stopping"))

/** The minimum wait for a database that has been unavailable for a while: it can be back any moment. */
const minTimeoutMillis = 250

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
      callback(
        connectionError(reason ?? Object.assign(new Error("timeout expired"), { code: "ETIMEDOUT" })),
        []
      )
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
      const run = <Row>(statement: Statement, params: ReadonlyArray<unknown>) =>
        Effect.async<ReadonlyArray<Row>, SqlError>((resume) =>
          connections.run(statement, params, (error, rows) =>
            resume(error === undefined ? Effect.succeed(rows as ReadonlyArray<Row>) : Effect.fail(error))
          )
        )
      const traced = <Row>(statement: Statement, params: ReadonlyArray<unknown>) =>
        inSpan(statementName(statement.text), run<Row>(statement, params), { kind: "client" })
      const query = inSpan === withoutSpan ? run : traced
      return { query, read: <Row>(bound: BoundStatement<Row>) => query<Row>(bound, bound.values), inSpan }
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
