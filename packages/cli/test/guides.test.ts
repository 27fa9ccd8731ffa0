import { readdirSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { freshDatabase } from "../../core/test/support/postgres.ts"
import { freePort, startProcess } from "./adwarden.ts"
import { compare, runSteps, stepsOf } from "./guides.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const guides = join(root, "docs/guides")
const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))

/** `adwarden dev` in an empty folder, as a newcomer has it, on a database of the test server. */
const newcomer = Effect.gen(function* () {
  const home = yield* Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "adwarden-guide-"))),
    (path) => Effect.promise(() => rm(path, { recursive: true, force: true }))
  )
  const port = yield* freePort
  const DATABASE_URL = yield* freshDatabase()
  const service = yield* startProcess(["dev"], { DATABASE_URL, PORT: String(port), HOME: home }, home)
  yield* Effect.promise(() => service.waitForOutput("A first call"))
  return { home, port, DATABASE_URL }
})

const pages = [
  "README.md",
  "docs/operations.md",
  ...readdirSync(guides).map((name) => `docs/guides/${name}`)
].filter((name) => name.endsWith(".md") && !name.endsWith("backup-and-upgrade.md")) // backup.test.ts follows that

/** Each has a service of its own, which takes its time to start; a few at once leave no core idle, and none starved. */
const few = Effect.unsafeMakeSemaphore(3)

describe.concurrent("what a page shows is what happens", () => {
  it.scopedLive.each(pages)("%s", (name) => few.withPermits(1)(follow(name)))
})

const follow = (name: string) =>
  Effect.gen(function* () {
    const { DATABASE_URL, home, port } = yield* newcomer
    const here = new Map([
      ["http://localhost:4280", `http://localhost:${port}`],
      ["4290", String(yield* freePort)],
      ["npm run -s adwarden --", `${process.execPath} ${bin}`],
      ["npm run adwarden --", `${process.execPath} ${bin}`]
    ])
    const steps = stepsOf(join(root, name), here)
    expect(steps.length).toBeGreaterThan(0)
    const printed = yield* Effect.promise(() => runSteps(steps, { DATABASE_URL, HOME: home }, home))
    compare(steps, printed)
  })
