import { open, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Refusal, reasonOf } from "../refusal.ts"
import { privateFolder } from "./private-file.ts"

/** Longer than anything that is done under a lock: whoever held one for longer is gone. */
const abandonedAfterMillis = 30_000
const pollMillis = 50

const isAbandoned = async (path: string): Promise<boolean> => {
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0
  )
  return age > abandonedAfterMillis
}

const tryLock = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, "wx", 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false
    throw new Refusal(`Cannot write ${path} (${reasonOf(error)}). Check who owns the folder.`, {
      exitReason: "failed"
    })
  }
}

/**
 * Does something that no other process may do at the same time. Two that take over an abandoned lock in the same
 * instant may both go on; what is guarded here bears that, since the service takes a replaced refresh token for another
 * minute.
 */
export const withLock = async <A>(path: string, work: () => Promise<A>): Promise<A> => {
  await privateFolder(dirname(path))
  while (!(await tryLock(path))) {
    if (await isAbandoned(path)) await rm(path, { force: true })
    else await sleep(pollMillis)
  }
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}
