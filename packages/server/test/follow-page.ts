import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { expect } from "vitest"
import { isLong } from "../../core/test/support/counts.ts"
import { bin, freePort } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"

/**
 * Follows a page with the commands that it shows. Only addresses differ, and `more`: the page's text and ours. The
 * nightly run is exact and loads the sources as a reader's checkout does; `npm test` loads the bundle. A page removes every
 * file that it writes.
 */
export const followPage = (
  page: string,
  env: Readonly<Record<string, string>>,
  more: ReadonlyArray<readonly [string, string]> = []
) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-operations-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    yield* Effect.promise(() => asCheckout(home, isLong ? undefined : bin))
    const before = yield* Effect.promise(() => readdir(home))
    const here = new Map([["4290", String(yield* freePort)], ["4291", String(yield* freePort)], ...more])
    const steps = stepsOf(fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url)), here)
    const printed = yield* Effect.promise(() => runSteps(steps, { HOME: home, ...env }, home, isLong))
    compare(steps, printed)
    const after = yield* Effect.promise(() => readdir(home))
    // Hidden files are those of npm and of the command itself.
    expect(after.filter((name) => !before.includes(name) && !name.startsWith("."))).toEqual([])
  })
