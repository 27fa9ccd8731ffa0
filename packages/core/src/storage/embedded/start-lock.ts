import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { sleep } from "./cluster.ts"
import { fail } from "./error.ts"

/*
 * One process at a time makes, clears up or starts the database of a directory. Node has no lock that the system
 * takes away from a process that dies, and a lock file that is left behind cannot be removed safely: whoever finds it
 * dead might remove the one that replaced it. So turns are numbered, and nothing is ever replaced: the turn is with
 * the highest number, the next one is taken by creating the next number, which only one can do, and only who has the
 * turn removes lower ones.
 */
const prefix = "postgres.turn."
const lockFile = (directory: string, lockNumber: number): string => join(directory, `${prefix}${lockNumber}`)

export const withStartLock = async <A>(
  directory: string,
  deadline: number,
  run: () => Promise<A>
): Promise<A> => {
  const lockNumber = await acquire(directory, deadline)
  try {
    return await run()
  } finally {
    // Empty says that it is over. Were it removed, numbers would begin anew, and two could have one each.
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
  // Linked, so that it appears with its content or not at all.
  const isFirst = await link(temporaryFile, lockFile(directory, lockNumber)).then(
    () => true,
    () => false
  )
  await rm(temporaryFile)
  if (!isFirst) return false
  const [highest, ...lower] = await lockNumbers(directory)
  if (highest !== lockNumber) {
    // Others had this number, and were done with it, while we were still looking at the one before.
    await rm(lockFile(directory, lockNumber), { force: true })
    return false
  }
  for (const obsolete of lower) await rm(lockFile(directory, obsolete), { force: true })
  return true
}

/** The numbers there are, highest first. */
const lockNumbers = async (directory: string): Promise<ReadonlyArray<number>> =>
  (await readdir(directory))
    .flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : []))
    .toSorted((a, b) => b - a)

/** A process by its number and its start, since numbers are used again. */
const processIdentity = (pid: number): string => `${pid} ${processStart(pid)}`
const isAlive = (holder: string): boolean => {
  const pid = Number(holder.split(" ")[0])
  return processIdentity(pid) === holder && processStart(pid) !== ""
}

const processStart = (pid: number): string => {
  try {
    return process.platform === "linux"
      ? // The 22nd field; the second, a name in brackets, may hold blanks.
        (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "")
      : execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
  } catch {
    return ""
  }
}
