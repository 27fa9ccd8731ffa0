import { resolve } from "node:path"
import { Context, Effect, Layer, type Scope } from "effect"
import type pg from "pg"
import { freePort, initialise, sleep, start } from "./embedded/cluster.ts"
import { EmbeddedPostgresError, fail, reasonOf } from "./embedded/error.ts"
import { type Installation, openInstallation } from "./embedded/installation.ts"
import { postmasterOf, removeStalePidFile } from "./embedded/postmaster.ts"
import {
  acquireSharedLock,
  createDatabase,
  database,
  releaseAndStopIfLast,
  urlOf
} from "./embedded/shared-lock.ts"
import { withStartLock } from "./embedded/start-lock.ts"

export { EmbeddedPostgresError }

export interface EmbeddedPostgresOptions {
  /** Where the database lives; made if it is not there. */
  readonly directory: string
  /** Server settings, as in postgresql.conf. Only the process that starts the server decides them. */
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
    // Ours of a moment ago, another process's, or one whose owner was killed: all are joined in the same way. Until
    // it is ready its port may still turn out to be another server's.
    const lockClient = postmaster.ready ? await acquireSharedLock(installation, postmaster.port) : undefined
    if (lockClient !== undefined) {
      await createDatabase(lockClient)
      return { installation, lockClient, url: urlOf(installation, postmaster.port, database) }
    }
    await sleep(30)
  }
  return fail("start", `The database did not answer within a minute. Its log is ${installation.log}.`)
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
 * A real Postgres from npm, for a machine that has none. It listens on loopback alone, under a random password,
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
