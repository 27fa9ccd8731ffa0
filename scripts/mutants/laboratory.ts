import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createVitest, type TestCase } from "vitest/node"
import { root } from "../house/writings.ts"
import { withLoopsBounded } from "./bounded-loops.ts"
import { type Mutation, mutated } from "./mutation.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly batch: {
      readonly mutants: ReadonlyArray<string>
      readonly source: string
      readonly tests: ReadonlyArray<string>
    }
  }
}

/** Whether a test failed, and which; "unended" where the process had to be ended. */
export type Verdict =
  | { readonly is: "killed"; readonly by: string }
  | { readonly is: "survived" }
  | { readonly is: "unended" }

export interface Laboratory {
  /**
   * Runs test files for each of the mutations, which are of one file; null stands for the file as it is. Nothing on
   * disk is changed. `failed` says why the tests could not be run at all.
   */
  readonly run: (
    source: string,
    mutations: ReadonlyArray<Mutation | null>,
    tests: ReadonlyArray<string>
  ) => Promise<ReadonlyArray<Verdict>>
  readonly close: () => Promise<void>
}

const batch = join(import.meta.dirname, "batch.ts")
const name = (n: number): string => `mutant:${n}`

const mostRuns = 300

/** Properties are tried less often here: what they notice they nearly always notice soon. */
const withFewerRuns = (code: string): string =>
  code.replaceAll(
    /(numRuns: )([\d_]+)/g,
    (_, name, runs) => name + Math.min(mostRuns, Number(runs.replaceAll("_", "")))
  )

const verdictOf = (cases: ReadonlyArray<TestCase>): Verdict => {
  const failed = cases.find((each) => each.result().state === "failed")
  if (failed !== undefined) return { is: "killed", by: failed.fullName.replace(/^mutant:\d+ > /, "") }
  return cases.length > 0 && cases.every((each) => each.result().state !== "pending")
    ? { is: "survived" }
    : { is: "unended" }
}

/** One vitest for all mutants, so that Postgres and its demo data are made once. */
export const openLaboratory = async (database: boolean): Promise<Laboratory> => {
  let mutations: ReadonlyArray<Mutation | null> = []
  let current: Mutation | null = null
  let source = ""
  let runs = 0
  const vitest = await createVitest(
    "test",
    {
      root,
      watch: false,
      reporters: [{}],
      include: ["scripts/mutants/batch.ts"],
      setupFiles: [join(import.meta.dirname, "watchdog.ts")],
      isolate: true,
      maxWorkers: 1,
      minWorkers: 1,
      testTimeout: 60_000,
      hookTimeout: 60_000
    },
    {
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          config: (config) => {
            if (!database) (config as { test?: { globalSetup?: unknown } }).test!.globalSetup = []
          },
          // Each run has names of its own: what was loaded before is not loaded again.
          resolveId: (id) => (id.startsWith("mutant:") ? `\0${id}-${runs}` : undefined),
          load: async (id) => {
            const number = /^\0mutant:(\d+)-/.exec(id)?.[1]
            if (number === undefined) return undefined
            current = mutations[Number(number)] ?? null
            // What was transformed within this millisecond would pass for newer than the invalidation.
            await sleep(2)
            vitest.invalidateFile(source)
            await sleep(2)
            return "export default null"
          },
          transform: (code, id) => {
            if (current !== null && id === source) return withLoopsBounded(mutated(code, current))
            return /\.test\.ts$/.test(id) ? withFewerRuns(code) : undefined
          }
        }
      ]
    }
  )
  const specifications = await vitest.globTestSpecifications([batch])
  return {
    run: async (file, next, tests) => {
      runs++
      mutations = next
      source = join(root, file)
      const mutants = next.map((_, n) => name(n))
      vitest
        .getRootProject()
        .provide("batch", { mutants, source, tests: tests.map((test) => join(root, test)) })
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      // The last mutant must not stay where the next file's tests would meet it.
      current = null
      vitest.invalidateFile(source)
      await sleep(2)
      const cases = testModules.flatMap((module) => [...module.children.allTests()])
      const broken = [...testModules.flatMap((module) => module.errors()), ...unhandledErrors]
      if (cases.length === 0 && broken.length > 0) return next.map(() => ({ is: "unended" }))
      return mutants.map((mutant) =>
        verdictOf(cases.filter(({ fullName }) => fullName.startsWith(`${mutant} > `)))
      )
    },
    close: () => vitest.close()
  }
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8")
