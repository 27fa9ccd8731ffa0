import { readdirSync, readFileSync } from "node:fs"
import type pg from "pg"

const fileOf = (pid: string, name: string): string => readFileSync(`/proc/${pid}/${name}`, "utf8")

/** Whether a process is a child of the server that runs in this directory. */
const isServerProcess = (pid: string, directory: string): boolean => {
  if (!fileOf(pid, "cmdline").startsWith("postgres: ")) return false
  const [parent] = /(?<=^PPid:\s+)\d+/m.exec(fileOf(pid, "status")) ?? []
  return parent !== undefined && fileOf(parent, "cmdline").includes(directory)
}

const cpuOf = (pid: string, directory: string): number => {
  try {
    return isServerProcess(pid, directory) ? Number(fileOf(pid, "schedstat").split(" ", 1)[0]) / 1000 : 0
  } catch {
    // The process ended meanwhile.
    return 0
  }
}

/**
 * Returns the microseconds of CPU time of all sessions of the Postgres in a directory. It is 0 on systems other
 * than Linux.
 */
export const postgresCpu = (directory: string): number =>
  process.platform === "linux"
    ? readdirSync("/proc")
        .filter((name) => /^\d+$/.test(name))
        .reduce((sum, pid) => sum + cpuOf(pid, directory), 0)
    : 0

const ticksPerSecond = 100

/** Fields of /proc/PID/stat after the name: parent, and times of the process and of its ended children. */
const statOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [own, own2, ended, ended2] = fields.slice(11, 15).map(Number)
    return { parent: fields[1], own: own! + own2!, ended: ended! + ended2! }
  } catch {
    // The process ended meanwhile, or the system has no /proc.
    return { parent: undefined, own: 0, ended: 0 }
  }
}

/** Returns the process id of a process's parent, or undefined if the process has ended. */
const parentOf = (pid: number): string | undefined => statOf(String(pid)).parent

/** Returns the seconds of CPU time of a process with all its threads, without its children. */
export const processCpu = (pid: number): number => statOf(String(pid)).own / ticksPerSecond

/** Returns the seconds of CPU time of the children of a process that have ended. */
export const endedChildrenCpu = (pid: number): number => statOf(String(pid)).ended / ticksPerSecond

/** Returns the seconds of CPU time of a process and of its children, running or ended. */
export const familyCpu = (pid: number): number => {
  if (process.platform !== "linux") return 0
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter(({ parent }) => parent === String(pid))
  return (
    children.reduce((sum, { own }) => sum + own, 0) / ticksPerSecond + processCpu(pid) + endedChildrenCpu(pid)
  )
}

/** Returns the seconds of CPU time of a local server, with sessions that have ended; 0 on systems without /proc. */
export const serverCpu = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  const postmaster = parentOf(rows[0]!.pid)
  return postmaster === undefined ? 0 : familyCpu(Number(postmaster))
}
