import { setTimeout as sleep } from "node:timers/promises"
import fc from "fast-check"
import { afterAll, beforeAll, inject, vi } from "vitest"
import { closeAll } from "./after-file.ts"
import { isLong } from "./counts.ts"
import { leftBehind, processState, withImports } from "./process-state.ts"
import { compileCache } from "./programs.ts"
import { runSeed } from "./random.ts"

/*
 * Runs before each test file. Files of a worker share its process, because loading all modules for each file
 * doubled the time. A file that leaves something behind fails here, not in the next file.
 */

// On Citus, the run checks at its end which shards the statements of all files touch.
if (process.env["TEST_CITUS"] === "1") {
  const { recordStatements } = await import("../citus/recorded-statements.ts")
  const { DatabaseClient } = await import("../../src/storage/client.ts")
  const { directory } = inject("postgres")
  const record = () => recordStatements(DatabaseClient, directory)
  record()
  afterAll(record)
}

// A failed property prints this seed, and TEST_SEED repeats it.
fc.configureGlobal({ seed: runSeed })

// Programs that inherit the environment reuse compiled code.
Object.assign(process.env, compileCache())

/** Time for servers and child processes to close. */
const patience = 5000

let before = processState()

// At this point, all imports of the file are loaded.
beforeAll(() => {
  before = withImports(before, processState())
})

const isOpen = (one: string): boolean => one.endsWith("left open")

/**
 * Whether only the nightly run reports a finding: open resources, which a busy machine can close after the
 * timeout, and new globals and methods of `process`, which packages loaded on demand also add.
 */
const isForTheNight = (one: string): boolean =>
  isOpen(one) || /^(globalThis\..* is new|process\.\w+ was replaced)$/.test(one)

const found = (): ReadonlyArray<string> =>
  leftBehind(before, processState()).filter((one) => isLong || !isForTheNight(one))

// Registered first, so it runs last: after everything that the file itself closes.
afterAll(async () => {
  await closeAll()
  if (vi.isFakeTimers()) {
    vi.useRealTimers()
    throw new Error("This file leaves fake timers behind: call vi.useRealTimers() in afterEach.")
  }
  const until = performance.now() + patience
  let left = found()
  while (left.some(isOpen) && performance.now() < until) {
    await sleep(20)
    left = found()
  }
  if (left.length > 0) {
    throw new Error(`This file leaves its process changed: ${left.join(", ")}. Restore it in afterAll.`)
  }
})
