import { Worker } from "node:worker_threads"
import { describe, inject, it } from "vitest"
import type {} from "./mutant-runner.ts"
import { failureOf } from "./small-runner.ts"

/*
 * Runs mutants one after another in one process. Before each, only the source file and its importers are
 * loaded again. Importing "mutant:N" makes the mutant runner activate the mutant. A test that fails here has
 * killed it.
 */
const { moduleCache } = (
  globalThis as unknown as {
    readonly __vitest_worker__: {
      readonly moduleCache: { readonly invalidateDepTree: (paths: ReadonlyArray<string>) => unknown }
    }
  }
).__vitest_worker__

/** A mutant can block this thread forever. A watchdog thread then ends the process. */
const maxSeconds = 300
const watchdog = new Worker(
  `let timer
   require("node:worker_threads").parentPort.on("message", () => {
     clearTimeout(timer)
     timer = setTimeout(() => process.kill(process.pid, "SIGKILL"), ${maxSeconds} * 1000)
   })`,
  { eval: true }
)
watchdog.unref()

let before = ""
const activate = async (mutant: string, source: string, tests: ReadonlyArray<string>): Promise<void> => {
  watchdog.postMessage("alive")
  await import(/* @vite-ignore */ mutant)
  moduleCache.invalidateDepTree([source, ...(before === "" ? [] : [before]), ...tests])
  before = source
}

const failureIn = (test: string) => failureOf(() => import(/* @vite-ignore */ test))

const { checked, trials } = inject("batch")
/** Whether each test file passes without a mutation. Failing ones are excluded. */
const passes = new Map(checked.map(({ passed, test }) => [test, passed]))

for (const { mutants, source, tests, unchanged } of trials) {
  describe(source, () => {
    it(unchanged, async ({ task }) => {
      const unknown = tests.filter((test) => !passes.has(test))
      if (unknown.length > 0) await activate(unchanged, source, tests)
      for (const test of unknown) passes.set(test, (await failureIn(test)) === null)
      task.meta.checked = unknown.map((test) => ({ test, passed: passes.get(test)! }))
    })
    for (const mutant of mutants)
      it(mutant, async () => {
        await activate(mutant, source, tests)
        for (const test of tests) {
          const failure = passes.get(test) ? await failureIn(test) : null
          if (failure !== null) throw new Error(failure)
        }
      })
  })
}
