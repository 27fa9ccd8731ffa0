import { afterEach, beforeEach, describe, inject, it } from "vitest"
import type {} from "./laboratory.ts"

/*
 * Runs the same test files once for each mutant of one source file, in one process. Before each time only the source
 * file and those that import it are loaded anew. Importing "mutant:N" has the laboratory put the mutant in place.
 */
const { mutants, source, tests } = inject("batch")
const { moduleCache } = (
  globalThis as unknown as {
    readonly __vitest_worker__: {
      readonly moduleCache: { readonly invalidateDepTree: (paths: ReadonlyArray<string>) => unknown }
    }
  }
).__vitest_worker__

for (const mutant of mutants) {
  describe(mutant, async () => {
    // The first test that fails decides: the others are skipped.
    let isNoticed = false
    beforeEach(({ skip }) => skip(isNoticed))
    afterEach(({ task }) => {
      isNoticed ||= task.result?.state === "fail"
    })
    await import(/* @vite-ignore */ mutant)
    moduleCache.invalidateDepTree([source, ...tests])
    for (const test of tests) {
      try {
        await import(/* @vite-ignore */ test)
      } catch (error) {
        it(`${test} loads`, () => {
          throw error
        })
      }
    }
  })
}
