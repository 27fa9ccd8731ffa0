import { readdirSync } from "node:fs"
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { Database } from "@adwarden/core"
import * as SqlClient from "@effect/sql/SqlClient"
import { expect, it } from "@effect/vitest"
import { Effect, Redacted, Schedule } from "effect"
import { vaultKey } from "../../core/test/support/core-on-platform.ts"
import { isLong } from "../../core/test/support/counts.ts"
import { demoDatabase, demoEmulatorDirectory, demoReady } from "../../core/test/support/demo.ts"
import { freshDatabase } from "../../core/test/support/postgres.ts"
import { bin, freePort, startProcess } from "./adwarden.ts"
import { asCheckout, compare, runSteps, stepsOf } from "./guides.ts"

await demoReady()

const root = fileURLToPath(new URL("../../../", import.meta.url))
const guides = join(root, "docs/guides")

/** A folder where `adwarden dev` has never run. */
const emptyFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-guide-"))),
  (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
)

/** The folder and database of an earlier `adwarden dev`: its demo world is copied, not created again. */
const usedFolder = Effect.gen(function* () {
  const home = yield* emptyFolder
  const { credentials, url } = yield* demoDatabase
  const emulator = yield* demoEmulatorDirectory
  yield* Effect.promise(async () => {
    const kept = join(home, ".adwarden")
    await cp(emulator, join(kept, "emulator"), { recursive: true })
    await writeFile(join(kept, "demo.json"), JSON.stringify(credentials), { mode: 0o600 })
    await writeFile(join(kept, "secrets.key"), Redacted.value(vaultKey), { mode: 0o600 })
  })
  return { home, DATABASE_URL: url }
})

/** A newcomer's `adwarden dev` creates the demo world. `dev.test.ts` does that in every run. */
const folder = isLong ? Effect.all({ home: emptyFolder, DATABASE_URL: freshDatabase() }) : usedFolder

/** Waits until the worker has sealed the existing audit events, because a guide verifies an export of them. */
const sealed = (url: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.repeat(
      sql<{
        unsealed: number
      }>`select count(*)::int as unsealed from audit_unsealed where window_start is null`,
      { until: ([row]) => row!.unsealed === 0, schedule: Schedule.spaced("200 millis") }
    )
  ).pipe(Effect.provide(Database.layer(url)))

/** `adwarden dev` as a reader runs it, on a database of the test server. */
const running = Effect.gen(function* () {
  const port = yield* freePort
  const { DATABASE_URL, home } = yield* folder
  const service = yield* startProcess(["dev"], { DATABASE_URL, PORT: String(port), HOME: home }, home)
  yield* Effect.promise(() => service.waitForOutput("A first call"))
  yield* sealed(DATABASE_URL)
  return { home, port, DATABASE_URL }
})

const guide = (name: string): string => `docs/guides/${name}.md`

/**
 * Pages that follow each other on one service, because starting one costs more than following a page. No page changes
 * what a later one shows.
 */
const pages = [
  "README.md",
  ...["performance", "mcp-clients", "sign-in-from-the-terminal", "connect-an-app"].map(guide),
  ...["audit", "approval", "waste-audit", "negative-keywords", "running-campaign", "cli"].map(guide),
  ...["draft-from-website", "launch", "connect-google-ads"].map(guide),
  ...["business-profile", "weekly-report", "strategy", "undo", "budget-change"].map(guide)
]

it("every guide is followed", () => {
  // Followed in operations.test.ts and in the client's webhooks.test.ts, and without a command that a demo world allows.
  const elsewhere = ["backup-and-upgrade.md", "rotate-secrets-key.md", "second-factor.md", "webhooks.md"]
  const followed = [...pages.map((page) => basename(page)), ...elsewhere]
  const found = readdirSync(guides).filter((name) => name.endsWith(".md"))
  expect(found.filter((page) => !followed.includes(page))).toEqual([])
})

it.scopedLive("the commands of a guide produce the shown output", () =>
  Effect.gen(function* () {
    const { DATABASE_URL, home, port } = yield* running
    yield* Effect.promise(() => asCheckout(home, isLong ? undefined : bin))
    for (const name of pages) {
      const here = new Map([["http://localhost:4280", `http://localhost:${port}`]])
      const steps = stepsOf(join(root, name), here)
      expect(steps.length).toBeGreaterThan(0)
      // The README is exact in every run.
      const exact = isLong || name === "README.md"
      const printed = yield* Effect.promise(() => runSteps(steps, { DATABASE_URL, HOME: home }, home, exact))
      compare(steps, printed)
    }
  })
)
