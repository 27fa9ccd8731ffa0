import { readdirSync, readFileSync } from "node:fs"
import type pg from "pg"

const ticksPerSecond = 100

/** Fields of /proc/PID/stat after the name: parent, and times of the process and of its ended children. */
const statOf = (pid: string) => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const [own, own2, ended, ended2] = fields.slice(11, 15).map(Number)
    return { parent: fields[1], own: own! + own2!, ended: ended! + ended2! }
  } catch {
    // The process ended meanwhile.
    return { parent: undefined, own: 0, ended: 0 }
  }
}

/** Returns the seconds of CPU time of a local server, with sessions that have ended; 0 on systems without /proc. */
export const serverCpu = async (client: pg.Client): Promise<number> => {
  if (process.platform !== "linux") return 0
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  const { parent } = statOf(String(rows[0]!.pid))
  if (parent === undefined) return 0
  const running = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
    .filter((one) => one.parent === parent)
  const { ended, own } = statOf(parent)
  return running.reduce((sum, one) => sum + one.own, own + ended) / ticksPerSecond
}
