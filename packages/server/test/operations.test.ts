import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { blankDatabase } from "../../core/test/support/postgres.ts"
import { freePort } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"
import { machinePostgres, serverOf } from "./machine-postgres.ts"

/** Follows a page with the exact commands that it shows, npm included. Only ports differ. */
const follow = (page: string, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-operations-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    yield* Effect.promise(() => asCheckout(home))
    const here = new Map([
      ["4290", String(yield* freePort)],
      ["4291", String(yield* freePort)]
    ])
    const steps = stepsOf(fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url)), here)
    const printed = yield* Effect.promise(() => runSteps(steps, { HOME: home, ...env }, home))
    compare(steps, printed)
  })

it.scopedLive("an empty Postgres becomes a running service, which stops, as the page describes", () =>
  Effect.flatMap(blankDatabase(), (url) => follow("operations.md", { DATABASE_URL: url }))
)

it.scopedLive("a dump is restored, verified and upgraded as the guide describes", ({ skip }) => {
  const bin = machinePostgres()
  if (bin === undefined) return skip("There is no Postgres with pg_dump on this machine.")
  return Effect.flatMap(serverOf(bin), (url) =>
    follow("guides/backup-and-upgrade.md", { DATABASE_URL: url, PATH: `${bin}:${process.env["PATH"]}` })
  )
})
