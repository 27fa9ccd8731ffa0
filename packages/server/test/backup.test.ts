import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { it } from "@effect/vitest"
import { Effect } from "effect"
import { freePort } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"
import { machinePostgres, serverOf } from "./machine-postgres.ts"

const page = fileURLToPath(new URL("../../../docs/guides/backup-and-upgrade.md", import.meta.url))

const follow = (bin: string) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-backup-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    const DATABASE_URL = yield* serverOf(bin)
    yield* Effect.promise(() => asCheckout(home))
    const here = new Map([
      ["4290", String(yield* freePort)],
      ["4291", String(yield* freePort)]
    ])
    const steps = stepsOf(page, here)
    const env = { DATABASE_URL, HOME: home, PATH: `${bin}:${process.env["PATH"]}` }
    const printed = yield* Effect.promise(() => runSteps(steps, env, home))
    compare(steps, printed)
  })

it.scopedLive("a dump is restored, verified and upgraded as the guide describes", ({ skip }) => {
  const bin = machinePostgres()
  if (bin === undefined) return skip("There is no Postgres with pg_dump on this machine.")
  return follow(bin)
})
