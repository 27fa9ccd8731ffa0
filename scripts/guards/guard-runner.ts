import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createVitest, type TestCase } from "vitest/node"
import { root } from "../module-graph/output-files.ts"
import { displayTitle, type Patch, type ProvingTest } from "./guard.ts"

/** What became of a test, and why it failed or did not run. */
export interface TestOutcome {
  readonly status: "failed" | "passed" | "missing"
  readonly reason: string
}

export interface GuardRunner {
  /** Runs tests without these guards; no file changes. A test that takes longer than `timeout` milliseconds fails. */
  readonly run: (
    patches: ReadonlyArray<Patch>,
    provingTests: ReadonlyArray<ProvingTest>,
    timeout: number
  ) => Promise<ReadonlyMap<ProvingTest, TestOutcome>>
  readonly close: () => Promise<void>
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const firstLine = (text: string): string => text.split("\n").find((line) => line.trim() !== "") ?? ""

const outcomeOf = (cases: ReadonlyArray<TestCase>, witness: ProvingTest, errorText: string): TestOutcome => {
  const title = displayTitle(witness)
  const results = cases
    .filter(({ fullName }) => fullName.includes(title))
    .map((each) => each.result())
    .filter(({ state }) => state === "passed" || state === "failed")
  if (results.length === 0) return { status: "missing", reason: errorText || "no test of this name ran" }
  const failed = results.find(({ state }) => state === "failed")
  return failed === undefined
    ? { status: "passed", reason: "" }
    : { status: "failed", reason: firstLine(failed.errors?.[0]?.message ?? "") }
}

/**
 * One vitest for all of them, so that its database and the demo world in it are made once. Whatever imports a file of
 * a guard gets it with the guard cut out.
 */
export const openGuardRunner = async (): Promise<GuardRunner> => {
  let activePatches: ReadonlyArray<Patch> = []
  const vitest = await createVitest(
    "test",
    {
      root,
      watch: false,
      reporters: [{}],
      // Each file is a process of its own: nothing of what was imported before may stay.
      isolate: true,
      maxWorkers: 1,
      minWorkers: 1
    },
    {
      plugins: [
        {
          name: "without-the-guard",
          enforce: "pre",
          transform: (code, id) => {
            const patchesOfFile = activePatches.filter(({ file }) => id === join(root, file))
            return patchesOfFile.length === 0
              ? undefined
              : patchesOfFile.reduce(
                  (text, { find, replacement }) => text.replace(find, () => replacement),
                  code
                )
          }
        }
      ]
    }
  )
  const invalidate = () => {
    for (const { file } of activePatches) vitest.invalidateFile(join(root, file))
  }
  return {
    run: async (cuts, witnesses, timeout) => {
      for (const { config } of vitest.projects) config.testTimeout = timeout
      activePatches = cuts
      invalidate()
      try {
        const files = [...new Set(witnesses.map(({ file }) => join(root, file)))]
        const found = await vitest.globTestSpecifications(files)
        // Patterns are held against titles that are joined in another way than full names are.
        const titles = witnesses.map((each) => displayTitle(each).replaceAll(" > ", " "))
        vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join("|")))
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
          found.filter(({ moduleId }) => files.includes(moduleId))
        )
        return new Map(
          witnesses.map((witness) => {
            const module = testModules.find(({ moduleId }) => moduleId === join(root, witness.file))
            const cases = module === undefined ? [] : [...module.children.allTests()]
            const errorText = [...(module?.errors() ?? []), ...unhandledErrors]
            return [witness, outcomeOf(cases, witness, firstLine(String(Object(errorText[0]).message ?? "")))]
          })
        )
      } finally {
        invalidate()
        activePatches = []
      }
    },
    close: () => vitest.close()
  }
}
