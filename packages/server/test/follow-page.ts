import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect } from "effect"
import { isLong } from "../../core/test/support/counts.ts"
import { bin, freePort } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"

interface FollowOptions {
  /** See `runSteps`. */
  readonly exact?: boolean
  /** What else differs from a reader's machine: the page's text and ours. */
  readonly more?: ReadonlyArray<readonly [string, string]>
}

/**
 * Follows a page with the commands that it shows. Only addresses differ. The nightly run is exact and loads the
 * sources as a reader's checkout does; `npm test` loads the bundle.
 */
export const followPage = (
  page: string,
  env: Readonly<Record<string, string>>,
  { exact = isLong, more = [] }: FollowOptions = {}
) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-operations-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    yield* Effect.promise(() => asCheckout(home, isLong ? undefined : bin))
    const here = new Map([["4290", String(yield* freePort)], ["4291", String(yield* freePort)], ...more])
    const steps = stepsOf(fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url)), here)
    const printed = yield* Effect.promise(() => runSteps(steps, { HOME: home, ...env }, home, exact))
    compare(steps, printed)
  })
