import { parentPort } from "node:worker_threads"
import type { JobRequest, ThreadMessage } from "./pool.ts"

/* The entry point of a thread that runs isolated jobs, one at a time. */

const port = parentPort!
const send = (message: ThreadMessage): void => port.postMessage(message)

const asFailure = (error: unknown): ThreadMessage => {
  const isDeep = error instanceof RangeError && /call stack/.test(error.message)
  return { kind: "failed", reason: isDeep ? "stack" : "defect", message: String(error).slice(0, 500) }
}

port.on("message", async ({ input, module, name }: JobRequest) => {
  try {
    const { [name]: run } = (await import(module)) as Record<string, (input: unknown) => unknown>
    // The deadline is for the work alone, not for loading the code.
    send({ kind: "started" })
    send({ kind: "done", output: run!(input) })
  } catch (error) {
    send(asFailure(error))
  }
})
