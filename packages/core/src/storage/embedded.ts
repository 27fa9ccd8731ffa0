import { resolve } from "node:path"
import { Context, Effect, Layer, type Scope } from "effect"
import type pg from "pg"
import { freePort, initialise, pause, start } from "./embedded/cluster.ts"
import { EmbeddedPostgresError, reasonOf, refuse } from "./embedded/error.ts"
import { type Home, openHome } from "./embedded/home.ts"
import { forgetCrashed, postmasterOf } from "./embedded/postmaster.ts"
import { createDatabase, database, leave, takeShare, urlOf } from "./embedded/share.ts"
import { inTurn } from "./embedded/turn.ts"

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

const patienceMillis = 60_000

interface Running {
  readonly home: Home
  readonly share: pg.Client
  readonly url: string
}

const running = async ({ directory, settings = {} }: EmbeddedPostgresOptions): Promise<Running> => {
  const home = await openHome(resolve(directory))
  for (const deadline = Date.now() + patienceMillis; Date.now() < deadline; ) {
    const postmaster = await postmasterOf(home.data)
    if (postmaster === undefined) {
      await inTurn(home.directory, deadline, () => startIfNone(home, settings))
      continue
    }
    // Ours of a moment ago, another process's, or one whose owner was killed: all are joined in the same way. Until
    // it is ready its port may still turn out to be another server's.
    const share = postmaster.ready ? await takeShare(home, postmaster.port) : undefined
    if (share !== undefined) {
      await createDatabase(share)
      return { home, share, url: urlOf(home, postmaster.port, database) }
    }
    await pause(30)
  }
  return refuse("start", `The database did not answer within a minute. Its log is ${home.log}.`)
}

const startIfNone = async (home: Home, settings: Readonly<Record<string, string>>): Promise<void> => {
  if ((await postmasterOf(home.data)) !== undefined) return
  await initialise(home)
  await forgetCrashed(home.data)
  const port = await freePort(home.port)
  const outcome = await start(home, port, settings)
  if (outcome === "running") await home.remember(port)
  else await pause(30)
}

const failure = (error: unknown): EmbeddedPostgresError =>
  error instanceof EmbeddedPostgresError
    ? error
    : new EmbeddedPostgresError({
        trouble: "start",
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
    Effect.tryPromise({ try: () => running(options), catch: failure }),
    ({ home, share }) => Effect.promise(() => leave(home, share))
  ).pipe(Effect.map(({ url }) => ({ url })))

export class EmbeddedPostgres extends Context.Tag("@adwarden/EmbeddedPostgres")<
  EmbeddedPostgres,
  EmbeddedPostgresShape
>() {
  static readonly scoped = scoped
  static readonly layer = (options: EmbeddedPostgresOptions) =>
    Layer.scoped(EmbeddedPostgres, scoped(options))
}
