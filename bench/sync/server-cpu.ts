import type pg from "pg"
import { familyCpu, parentOf } from "../process-cpu.ts"

/** Returns the seconds of CPU time of a local server, with sessions that have ended; 0 on systems without /proc. */
export const serverCpu = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid")
  const postmaster = parentOf(rows[0]!.pid)
  return postmaster === undefined ? 0 : familyCpu(Number(postmaster))
}
