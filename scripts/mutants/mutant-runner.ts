import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { createVitest, type TestCase } from "vitest/node"
import { root } from "../module-graph/output-files.ts"
import { boundLoops } from "./bounded-loops.ts"
import { type Mutation, mutated } from "./mutation.ts"

declare module "vitest" {
  export interface ProvidedContext {
    readonly batch: {
      readonly checked: ReadonlyArray<CheckedTest>
      readonly trials: ReadonlyArray<{
        readonly source: string
        readonly tests: ReadonlyArray<string>
        /** Names of what is put in place: the file as it is, and each of its mutants. */
        readonly unchanged: string
        readonly mutants: ReadonlyArray<string>
      }>
    }
  }
  export interface TaskMeta {
    checked?: ReadonlyArray<CheckedTest>
  }
}

/** A test file, and whether it passes without a mutation. */
interface CheckedTest {
  readonly test: string
  readonly passed: boolean
}

/** Whether a test failed, and which; "unended" where the process ended before its end. */
export type Verdict =
  | { readonly is: "killed"; readonly by: string }
  | { readonly is: "survived" }
  | { readonly is: "unended" }

/** Mutations of one file, and the test files that have to notice them, in this order. */
export interface Trial {
  readonly file: string
  readonly mutations: ReadonlyArray<Mutation>
  readonly tests: ReadonlyArray<string>
}

export interface MutantRunner {
  /** Tries mutations in one process. Nothing on disk is changed. `broken` are tests that fail without a mutation. */
  readonly run: (trials: ReadonlyArray<Trial>) => Promise<{
    readonly verdicts: ReadonlyMap<Mutation, Verdict>
    readonly broken: ReadonlyArray<string>
  }>
  readonly close: () => Promise<void>
}

const batch = join(import.meta.dirname, "batch.ts")
const smallRunner = join(import.meta.dirname, "small-runner.ts")

const maxPropertyRuns = 100

/** Properties are tried less often here: what they notice they nearly always notice soon. Fixed samples stay. */
const withFewerRuns = (code: string): string =>
  code.replaceAll(
    /((?<!seed: \d+, )numRuns: )([\d_]+)/g,
    (_, name, runs) => name + Math.min(maxPropertyRuns, Number(runs.replaceAll("_", "")))
  )

const verdictOf = (found: TestCase | undefined): Verdict => {
  const result = found?.result()
  if (result?.state === "failed") return { is: "killed", by: result.errors[0]?.message ?? "" }
  return { is: result?.state === "passed" ? "survived" : "unended" }
}

/** Vitest resolves its own name before any plugin is asked. */
const withSmallRunner = (code: string): string =>
  code.replaceAll(/ from "(?:@effect\/)?vitest"/g, ` from ${JSON.stringify(smallRunner)}`)

const isOfTests = (id: string): boolean => /\/(?:test|self-check)\//.test(id) && !id.includes("node_modules")

/** One vitest for all mutants, so that Postgres and its demo data are made once. */
export const openMutantRunner = async (database: boolean): Promise<MutantRunner> => {
  /** What can be put in place: a file as it is, or with a mutation. */
  let places: ReadonlyArray<{ readonly file: string; readonly mutation: Mutation | null }> = []
  let current: Mutation | null = null
  let source = ""
  let runs = 0
  const checked: Array<CheckedTest> = []
  const vitest = await createVitest(
    "test",
    {
      root,
      watch: false,
      // A dot for each mutant that was noticed, an s for each that survived.
      reporters: [
        {
          onTestCaseResult: (each) => void process.stderr.write(each.result().state === "failed" ? "." : "s")
        }
      ],
      include: ["scripts/mutants/batch.ts"],
      isolate: true,
      maxWorkers: 1,
      minWorkers: 1,
      testTimeout: 3_600_000,
      dangerouslyIgnoreUnhandledErrors: true
    },
    {
      plugins: [
        {
          name: "mutants",
          enforce: "pre",
          config: (config) => {
            const { test } = config as { test: { globalSetup?: unknown; setupFiles?: unknown } }
            test.setupFiles = []
            if (!database) test.globalSetup = []
          },
          // Each run has names of its own: what was loaded before is not loaded again.
          resolveId: (id) => (id.startsWith("mutant:") ? `\0${id}-${runs}` : undefined),
          load: async (id) => {
            const number = /^\0mutant:(\d+)-/.exec(id)?.[1]
            if (number === undefined) return undefined
            const { file, mutation } = places[Number(number)]!
            const before = source
            current = mutation
            source = join(root, file)
            // What was transformed within this millisecond would pass for newer than the invalidation.
            await sleep(2)
            if (before !== "") vitest.invalidateFile(before)
            vitest.invalidateFile(source)
            await sleep(2)
            return "export default null"
          },
          transform: (code, id) => {
            if (current !== null && id === source) return boundLoops(mutated(code, current))
            return isOfTests(id) ? withSmallRunner(withFewerRuns(code)) : undefined
          }
        }
      ]
    }
  )
  const specifications = await vitest.globTestSpecifications([batch])
  return {
    run: async (trials) => {
      runs++
      places = trials.flatMap(({ file, mutations }) =>
        [null, ...mutations].map((mutation) => ({ file, mutation }))
      )
      const nameOf = (file: string, mutation: Mutation | null) =>
        `mutant:${places.findIndex((place) => place.file === file && place.mutation === mutation)}`
      vitest.getRootProject().provide("batch", {
        checked,
        trials: trials.map(({ file, mutations, tests }) => ({
          source: join(root, file),
          tests: tests.map((test) => join(root, test)),
          unchanged: nameOf(file, null),
          mutants: mutations.map((mutation) => nameOf(file, mutation))
        }))
      })
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      const cases = new Map(
        testModules.flatMap((module) => [...module.children.allTests()]).map((each) => [each.name, each])
      )
      // A process that tried nothing must not pass for one that a mutant ended.
      if (![...cases.values()].some((each) => ["failed", "passed"].includes(each.result().state)))
        throw new Error("No mutant could be tried.", {
          cause: [...testModules.flatMap((module) => module.errors()), ...unhandledErrors][0]
        })
      const found = [...cases.values()].flatMap((each) => each.meta().checked ?? [])
      checked.push(...found)
      return {
        verdicts: new Map(
          trials.flatMap(({ file, mutations }) =>
            mutations.map((mutation) => [mutation, verdictOf(cases.get(nameOf(file, mutation)))] as const)
          )
        ),
        broken: found.filter(({ passed }) => !passed).map(({ test }) => test)
      }
    },
    close: () => vitest.close()
  }
}

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8")
