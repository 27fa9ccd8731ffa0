import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { link, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pg from "pg"
import { postmasterOf, sleep } from "./cluster.ts"
import { fail } from "./error.ts"
import type { Installation } from "./installation.ts"

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

/*
 * Several processes can use one embedded server, such as a command beside the running service. Each holds a
 * shared advisory lock on its own connection. The last one to leave gets the exclusive lock and stops the
 * server. A killed process cannot leave such a lock behind.
 */
const sharedLockId = 7_463_251

export const database = "adwarden"

export const urlOf = (installation: Installation, port: number, name: string): string =>
  `postgres://adwarden:${installation.password}@127.0.0.1:${port}/${name}`

/** Creates the service's database. Locks use the default database, which always exists. */
export const createDatabase = async (lockClient: pg.Client): Promise<void> => {
  const { rows } = await lockClient.query("select from pg_database where datname = $1", [database])
  if (rows.length > 0) return
  await lockClient.query(`create database ${database}`).catch((error: { readonly code?: string }) => {
    // Another process created it at the same time, which either code reports.
    if (error.code !== "42P04" && error.code !== "23505") throw error
  })
}

/** Opens a connection that holds the shared lock. Returns undefined while the server starts or stops. */
export const acquireSharedLock = async (
  installation: Installation,
  port: number
): Promise<pg.Client | undefined> => {
  const client = new pg.Client({
    connectionString: urlOf(installation, port, "postgres"),
    application_name: `adwarden share ${process.pid}`,
    connectionTimeoutMillis: 5_000
  })
  // Without a listener, a dropped connection would end the process.
  client.on("error", () => {})
  try {
    await client.connect()
    const { rows } = await client.query("select pg_try_advisory_lock_shared($1) as shared", [sharedLockId])
    if (rows[0].shared === true) return client
  } catch (error) {
    if ((error as { readonly code?: string }).code === "28P01") {
      fail(
        "start",
        `The database in ${installation.data} rejects the saved password. Move the directory away to start with a new database.`
      )
    }
  }
  await client.end().catch(() => {})
  return undefined
}

/**
 * Releases the shared lock and stops the server if no other process holds one. The server finishes its
 * running statements first.
 */
export const releaseAndStopIfLast = async (
  installation: Installation,
  lockClient: pg.Client
): Promise<void> => {
  const postmaster = await postmasterOf(installation.data)
  if (postmaster === undefined) return void (await lockClient.end().catch(() => {}))
  const client = await reconnectIfDropped(installation, postmaster.port, lockClient)
  if (client === undefined) return
  const last = await client
    .query("select pg_advisory_unlock_shared($1), pg_try_advisory_lock($1) as last", [sharedLockId])
    .then(({ rows }) => rows[0].last === true)
    .catch(() => false)
  if (last) await stop(installation.data, postmaster.pid)
  await client.end().catch(() => {})
}

/** Returns the lock's connection, or a new one if the server dropped it. */
const reconnectIfDropped = async (
  installation: Installation,
  port: number,
  lockClient: pg.Client
): Promise<pg.Client | undefined> =>
  lockClient.query("select 1").then(
    () => lockClient,
    () => acquireSharedLock(installation, port)
  )

const stop = async (data: string, pid: number): Promise<void> => {
  process.kill(pid, "SIGINT")
  // Another server can start as soon as this one has ended.
  for (let waited = 0; (await postmasterOf(data))?.pid === pid; waited += 20) {
    if (waited > 20_000) return void process.kill(pid, "SIGQUIT")
    await sleep(20)
  }
}
