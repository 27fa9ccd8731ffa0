import { readdirSync, readFileSync } from "node:fs"

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
export const parentOf = (pid: number): string | undefined => statOf(String(pid)).parent

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
