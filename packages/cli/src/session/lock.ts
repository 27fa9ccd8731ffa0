import { open, rm, stat } from "node:fs/promises"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Refusal, reasonOf } from "../refusal.ts"
import { privateFolder } from "./private-file.ts"

/** Longer than any work under a lock. An older lock is abandoned. */
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
 * Runs work that no other process can run at the same time. Two processes that take over an abandoned lock at the same
 * moment can both continue. The work tolerates that, because the service accepts a replaced refresh token for another
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
