import { parentPort } from "node:worker_threads"

/* The entry point of the thread that sends exports to the collector. */

/** One request to the collector, or the end of it. */
export type ExportMessage =
  | {
      readonly id: number
      readonly url: string
      readonly method: string
      readonly headers: Readonly<Record<string, string>>
      readonly body: Uint8Array | null
    }
  | { readonly id: number; readonly aborted: true }

/** What became of a request. */
export type ExportOutcome =
  | { readonly id: number; readonly status: number; readonly headers: Array<[string, string]> }
  | { readonly id: number; readonly error: string }

const port = parentPort!
const running = new Map<number, AbortController>()

const send = async (message: Exclude<ExportMessage, { readonly aborted: true }>): Promise<ExportOutcome> => {
  const { id, url, ...init } = message
  const controller = new AbortController()
  running.set(id, controller)
  try {
    const response = await fetch(url, { ...init, signal: controller.signal } as RequestInit)
    // Only the status and the headers matter; an unread body would keep its connection.
    await response.body?.cancel()
    return { id, status: response.status, headers: [...response.headers] }
  } catch (error) {
    return { id, error: String((error as Error).cause ?? error).slice(0, 500) }
  } finally {
    running.delete(id)
  }
}

port.on("message", async (message: ExportMessage) => {
  if ("aborted" in message) running.get(message.id)?.abort()
  else port.postMessage(await send(message))
})
