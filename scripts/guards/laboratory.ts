import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createVitest, type TestCase } from "vitest/node"
import { root } from "../house/writings.ts"
import { type Cut, shownTitle, type Witness } from "./guard.ts"

/** What became of a test, and why it failed or did not run. */
export interface Outcome {
  readonly is: "failed" | "passed" | "missing"
  readonly why: string
}

export interface Laboratory {
  /**
   * Runs tests with these guards out; the files themselves stay as they are. A test that takes longer than the timeout
   * (in milliseconds) fails.
   */
  readonly run: (
    cuts: ReadonlyArray<Cut>,
    witnesses: ReadonlyArray<Witness>,
    timeout: number
  ) => Promise<ReadonlyMap<Witness, Outcome>>
  readonly close: () => Promise<void>
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

const firstLine = (text: string): string => text.split("\n").find((line) => line.trim() !== "") ?? ""

const outcomeOf = (cases: ReadonlyArray<TestCase>, witness: Witness, trouble: string): Outcome => {
  const title = shownTitle(witness)
  const ran = cases
    .filter(({ fullName }) => fullName.includes(title))
    .map((each) => each.result())
    .filter(({ state }) => state === "passed" || state === "failed")
  if (ran.length === 0) return { is: "missing", why: trouble || "no test of this name ran" }
  const failed = ran.find(({ state }) => state === "failed")
  return failed === undefined
    ? { is: "passed", why: "" }
    : { is: "failed", why: firstLine(failed.errors?.[0]?.message ?? "") }
}

/**
 * One vitest for all of them, so that its database and the demo world in it are made once. Whatever imports a file of
 * a guard gets it with the guard cut out.
 */
export const openLaboratory = async (): Promise<Laboratory> => {
  let out: ReadonlyArray<Cut> = []
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
            const here = out.filter(({ file }) => id === join(root, file))
            return here.length === 0
              ? undefined
              : here.reduce((text, { find, put }) => text.replace(find, () => put), code)
          }
        }
      ]
    }
  )
  const invalidate = () => {
    for (const { file } of out) vitest.invalidateFile(join(root, file))
  }
  return {
    run: async (cuts, witnesses, timeout) => {
      for (const { config } of vitest.projects) config.testTimeout = timeout
      out = cuts
      invalidate()
      try {
        const files = [...new Set(witnesses.map(({ file }) => join(root, file)))]
        const found = await vitest.globTestSpecifications(files)
        // Patterns are held against titles that are joined in another way than full names are.
        const titles = witnesses.map((each) => shownTitle(each).replaceAll(" > ", " "))
        vitest.setGlobalTestNamePattern(new RegExp(titles.map(escaped).join("|")))
        const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
          found.filter(({ moduleId }) => files.includes(moduleId))
        )
        return new Map(
          witnesses.map((witness) => {
            const module = testModules.find(({ moduleId }) => moduleId === join(root, witness.file))
            const cases = module === undefined ? [] : [...module.children.allTests()]
            const trouble = [...(module?.errors() ?? []), ...unhandledErrors]
            return [witness, outcomeOf(cases, witness, firstLine(String(Object(trouble[0]).message ?? "")))]
          })
        )
      } finally {
        invalidate()
        out = []
      }
    },
    close: () => vitest.close()
  }
}
