import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { program } from "../../support/programs.ts"
import type { ChildRequest, ChildResponse } from "./calls.ts"

/** A process that takes calls and can be killed. */
export interface Host {
  readonly ready: Promise<void>
  readonly send: (call: ChildRequest) => void
  /** Kills the process; resolves when its last responses were read. */
  readonly kill: () => Promise<void>
}

export const startHost = (
  database: string,
  emulator: string,
  onResponse: (answer: ChildResponse) => void
): Host => {
  const child: ChildProcess = spawn(
    process.execPath,
    [program(new URL("./child.ts", import.meta.url)), database, emulator],
    {
      stdio: ["pipe", "pipe", "inherit"]
    }
  )
  child.stdin!.on("error", () => {})
  const lines = createInterface({ input: child.stdout! })
  const closed = once(lines, "close")
  const exited = once(child, "exit")
  const ready = new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => {
      // A line that the kill truncated was never sent.
      if (!line.endsWith("}")) return
      const message = JSON.parse(line) as ChildResponse | { ready: true }
      if ("ready" in message) resolve()
      else onResponse(message)
    })
    child.once("exit", (code) => reject(new Error(`The host ended by itself with ${code}`)))
  })
  ready.catch(() => {})
  return {
    ready,
    send: (call) => void child.stdin!.write(`${JSON.stringify(call)}\n`),
    kill: async () => {
      child.kill("SIGKILL")
      await exited
      await closed
    }
  }
}
