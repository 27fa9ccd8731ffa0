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

/** What Postgres itself noted about the server on a data directory, while that server lives. */
export const postmasterOf = async (data: string): Promise<Postmaster | undefined> => {
  const text = await readFile(pidFile(data), "utf8").catch(() => "")
  const [pid, , , port, , , , status] = text.split("\n")
  if (!pid || !isPostgres(Number(pid))) return undefined
  return { pid: Number(pid), port: Number(port ?? 0), ready: status?.trim() === "ready" }
}

/**
 * Removes what a crash left: its number may by now be another program's, and Postgres would take that for a server.
 * Only for whoever has the turn: anyone else might meet the file of a server that was started meanwhile.
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
    // Nobody may be there to reap a dead orphan (in a container, say): it is still listed, as a zombie.
    return name === "postgres" && state !== "Z"
  } catch {
    return false
  }
}
