import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createVitest, type TestCase } from "vitest/node"
import { root } from "../module-graph/output-files.ts"
import { displayTitle, type Patch, type ProvingTest } from "./guard.ts"

/** The outcome of a test, with the reason if it failed or did not run. */
export interface TestOutcome {
  readonly status: "failed" | "passed" | "missing"
  readonly reason: string
}

export interface GuardRunner {
  /**
   * Runs tests without these guards; changes no file. A test that takes longer than `timeout` milliseconds
   * fails.
   */
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

const outcomeOf = (
  cases: ReadonlyArray<TestCase>,
  provingTest: ProvingTest,
  errorText: string
): TestOutcome => {
  const title = displayTitle(provingTest)
  const results = cases
    .filter(({ fullName }) => fullName.includes(title))
    .map((each) => each.result())
    .filter(({ state }) => state === "passed" || state === "failed")
  if (results.length === 0) return { status: "missing", reason: errorText || "no test with this name ran" }
  const failed = results.find(({ state }) => state === "failed")
  return failed === undefined
    ? { status: "passed", reason: "" }
    : { status: "failed", reason: firstLine(failed.errors?.[0]?.message ?? "") }
}

/**
 * Opens one vitest for all runs, so that its database and the demo world are created once. Tests import the
 * files of a guard with the guard removed.
 */
export const openGuardRunner = async (): Promise<GuardRunner> => {
  let activePatches: ReadonlyArray<Patch> = []
  const vitest = await createVitest(
    "test",
    {
      root,
      watch: false,
      reporters: [{}],
      // Each file runs in its own process, so that no import of an earlier run remains.
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
    run: async (patches, provingTests, timeout) => {
      for (const { config } of vitest.projects) config.testTimeout = timeout
      activePatches = patches
      invalidate()
      try {
        const files = [...new Set(provingTests.map(({ file }) => join(root, file)))]
        const found = await vitest.globTestSpecifications(files)
        // Vitest joins titles with spaces for name patterns, and with " > " for full names.
        const titles = provingTests.map((each) => displayTitle(each).replaceAll(" > ", " "))
        vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join("|")))
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
          found.filter(({ moduleId }) => files.includes(moduleId))
        )
        return new Map(
          provingTests.map((provingTest) => {
            const module = testModules.find(({ moduleId }) => moduleId === join(root, provingTest.file))
            const cases = module === undefined ? [] : [...module.children.allTests()]
            const errorText = [...(module?.errors() ?? []), ...unhandledErrors]
            return [
              provingTest,
              outcomeOf(cases, provingTest, firstLine(String(Object(errorText[0]).message ?? "")))
            ]
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
