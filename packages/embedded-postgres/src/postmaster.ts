import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { readFile, rm } from "node:fs/promises"
import { join } from "node:path"

export interface Postmaster {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
}

const pidFile = (data: string): string => join(data, "postmaster.pid")

/** Reads the file that Postgres writes about the server of a data directory; undefined if no server runs. */
export const postmasterOf = async (data: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFile(data), "utf8").catch(() => "")
  const [pid, , , port, , , , status] = text.split("\n")
  if (!pid || !isPostgres(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), ready: status?.trim() === "ready" }
}

/**
 * Removes the pid file of a crashed server. Another program can have its process id by now, which Postgres
 * would take for a server. Requires the start lock: without it, the file could belong to a server that has
 * just started.
 */
export const removeStalePidFile = async (data: string): Promise<void> => {
  if ((await postmasterOf(data)) === undefined) await rm(pidFile(data), { force: true })
}

const isPostgres = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false
  }
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).includes("postgres")
    }
    const [, name, state] = /^\d+ \((.*)\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? []
    // Without an init process (in a container, for example), a dead orphan stays listed as a zombie.
    return name === "postgres" && state !== "Z"
  } catch {
    return false
  }
}
