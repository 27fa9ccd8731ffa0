import { parseArgs } from "node:util"
import { guardGroups } from "./cases/index.ts"
import { staleEntries } from "./check.ts"
import { displayTitle, type Guard, type ProvingTest } from "./guard.ts"
import { type GuardRunner, openGuardRunner, type TestOutcome } from "./guard-runner.ts"

/*
 * `npm run guards` takes every guard out in turn, runs the tests that should fail without it, and tells which do not.
 * No file is changed for it. `--only WORD` takes the guards whose name contains the word, `--verbose` tells how each
 * test failed.
 */
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, verbose: { type: "boolean", default: false } }
})

const selected = guardGroups
  .flatMap((chapter) => chapter.guards)
  .filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true)

/** Does something that takes a while, and says what became of it on a line of its own. */
const reportStep = async (what: string, work: () => Promise<Verdict>): Promise<boolean> => {
  const terminal = process.stdout.isTTY === true
  if (terminal) process.stdout.write(`… ${what}`)
  const startedAt = performance.now()
  const { isGood, lines } = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  if (terminal) process.stdout.write("\r\x1b[K")
  console.log([`${isGood ? "✓" : "✗"} ${what} (${seconds} s)`, ...lines].join("\n    "))
  return isGood
}

interface Verdict {
  readonly isGood: boolean
  readonly lines: ReadonlyArray<string>
}

/** Every one of the tests should have had this outcome. */
const verdictOn = (
  expected: TestOutcome["status"],
  outcomes: ReadonlyMap<ProvingTest, TestOutcome>
): Verdict => {
  const lines = [...outcomes]
    .filter(([, { status }]) => values.verbose || status !== expected)
    .map(
      ([witness, { status, reason }]) =>
        `${status}: ${witness.file} "${displayTitle(witness)}"${reason && `: ${reason}`}`
    )
  return { isGood: [...outcomes.values()].every(({ status }) => status === expected), lines }
}

/** How long a test may take with all guards in place: a busy machine must not fail it. */
const unchangedTimeout = 300_000

/** How long a test may take without a guard. Some guards stop what never ends, so it must end; but later than with it. */
const timeoutAfter = (took: number): number => Math.max(30_000, 2 * took)

/**
 * Runs each test file unchanged, once, before the first guard that names it: a test that fails anyway proves nothing.
 * This also creates the demo that tests copy, with all guards in place. Returns the milliseconds that the file took,
 * or null if its tests fail.
 */
const unchangedRuns = (runner: GuardRunner, guards: ReadonlyArray<Guard>) => {
  const byFile = Map.groupBy(
    guards.flatMap((guard) => guard.provingTests),
    ({ file }) => file
  )
  const results = new Map<string, number | null>()
  return async (file: string): Promise<number | null> => {
    if (!results.has(file)) {
      const start = performance.now()
      const run = async () => verdictOn("passed", await runner.run([], byFile.get(file)!, unchangedTimeout))
      const passed = await reportStep(`${file} as it is`, run)
      results.set(file, passed ? performance.now() - start : null)
    }
    return results.get(file)!
  }
}

/** Removes each guard; returns the names of those no test noticed, and of those whose tests fail anyway. */
const removeEach = async (runner: GuardRunner, guards: ReadonlyArray<Guard>) => {
  const runUnchanged = unchangedRuns(runner, guards)
  const [survivors, untried]: [Array<string>, Array<string>] = [[], []]
  for (const [index, { attack, name, patches, provingTests }] of guards.entries()) {
    let longest: number | null = 0
    for (const file of new Set(provingTests.map((test) => test.file))) {
      const took = await runUnchanged(file)
      longest = took === null || longest === null ? null : Math.max(longest, took)
    }
    if (longest === null) {
      untried.push(name)
      continue
    }
    const timeout = timeoutAfter(longest)
    const run = async () => verdictOn("failed", await runner.run(patches, provingTests, timeout))
    const wasNoticed = await reportStep(`${index + 1}/${guards.length} without ${name}: ${attack}`, run)
    if (!wasNoticed) survivors.push(name)
  }
  return { survivors, untried }
}

/** Whether every guard is missed when it is out; says so at the end. */
const run = async (guards: ReadonlyArray<Guard>): Promise<boolean> => {
  const stale = guards.flatMap((guard) => staleEntries(guard).map((problem) => `${guard.name}: ${problem}`))
  if (guards.length === 0 || stale.length > 0) {
    console.log(guards.length === 0 ? "There is no guard of that name." : stale.join("\n"))
    return false
  }
  const runner = await openGuardRunner()
  try {
    const { survivors, untried } = await removeEach(runner, guards)
    const tried = guards.length - untried.length
    console.log(
      survivors.length === 0
        ? `${tried} guards were taken out, and each time the tests that are named for it failed.`
        : `${survivors.length} of ${tried} can be taken out unnoticed: ${survivors.join(", ")}`
    )
    if (untried.length > 0) {
      console.log(`Not tried, because their tests fail with all guards in: ${untried.join(", ")}`)
    }
    return survivors.length === 0 && untried.length === 0
  } finally {
    await runner.close()
  }
}

process.exitCode = (await run(selected)) ? 0 : 1
