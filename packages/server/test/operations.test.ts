import { spawnSync } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { isLong } from "../../core/test/support/counts.ts"
import { blankDatabase, freshDatabase } from "../../core/test/support/postgres.ts"
import server from "../package.json" with { type: "json" }
import { bin, freePort } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"
import { machinePostgres, serverOf } from "./machine-postgres.ts"

/**
 * Follows a page with the commands that it shows. Only ports differ. The nightly run loads the sources as a reader's
 * checkout does. `npm test` loads the bundle and starts only commands in the background through npm, which costs as much
 * as most commands and matters for signals.
 */
const follow = (page: string, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const home = yield* Effect.acquireRelease(
      Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-operations-"))),
      (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
    )
    yield* Effect.promise(() => asCheckout(home, isLong ? undefined : bin))
    const here = new Map([
      ["4290", String(yield* freePort)],
      ["4291", String(yield* freePort)]
    ])
    const steps = stepsOf(fileURLToPath(new URL(`../../../docs/${page}`, import.meta.url)), here)
    const direct = (line: string) =>
      !isLong && !line.endsWith("&") ? line.replace("$ADWARDEN ", `${process.execPath} ${bin} `) : line
    const followed = steps.map((step) => ({
      ...step,
      commands: step.commands.split("\n").map(direct).join("\n")
    }))
    const printed = yield* Effect.promise(() => runSteps(followed, { HOME: home, ...env }, home))
    compare(steps, printed)
  })

it("npm runs the command of a checkout from its sources", () => {
  const { status, stdout } = spawnSync("npm", ["run", "-s", "adwarden", "--", "--version"], {
    cwd: fileURLToPath(new URL("../../../", import.meta.url)),
    encoding: "utf8"
  })
  expect([status, stdout.trim()]).toEqual([0, server.version])
})

it.scopedLive("an empty Postgres becomes a running service, which stops, as the page describes", () =>
  Effect.flatMap(blankDatabase(), (url) => follow("operations.md", { DATABASE_URL: url }))
)

// A rehearsal with three hosts and two workers, so it runs at night.
it.scopedLive.runIf(isLong)(
  "a dump is restored, verified and upgraded as the guide describes",
  ({ skip }) => {
    const postgres = machinePostgres()
    if (postgres === undefined) return skip("There is no Postgres with pg_dump on this machine.")
    return Effect.flatMap(serverOf(postgres), (url) =>
      follow("guides/backup-and-upgrade.md", {
        DATABASE_URL: url,
        PATH: `${postgres}:${process.env["PATH"]}`
      })
    )
  }
)

it.scopedLive("the key of stored secrets is rotated as the guide describes", () =>
  Effect.flatMap(freshDatabase(), (url) => follow("guides/rotate-secrets-key.md", { DATABASE_URL: url }))
)
