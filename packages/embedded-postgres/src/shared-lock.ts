import pg from "pg"
import { sleep } from "./cluster.ts"
import { fail } from "./error.ts"
import type { Installation } from "./installation.ts"
import { postmasterOf } from "./postmaster.ts"

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
