import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sleep } from "./cluster.ts"
import { fail } from "./error.ts"

/*
 * Lets one process at a time create, clean up or start the database of a directory.
 *
 * Node has no file lock that the system releases when a process dies. A stale lock file cannot be removed
 * safely, because the removal could hit the file that replaced it. Locks are therefore numbered and never
 * replaced: the highest number holds the lock. A process takes the lock by creating the next number, which
 * only one can do. Only the holder removes lower numbers.
 */
const prefix = "postgres.turn."
const lockFile = (directory: string, lockNumber: number): string => join(directory, `${prefix}${lockNumber}`)

/** Runs `work` while holding the start lock of a directory. */
export const withStartLock = async <A>(
  directory: string,
  deadline: number,
  run: () => Promise<A>
): Promise<A> => {
  const lockNumber = await acquire(directory, deadline)
  try {
    return await run()
  } finally {
    // An empty file marks a released lock. Removing it would restart the numbers, and two processes could
    // hold the lock.
    await truncate(lockFile(directory, lockNumber))
  }
}

const acquire = async (directory: string, deadline: number): Promise<number> => {
  for (;;) {
    const [last = 0] = await lockNumbers(directory)
    const holder = await readFile(lockFile(directory, last), "utf8").catch(() => "")
    if (holder === "" || !isAlive(holder)) {
      if (await tryCreate(directory, last + 1)) return last + 1
    } else if (Date.now() > deadline) {
      return fail(
        "start",
        `Process ${holder.split(" ")[0]} has been starting the database for a minute. Stop it, or wait for it.`
      )
    }
    await sleep(20)
  }
}

const tryCreate = async (directory: string, lockNumber: number): Promise<boolean> => {
  const temporaryFile = join(directory, `postgres.draft.${randomBytes(6).toString("hex")}`)
  await writeFile(temporaryFile, processIdentity(process.pid))
  // A hard link makes the file appear with its content or not at all.
  const isFirst = await link(temporaryFile, lockFile(directory, lockNumber)).then(
    () => true,
    () => false
  )
  await rm(temporaryFile)
  if (!isFirst) return false
  const [highest, ...lower] = await lockNumbers(directory)
  if (highest !== lockNumber) {
    // Other processes took and released this number while this one still read the previous number.
    await rm(lockFile(directory, lockNumber), { force: true })
    return false
  }
  for (const obsolete of lower) await rm(lockFile(directory, obsolete), { force: true })
  return true
}

/** Returns the existing lock numbers, highest first. */
const lockNumbers = async (directory: string): Promise<ReadonlyArray<number>> =>
  (await readdir(directory))
    .flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : []))
    .toSorted((a, b) => b - a)

/** Identifies a process by its id and start time, because ids are reused. */
const processIdentity = (pid: number): string => `${pid} ${processStart(pid)}`
const isAlive = (holder: string): boolean => {
  const pid = Number(holder.split(" ")[0])
  return processIdentity(pid) === holder && processStart(pid) !== ""
}

const processStart = (pid: number): string => {
  try {
    return process.platform === "linux"
      ? // The 22nd field. The second, a name in brackets, can contain spaces.
        (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "")
      : execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
  } catch {
    return ""
  }
}
