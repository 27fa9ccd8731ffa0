import { resolve } from "node:path"
import { Context, Effect, Layer, type Scope } from "effect"
import type pg from "pg"
import { freePort, initialise, postmasterOf, removeStalePidFile, sleep, start } from "./cluster.ts"
import { EmbeddedPostgresError, fail, reasonOf } from "./error.ts"
import { type Installation, openInstallation } from "./installation.ts"
import {
  acquireSharedLock,
  createDatabase,
  database,
  releaseAndStopIfLast,
  urlOf,
  withStartLock
} from "./locks.ts"

export { EmbeddedPostgresError }

export interface EmbeddedPostgresOptions {
  /** The directory of the database; created if it is missing. */
  readonly directory: string
  /** Server settings as in postgresql.conf. Those of the process that starts the server apply. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface EmbeddedPostgresShape {
  readonly url: string
}

const startTimeoutMillis = 60_000

interface RunningServer {
  readonly installation: Installation
  readonly lockClient: pg.Client
  readonly url: string
}

const startOrJoin = async ({ directory, settings = {} }: EmbeddedPostgresOptions): Promise<RunningServer> => {
  const installation = await openInstallation(resolve(directory))
  for (const deadline = Date.now() + startTimeoutMillis; Date.now() < deadline; ) {
    const postmaster = await postmasterOf(installation.data)
    if (postmaster === undefined) {
      await withStartLock(installation.directory, deadline, () => startIfNone(installation, settings))
      continue
    }
    // Joins any running server: one that this process started, another process's, or one whose owner was
    // killed. Until the server is ready, its port can still belong to another server.
    const lockClient = postmaster.ready ? await acquireSharedLock(installation, postmaster.port) : undefined
    if (lockClient !== undefined) {
      await createDatabase(lockClient)
      return { installation, lockClient, url: urlOf(installation, postmaster.port, database) }
    }
    await sleep(30)
  }
  return fail("start", `The database did not respond within a minute. Check its log: ${installation.log}.`)
}

const startIfNone = async (
  installation: Installation,
  settings: Readonly<Record<string, string>>
): Promise<void> => {
  if ((await postmasterOf(installation.data)) !== undefined) return
  await initialise(installation)
  await removeStalePidFile(installation.data)
  const port = await freePort(installation.port)
  const outcome = await start(installation, port, settings)
  if (outcome === "running") await installation.savePort(port)
  else await sleep(30)
}

const failure = (error: unknown): EmbeddedPostgresError =>
  error instanceof EmbeddedPostgresError
    ? error
    : new EmbeddedPostgresError({
        problem: "start",
        message: `The database did not start: ${reasonOf(error)}`
      })

/**
 * Runs a real Postgres from npm on a machine without one. It listens only on loopback with a random password,
 * keeps its data between starts, and stops when the last scope that uses it closes.
 */
export const scoped = (
  options: EmbeddedPostgresOptions
): Effect.Effect<EmbeddedPostgresShape, EmbeddedPostgresError, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: () => startOrJoin(options), catch: failure }),
    ({ installation, lockClient }) => Effect.promise(() => releaseAndStopIfLast(installation, lockClient))
  ).pipe(Effect.map(({ url }) => ({ url })))

export class EmbeddedPostgres extends Context.Tag("@adwarden/EmbeddedPostgres")<
  EmbeddedPostgres,
  EmbeddedPostgresShape
>() {
  static readonly scoped = scoped
  static readonly layer = (options: EmbeddedPostgresOptions) =>
    Layer.scoped(EmbeddedPostgres, scoped(options))
}
