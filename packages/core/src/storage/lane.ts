import { SqlError } from "@effect/sql/SqlError"
import pg from "pg"
import { type ConnectionOptions, clientConfig, connectionDefaults, isFarewell, quiet } from "./connection.ts"
import type { Statement } from "./statement.ts"

export type Answer = (error: SqlError | undefined, rows: ReadonlyArray<unknown>) => void

const none: ReadonlyArray<unknown> = []
const backoff = { firstMillis: 50, mostMillis: 2_000 }

/** Errors after which a connection's prepared statements can no longer be trusted: a table or a server changed. */
const staleCodes = new Set(["0A000", "26000", "25006"])

/** Whether a connection is of no more use after this: it is being closed, or would repeat the error for ever. */
const isParting = (error: Error & { readonly severity?: string; readonly code?: string }): boolean =>
  isFarewell(error) || (error.code !== undefined && staleCodes.has(error.code))

/**
 * One pipelined connection: statements are sent without waiting for the answers before them. It connects by
 * itself again when it breaks. What was in flight then fails, because its outcome is unknown.
 */
export class Lane {
  readonly #config: pg.ClientConfig
  readonly #stallTicks: number
  readonly #onOpen: () => void
  readonly #watch: NodeJS.Timeout
  #open: { readonly client: pg.Client; inFlight: number } | undefined
  #retry: NodeJS.Timeout | undefined
  #attempts = 0
  #closed = false
  #stalled = 0
  /** Why the last try to connect failed. */
  failure: unknown

  constructor(url: string, options: ConnectionOptions, onOpen: () => void) {
    this.#config = { ...clientConfig(url, options), pipeline: true } as pg.ClientConfig
    this.#onOpen = onOpen
    const statementTimeout = options.statementTimeoutMillis ?? connectionDefaults.statementTimeoutMillis
    this.#stallTicks = Math.ceil(statementTimeout / 1000) + 2
    this.#watch = setInterval(() => this.#noticeStall(), 1000).unref()
    this.#connect()
  }

  get isOpen(): boolean {
    return this.#open !== undefined
  }

  run({ name, text }: Statement, params: ReadonlyArray<unknown>, answer: Answer): void {
    const open = this.#open
    if (open === undefined) {
      answer(lost(this.failure ?? new Error("Connection terminated")), none)
      return
    }
    open.inFlight++
    open.client.query({ name, text, values: params as Array<unknown> }, (error: Error | null, result) => {
      open.inFlight--
      this.#stalled = 0
      if (!error) return answer(undefined, result.rows)
      if (isParting(error)) this.#drop(open.client, error)
      answer(new SqlError({ cause: error, message: "Failed to execute statement" }), none)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#watch)
    clearTimeout(this.#retry)
    const open = this.#open
    this.#open = undefined
    await open?.client.end()
  }

  #connect(): void {
    const client = quiet(new pg.Client(this.#config))
    client.on("error", (error) => this.#drop(client, error))
    client.on("end", () => this.#drop(client, new Error("Connection terminated")))
    client.connect((error: Error | null | undefined) => {
      if (error) return this.#again(error)
      if (this.#closed) return void client.end()
      this.#open = { client, inFlight: 0 }
      this.#attempts = 0
      this.failure = undefined
      this.#onOpen()
    })
  }

  #drop(client: pg.Client, error: unknown): void {
    if (this.#open?.client !== client) return
    this.#open = undefined
    // end() lets the statements that are already on the wire come back, and closes a dead socket at once.
    client.end().catch(() => {})
    this.#again(error)
  }

  #again(error: unknown): void {
    this.failure = error
    if (this.#closed) return
    const wait = Math.min(backoff.mostMillis, backoff.firstMillis * 2 ** this.#attempts++)
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), wait * (0.5 + Math.random() / 2))
  }

  /** The server ends slow statements; a server that has fallen silent is noticed here. */
  #noticeStall(): void {
    if (this.#open === undefined || this.#open.inFlight === 0) this.#stalled = 0
    else if (++this.#stalled > this.#stallTicks) {
      const { connection } = this.#open.client as pg.Client & { readonly connection: pg.Connection }
      connection.stream.destroy(Object.assign(new Error("The database fell silent"), { code: "ETIMEDOUT" }))
    }
  }
}

export const lost = (cause: unknown): SqlError =>
  new SqlError({ cause, message: "Failed to acquire connection" })
