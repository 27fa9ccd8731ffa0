import pg from "pg"
import { ignoreConnectionErrors } from "../connection.ts"
import { sleep } from "./cluster.ts"
import { fail } from "./error.ts"
import type { Installation } from "./installation.ts"
import { postmasterOf } from "./postmaster.ts"

/*
 * Several processes may use one embedded server (a command beside the running service): each holds a shared
 * advisory lock on a connection of its own, and whoever leaves last, being able to have the lock for himself,
 * stops it. Such a lock cannot be left behind by a process that is killed.
 */
const sharedLockId = 7_463_251

export const database = "adwarden"

export const urlOf = (installation: Installation, port: number, name: string): string =>
  `postgres://adwarden:${installation.password}@127.0.0.1:${port}/${name}`

/** The service's own database. Locks live in the other one, which is always there. */
export const createDatabase = async (lockClient: pg.Client): Promise<void> => {
  const { rows } = await lockClient.query("select from pg_database where datname = $1", [database])
  if (rows.length > 0) return
  await lockClient.query(`create database ${database}`).catch((error: { readonly code?: string }) => {
    // Someone who started together with us was first: either code says so.
    if (error.code !== "42P04" && error.code !== "23505") throw error
  })
}

/** A connection that holds a share; undefined while the server is starting, or stopping. */
export const acquireSharedLock = async (
  installation: Installation,
  port: number
): Promise<pg.Client | undefined> => {
  const client = ignoreConnectionErrors(
    new pg.Client({
      connectionString: urlOf(installation, port, "postgres"),
      application_name: `adwarden share ${process.pid}`,
      connectionTimeoutMillis: 5_000
    })
  )
  try {
    await client.connect()
    const { rows } = await client.query("select pg_try_advisory_lock_shared($1) as shared", [sharedLockId])
    if (rows[0].shared === true) return client
  } catch (error) {
    if ((error as { readonly code?: string }).code === "28P01") {
      fail(
        "start",
        `The database in ${installation.data} does not take the remembered password. Move it away to begin anew.`
      )
    }
  }
  await client.end().catch(() => {})
  return undefined
}

/** Give the share back and, if nobody else has one, stop the server: it finishes what it is doing, then ends. */
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

/** The share's connection, or a new one if the server dropped it on the way. */
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
  // Another server may be there the moment this one is gone.
  for (let waited = 0; (await postmasterOf(data))?.pid === pid; waited += 20) {
    if (waited > 20_000) return void process.kill(pid, "SIGQUIT")
    await sleep(20)
  }
}
