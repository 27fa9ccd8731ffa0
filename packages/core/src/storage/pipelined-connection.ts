import { SqlError } from "@effect/sql/SqlError"
import type pg from "pg"
import { type ConnectionOptions, clientConfig, connectionDefaults } from "./connection.ts"
import { PipelinedClient, type StatementResult } from "./pipelined-client.ts"
import type { Statement } from "./statement.ts"

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
  readonly #onClient: (client: PipelinedClient) => void
  readonly #stallTimer: NodeJS.Timeout
  #client: PipelinedClient | undefined
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
    onClient: (client: PipelinedClient) => void
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
      callback(connectionError(this.failure ?? new Error("Connection terminated")), noRows)
      return
    }
    open.send([{ name, text, values: params }], (error, [result]) => {
      this.#stalled = 0
      if (error === undefined) return callback(undefined, (result as StatementResult).rows)
      // The session is closing, or would repeat the error for ever.
      if (open.unusable) this.#drop(open, error)
      callback(new SqlError({ cause: error, message: "Failed to execute statement" }), noRows)
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
    const client = new PipelinedClient(this.#config)
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

  #drop(client: PipelinedClient, error: unknown): void {
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

export const connectionError = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })
