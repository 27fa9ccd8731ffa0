import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

/** A worker in a process of its own, once it is ready; answers how to kill it without a word. */
export const startWorkerProcess = async (
  database: string,
  emulator: string
): Promise<() => Promise<void>> => {
  const program = join(import.meta.dirname, "worker-child.ts")
  const child = spawn(process.execPath, [program, database, emulator], { stdio: ["pipe", "pipe", "inherit"] })
  const exited = once(child, "exit")
  const ready = await Promise.race([once(child.stdout, "data"), exited.then(() => null)])
  if (ready === null) throw new Error("The worker ended by itself")
  return async () => {
    child.kill("SIGKILL")
    await exited
  }
}
