import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { EmbeddedPostgres } from "@adwarden/embedded-postgres"
import { Effect } from "effect"

/** A temporary directory, deleted with the scope. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(async () => {
    const path = await mkdtemp(join(tmpdir(), "adwarden-bench-"))
    // A server that root starts runs as another user, and would keep its data elsewhere.
    await chmod(path, 0o711)
    return path
  }),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/**
 * Returns the URL of the database of a bench: an embedded Postgres in the directory, or the one given by
 * `--database`, which must be empty.
 */
export const benchDatabase = (
  directory: string,
  given: string | undefined,
  settings: Readonly<Record<string, string>> = {}
) =>
  given === undefined
    ? Effect.map(
        EmbeddedPostgres.scoped({ directory: join(directory, "postgres"), settings }),
        ({ url }) => url
      )
    : Effect.succeed(given)
