import { Effect, Exit, Layer, Scope, TestContext } from "effect"
import * as vitest from "vitest"

/*
 * Replaces vitest in test files while mutants run. It collects the tests of one file, runs them and stops at
 * the first failure. Vitest itself would first load all test files, with their databases, for each mutant.
 */
export * from "vitest"

type Run = (...given: ReadonlyArray<never>) => unknown

interface Block {
  readonly parent: Block | null
  readonly name: string
  readonly steps: Array<Block | { readonly test: string; readonly run: () => unknown }>
  readonly beforeAll: Array<Run>
  readonly afterAll: Array<Run>
  readonly beforeEach: Array<Run>
  readonly afterEach: Array<Run>
}

const blockIn = (parent: Block | null, name: string): Block => ({
  parent,
  name,
  steps: [],
  beforeAll: [],
  afterAll: [],
  beforeEach: [],
  afterEach: []
})

let current = blockIn(null, "")

/** Accepts options as vitest does, and ignores them: a longer timeout has no effect here. */
type Declare = (name: string, ...given: readonly [Run] | readonly [options: object, run: Run]) => void

const runOf = (given: readonly [Run] | readonly [options: object, run: Run]): Run => given.at(-1) as Run

/** Blocks with an async function that declares their tests. */
let filling: Array<Promise<unknown>> = []

const withRows =
  (declare: Declare) =>
  (rows: ReadonlyArray<unknown>) =>
  (name: string, ...given: readonly [Run] | readonly [options: object, run: Run]): void => {
    const run = runOf(given) as (...row: ReadonlyArray<unknown>) => unknown
    for (const row of rows) declare(name, () => (Array.isArray(row) ? run(...row) : run(row)))
  }

const declareTest: Declare = (test, ...given) => {
  current.steps.push({ test, run: runOf(given) })
}

const declareBlock: Declare = (name, ...given) => {
  const outer = current
  current = blockIn(outer, name)
  outer.steps.push(current)
  const filled = runOf(given)()
  if (filled instanceof Promise) filling.push(filled)
  current = outer
}

export const it = Object.assign(declareTest, {
  each: withRows(declareTest),
  skipIf: (isSkipped: boolean): Declare => (isSkipped ? () => undefined : declareTest),
  effect: (name: string, run: () => Effect.Effect<unknown, unknown, never>) =>
    declareTest(name, () =>
      Effect.runPromise(Effect.scoped(Effect.provide(Effect.suspend(run), TestContext.TestContext)))
    )
})
export const test = it
export const describe = Object.assign(declareBlock, { each: withRows(declareBlock) })
export const beforeAll = (run: Run) => current.beforeAll.push(run)
export const afterAll = (run: Run) => current.afterAll.unshift(run)
export const beforeEach = (run: Run) => current.beforeEach.push(run)
export const afterEach = (run: Run) => current.afterEach.unshift(run)
export const { expect } = vitest

/** Replaces the `layer` of @effect/vitest: builds a layer once for all tests of a block. */
export const layer =
  <R>(services: Layer.Layer<R, unknown>) =>
  (name: string, declare: (it: object) => void): void =>
    declareBlock(name, () => {
      const scope = Effect.runSync(Scope.make())
      let built: ReturnType<typeof build> | undefined
      const build = () =>
        Effect.runPromise(Layer.buildWithScope(Layer.merge(services, TestContext.TestContext), scope))
      beforeAll(async () => {
        built = build()
        await built
      })
      afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
      declare({
        effect: (test: string, run: () => Effect.Effect<unknown, unknown, R | Scope.Scope>) =>
          declareTest(test, async () =>
            Effect.runPromise(Effect.scoped(Effect.provide(Effect.suspend(run), await built!)))
          )
      })
    })

/** The real timers: a test that fails can leave fake ones behind. */
const { clearTimeout, setTimeout } = globalThis

const seconds = { test: 20, hook: 60 } as const

class TooLate extends Error {}

/** Marks a test that took too long, for run.ts: the mutant may be endless, or the machine busy. */
const suffixOf = (error: unknown): string => (error instanceof TooLate ? " (timed out)" : "")

const within = async (limit: number, run: () => unknown): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new TooLate()), limit * 1000)
  })
  try {
    await Promise.race([run(), late])
  } finally {
    clearTimeout(timer)
  }
}

const hooks = async (runs: ReadonlyArray<Run>): Promise<void> => {
  for (const run of runs) await within(seconds.hook, run)
}

const around = (block: Block): ReadonlyArray<Block> =>
  block.parent === null ? [block] : [...around(block.parent), block]

/** Runs a block until something fails. Returns the name of the failed test, or null. */
const failureIn = async (block: Block): Promise<string | null> => {
  const named = (name: string) =>
    [...around(block).map((each) => each.name), name].filter(Boolean).join(" > ")
  let failed: string | null = null
  try {
    await hooks(block.beforeAll)
    for (const step of block.steps) {
      if (!("test" in step)) failed = await failureIn(step)
      else {
        failed = named(step.test)
        await hooks(around(block).flatMap((each) => each.beforeEach))
        try {
          await within(seconds.test, step.run)
        } finally {
          await hooks(
            around(block)
              .toReversed()
              .flatMap((each) => each.afterEach)
          )
        }
        failed = null
      }
      if (failed !== null) break
    }
  } catch (error) {
    failed = `${failed ?? named("hooks")}${suffixOf(error)}`
  }
  try {
    await hooks(block.afterAll)
  } catch (error) {
    failed ??= `${named("hooks")}${suffixOf(error)}`
  }
  return failed
}

/**
 * Loads a test file and runs it until the first failure. Returns the failed test's name, or null if all pass.
 */
export const failureOf = async (load: () => Promise<unknown>): Promise<string | null> => {
  const root = blockIn(null, "")
  current = root
  filling = []
  try {
    await load()
    await Promise.all(filling)
  } catch {
    await hooks(root.afterAll).catch(() => undefined)
    return "loading the file"
  }
  current = blockIn(null, "")
  return failureIn(root)
}
