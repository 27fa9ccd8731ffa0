import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pause } from "./cluster.ts"
import { refuse } from "./error.ts"

/*
 * One process at a time makes, clears up or starts the database of a directory. Node has no lock that the system
 * takes away from a process that dies, and a lock file that is left behind cannot be removed safely: whoever finds it
 * dead might remove the one that replaced it. So turns are numbered, and nothing is ever replaced: the turn is with
 * the highest number, the next one is taken by creating the next number, which only one can do, and only who has the
 * turn removes lower ones.
 */
const prefix = "postgres.turn."
const file = (directory: string, turn: number): string => join(directory, `${prefix}${turn}`)

export const inTurn = async <A>(directory: string, deadline: number, run: () => Promise<A>): Promise<A> => {
  const turn = await take(directory, deadline)
  try {
    return await run()
  } finally {
    // Empty says that it is over. Were it removed, numbers would begin anew, and two could have one each.
    await truncate(file(directory, turn))
  }
}

const take = async (directory: string, deadline: number): Promise<number> => {
  for (;;) {
    const [last = 0] = await turns(directory)
    const holder = await readFile(file(directory, last), "utf8").catch(() => "")
    if (holder === "" || !lives(holder)) {
      if (await created(directory, last + 1)) return last + 1
    } else if (Date.now() > deadline) {
      return refuse(
        "start",
        `Process ${holder.split(" ")[0]} has been starting the database for a minute. Stop it, or wait for it.`
      )
    }
    await pause(20)
  }
}

const created = async (directory: string, turn: number): Promise<boolean> => {
  const draft = join(directory, `postgres.draft.${randomBytes(6).toString("hex")}`)
  await writeFile(draft, identity(process.pid))
  // Linked, so that it appears with its content or not at all.
  const isFirst = await link(draft, file(directory, turn)).then(
    () => true,
    () => false
  )
  await rm(draft)
  if (!isFirst) return false
  const [highest, ...lower] = await turns(directory)
  if (highest !== turn) {
    // Others had this number, and were done with it, while we were still looking at the one before.
    await rm(file(directory, turn), { force: true })
    return false
  }
  for (const old of lower) await rm(file(directory, old), { force: true })
  return true
}

/** The numbers there are, highest first. */
const turns = async (directory: string): Promise<ReadonlyArray<number>> =>
  (await readdir(directory))
    .flatMap((name) => (name.startsWith(prefix) ? [Number(name.slice(prefix.length))] : []))
    .toSorted((a, b) => b - a)

/** A process by its number and its start, since numbers are used again. */
const identity = (pid: number): string => `${pid} ${startOf(pid)}`
const lives = (holder: string): boolean => {
  const pid = Number(holder.split(" ")[0])
  return identity(pid) === holder && startOf(pid) !== ""
}

const startOf = (pid: number): string => {
  try {
    return process.platform === "linux"
      ? // The 22nd field; the second, a name in brackets, may hold blanks.
        (readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? "")
      : execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim()
  } catch {
    return ""
  }
}
