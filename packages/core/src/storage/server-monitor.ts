import pg from "pg"
import type { DatabaseClient } from "./client.ts"
import {
  type ConnectionOptions,
  clientConfig,
  connectionDefaults,
  ignoreConnectionErrors
} from "./connection.ts"

const checkEveryMillis = 250
/** A statement that takes longer triggers a check whether the server responds. */
const slowMillis = 1_000
const tickMillis = 50

/**
 * Detects a server that stopped responding: a frozen machine, or a network that drops packets. A slow
 * statement looks the same on its own connection, so the monitor opens a second one. If that gets no response
 * either, all waiting connections are closed. Their callers fail within seconds.
 */
export class ServerMonitor {
  readonly #url: string
  readonly #options: ConnectionOptions
  readonly #limitMillis: number
  readonly #timer: NodeJS.Timeout
  readonly #clients = new Set<DatabaseClient>()
  #probing = false

  constructor(url: string, options: ConnectionOptions) {
    this.#url = url
    this.#options = options
    this.#limitMillis = (options.connectTimeoutMillis ?? connectionDefaults.connectTimeoutMillis) / 2
    this.#timer = setInterval(() => void this.#check(), checkEveryMillis).unref()
  }

  add(client: DatabaseClient): void {
    this.#clients.add(client)
    client.once("end", () => this.#clients.delete(client))
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #slowClients(): ReadonlyArray<DatabaseClient> {
    const since = performance.now() - slowMillis
    return [...this.#clients].filter(({ waitingSince }) => waitingSince !== undefined && waitingSince < since)
  }

  async #check(): Promise<void> {
    if (this.#probing || this.#slowClients().length === 0) return
    this.#probing = true
    // A pooler accepts connections while the server behind it does not respond.
    const { pooler, ...options } = this.#options
    const responses = await Promise.all([
      serverResponds(this.#url, this.#options, this.#limitMillis),
      ...(pooler === undefined ? [] : [serverResponds(pooler.directUrl, options, this.#limitMillis)])
    ])
    this.#probing = false
    if (responses.every((responded) => responded)) return
    for (const client of this.#slowClients()) {
      client.destroy(Object.assign(new Error("The database fell silent"), { code: "ETIMEDOUT" }))
    }
  }
}

/** Whether the server sends anything on a new connection; an error counts as a response. */
const serverResponds = (url: string, options: ConnectionOptions, limitMillis: number): Promise<boolean> =>
  new Promise((resolve) => {
    const client = ignoreConnectionErrors(
      new pg.Client({ ...clientConfig(url, options), connectionTimeoutMillis: 0 })
    )
    const end = (responded: boolean): void => {
      clearInterval(timer)
      client.connection.stream.destroy()
      resolve(responded)
    }
    // Counts ticks instead of time: a pause of our own process, in which it reads no response, is one tick.
    let remaining = limitMillis / tickMillis
    const timer = setInterval(() => {
      if (--remaining <= 0) end(false)
    }, tickMillis)
    client.connection.on("errorMessage", () => end(true))
    client.connect((error: Error | null | undefined) => end(error === null || error === undefined))
  })
