import { Worker } from "node:worker_threads"
import type { ExportMessage, ExportOutcome } from "./export-thread.ts"

const threadUrl = new URL(
  `./export-thread${/\.[a-z]+$/.exec(import.meta.url)?.[0] ?? ".js"}`,
  import.meta.url
)

interface PendingRequest {
  readonly resolve: (response: Response) => void
  readonly reject: (error: Error) => void
}

/**
 * Sends exports from a thread of their own, which starts with the first one. A request out of the host's thread costs
 * every later request: the engine had compiled Node's streams and timers for the host's own sockets alone, and compiles
 * them again for those of a client as well.
 */
export class ThreadedFetch {
  #worker: Worker | undefined
  #lastId = 0
  readonly #pending = new Map<number, PendingRequest>()

  readonly fetch: typeof globalThis.fetch = (url, init = {}) =>
    new Promise((resolve, reject) => {
      const id = ++this.#lastId
      const { body, headers, method = "GET", signal } = init
      this.#pending.set(id, { resolve, reject })
      this.#post({
        id,
        url: String(url),
        method,
        headers: Object.fromEntries(new Headers(headers)),
        body: (body ?? null) as Uint8Array | null
      })
      signal?.addEventListener("abort", () => {
        this.#post({ id, aborted: true })
        this.#take(id)?.reject(new Error("The export was aborted."))
      })
    })

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #post(message: ExportMessage): void {
    this.#worker ??= this.#start()
    // The process stays until the response is there, also while it stops.
    this.#worker.ref()
    this.#worker.postMessage(message)
  }

  #start(): Worker {
    // It writes nothing; without these options, Node pipes its output through streams of the host's thread.
    const worker = new Worker(threadUrl, { execArgv: [], stdout: true, stderr: true })
    worker.on("message", (outcome: ExportOutcome) => {
      const pending = this.#take(outcome.id)
      if ("error" in outcome) pending?.reject(new Error(outcome.error))
      else pending?.resolve(new Response(null, { status: outcome.status, headers: outcome.headers }))
    })
    worker.on("error", (error) => this.#failAll(error))
    worker.on("exit", () => {
      this.#worker = undefined
      this.#failAll(new Error("The thread that exports telemetry ended."))
    })
    return worker
  }

  #take(id: number): PendingRequest | undefined {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (this.#pending.size === 0) this.#worker?.unref()
    return pending
  }

  #failAll(error: Error): void {
    for (const id of this.#pending.keys()) this.#take(id)?.reject(error)
  }
}
