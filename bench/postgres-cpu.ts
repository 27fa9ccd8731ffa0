import { readdirSync, readFileSync } from "node:fs"

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
