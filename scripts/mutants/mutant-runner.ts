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
        /** Names of the variants: the unchanged file, and each of its mutants. */
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

/** The result of a mutant: a test failed, none failed, or the process ended before it was finished. */
export type Verdict =
  | { readonly is: "killed"; readonly by: string }
  | { readonly is: "survived" }
  | { readonly is: "unended" }

/** Mutations of one file, and the test files to run, in this order. */
export interface Trial {
  readonly file: string
  readonly mutations: ReadonlyArray<Mutation>
  readonly tests: ReadonlyArray<string>
}

export interface MutantRunner {
  /**
   * Runs mutations in one process, without changing files on disk. `broken` are tests that fail without a
   * mutation.
   */
  readonly run: (trials: ReadonlyArray<Trial>) => Promise<{
    readonly verdicts: ReadonlyMap<Mutation, Verdict>
    readonly broken: ReadonlyArray<string>
  }>
  readonly close: () => Promise<void>
}

const batch = join(import.meta.dirname, "batch.ts")
const smallRunner = join(import.meta.dirname, "small-runner.ts")

const maxPropertyRuns = 100

/** Reduces the runs of property tests, which nearly always find a failure early. Fixed samples stay. */
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

/**
 * Replaces vitest by the small runner. Vitest resolves its own name before it calls plugins, so the text is
 * replaced.
 */
const withSmallRunner = (code: string): string =>
  code.replaceAll(/ from "(?:@effect\/)?vitest"/g, ` from ${JSON.stringify(smallRunner)}`)

const isOfTests = (id: string): boolean => /\/(?:test|self-check)\//.test(id) && !id.includes("node_modules")

/** Opens one vitest for all mutants, so that Postgres and its demo data are created once. */
export const openMutantRunner = async (database: boolean): Promise<MutantRunner> => {
  /** The variants that can be active: a file unchanged, or with a mutation. */
  let variants: ReadonlyArray<{ readonly file: string; readonly mutation: Mutation | null }> = []
  let current: Mutation | null = null
  let source = ""
  let runs = 0
  const checked: Array<CheckedTest> = []
  const vitest = await createVitest(
    "test",
    {
      root,
      watch: false,
      // Prints a dot for each killed mutant, and an s for each survivor.
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
          // Each run has its own names, so that vitest loads the modules again.
          resolveId: (id) => (id.startsWith("mutant:") ? `\0${id}-${runs}` : undefined),
          load: async (id) => {
            const number = /^\0mutant:(\d+)-/.exec(id)?.[1]
            if (number === undefined) return undefined
            const { file, mutation } = variants[Number(number)]!
            const before = source
            current = mutation
            source = join(root, file)
            // A file transformed in the same millisecond would count as newer than the invalidation.
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
  // Vitest would end this process when the watchdog ends a worker. The mutant then counts as unended.
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", (error) => {
    if (Object(error).code !== "ERR_IPC_CHANNEL_CLOSED") throw error
  })
  const specifications = await vitest.globTestSpecifications([batch])
  return {
    run: async (trials) => {
      runs++
      variants = trials.flatMap(({ file, mutations }) =>
        [null, ...mutations].map((mutation) => ({ file, mutation }))
      )
      const nameOf = (file: string, mutation: Mutation | null) =>
        `mutant:${variants.findIndex((variant) => variant.file === file && variant.mutation === mutation)}`
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
      // Without any result, the process failed before the first mutant.
      if (![...cases.values()].some((each) => ["failed", "passed"].includes(each.result().state)))
        throw new Error("No mutant could be run.", {
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
