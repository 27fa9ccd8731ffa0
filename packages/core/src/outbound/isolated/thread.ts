import { parentPort } from "node:worker_threads"
import type { Answer, Order } from "./pool.ts"

/* The entry point of a thread that runs isolated jobs, one at a time. */

const port = parentPort!
const answer = (message: Answer): void => port.postMessage(message)

const asFailure = (error: unknown): Answer => {
  const isDeep = error instanceof RangeError && /call stack/.test(error.message)
  return { kind: "failed", reason: isDeep ? "stack" : "defect", message: String(error).slice(0, 500) }
}

port.on("message", async ({ input, module, name }: Order) => {
  try {
    const { [name]: run } = (await import(module)) as Record<string, (input: unknown) => unknown>
    // The deadline is for the work alone, not for loading the code.
    answer({ kind: "started" })
    answer({ kind: "done", output: run!(input) })
  } catch (error) {
    answer(asFailure(error))
  }
})
