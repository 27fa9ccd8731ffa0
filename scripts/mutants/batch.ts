import { Worker } from "node:worker_threads"
import { describe, inject, it } from "vitest"
import type {} from "./mutant-runner.ts"
import { failureOf } from "./small-runner.ts"

/*
 * Tries mutants one after another in one process. Before each only the source file and those that import it are loaded
 * anew. Importing "mutant:N" has the laboratory put the mutant in place; a mutant whose test fails here was noticed.
 */
const { moduleCache } = (
  globalThis as unknown as {
    readonly __vitest_worker__: {
      readonly moduleCache: { readonly invalidateDepTree: (paths: ReadonlyArray<string>) => unknown }
    }
  }
).__vitest_worker__

/** A mutant may block this thread for good: then another one ends the process. */
const mostSeconds = 300
const watchdog = new Worker(
  `let timer
   require("node:worker_threads").parentPort.on("message", () => {
     clearTimeout(timer)
     timer = setTimeout(() => process.kill(process.pid, "SIGKILL"), ${mostSeconds} * 1000)
   })`,
  { eval: true }
)
watchdog.unref()

let before = ""
const putInPlace = async (mutant: string, source: string, tests: ReadonlyArray<string>): Promise<void> => {
  watchdog.postMessage("alive")
  await import(/* @vite-ignore */ mutant)
  moduleCache.invalidateDepTree([source, ...(before === "" ? [] : [before]), ...tests])
  before = source
}

const failureIn = (test: string) => failureOf(() => import(/* @vite-ignore */ test))

const { checked, trials } = inject("batch")
/** Whether each test file passes without a mutation. Those that fail tell nothing and are left out. */
const passes = new Map(checked.map(({ passed, test }) => [test, passed]))

for (const { mutants, source, tests, unchanged } of trials) {
  describe(source, () => {
    it(unchanged, async ({ task }) => {
      const unknown = tests.filter((test) => !passes.has(test))
      if (unknown.length > 0) await putInPlace(unchanged, source, tests)
      for (const test of unknown) passes.set(test, (await failureIn(test)) === null)
      task.meta.checked = unknown.map((test) => ({ test, passed: passes.get(test)! }))
    })
    for (const mutant of mutants)
      it(mutant, async () => {
        await putInPlace(mutant, source, tests)
        for (const test of tests) {
          const failure = passes.get(test) ? await failureIn(test) : null
          if (failure !== null) throw new Error(failure)
        }
      })
  })
}
