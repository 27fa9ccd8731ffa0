import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, vi } from "vitest"
import { leftBehind, processState, withImports } from "./process-state.ts"
import { compileCache } from "./programs.ts"

/*
 * Runs before each test file. Files of a worker share its process, because loading everything anew for each took half of
 * the time. So a file that leaves something behind fails here, and not in whichever file comes next.
 */

// Programs that inherit the environment reuse what an earlier one compiled.
Object.assign(process.env, compileCache())

/** Servers and child processes take a moment to close. */
const patience = 5000

let before = processState()

// Whatever the file imports is loaded by now.
beforeAll(() => {
  before = withImports(before, processState())
})

// Registered first, so it runs last: after whatever the file itself closes.
afterAll(async () => {
  // Until every file passes it, the check is on request.
  if (process.env["CHECK_LEFTOVERS"] !== "1") return
  if (vi.isFakeTimers()) {
    vi.useRealTimers()
    throw new Error("This file leaves fake timers behind: call vi.useRealTimers() in afterEach.")
  }
  const until = performance.now() + patience
  let left = leftBehind(before, processState())
  while (left.some((one) => one.endsWith("left open")) && performance.now() < until) {
    await sleep(20)
    left = leftBehind(before, processState())
  }
  if (left.length > 0) {
    throw new Error(`This file leaves its process changed: ${left.join(", ")}. Restore it in afterAll.`)
  }
})
