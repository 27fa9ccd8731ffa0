import { spawn } from "node:child_process"
import { once } from "node:events"
import { program } from "./programs.ts"

/**
 * Starts a worker in its own process and waits until it is ready; returns a function that kills it without
 * warning.
 */
export const startWorkerProcess = async (
  database: string,
  emulator: string
): Promise<() => Promise<void>> => {
  const child = spawn(
    process.execPath,
    [program(new URL("./worker-child.ts", import.meta.url)), database, emulator],
    {
      stdio: ["pipe", "pipe", "inherit"]
    }
  )
  const exited = once(child, "exit")
  const ready = await Promise.race([once(child.stdout, "data"), exited.then(() => null)])
  if (ready === null) throw new Error("The worker exited before it was ready")
  return async () => {
    child.kill("SIGKILL")
    await exited
  }
}
