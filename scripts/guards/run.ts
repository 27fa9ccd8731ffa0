import { parseArgs } from "node:util"
import { guardGroups } from "./cases/index.ts"
import { staleEntries } from "./check.ts"
import { displayTitle, type Guard, type ProvingTest } from "./guard.ts"
import { type GuardRunner, openGuardRunner, type TestOutcome } from "./guard-runner.ts"

/*
 * `npm run guards` removes every guard in turn, runs the tests that should fail without it, and reports those
 * that do not. It changes no file. `--only WORD` selects guards whose name contains the word; `--verbose`
 * prints how each test failed.
 */
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, verbose: { type: "boolean", default: false } }
})

const selected = guardGroups
  .flatMap((group) => group.guards)
  .filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true)

/** Runs a step and prints its result and duration on one line. */
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

/** Compares the outcomes of tests with the expected status. */
const verdictOn = (
  expected: TestOutcome["status"],
  outcomes: ReadonlyMap<ProvingTest, TestOutcome>
): Verdict => {
  const lines = [...outcomes]
    .filter(([, { status }]) => values.verbose || status !== expected)
    .map(
      ([provingTest, { status, reason }]) =>
        `${status}: ${provingTest.file} "${displayTitle(provingTest)}"${reason && `: ${reason}`}`
    )
  return { isGood: [...outcomes.values()].every(({ status }) => status === expected), lines }
}

/** The timeout of a test with all guards in place, long enough for a busy machine. */
const unchangedTimeout = 300_000

/**
 * Returns the timeout of a test without its guard. Some guards prevent endless work, so the test must end,
 * but not before its usual time.
 */
const timeoutAfter = (millis: number): number => Math.max(30_000, 2 * millis)

/**
 * Runs each test file unchanged, once, before the first guard that names it: a test that fails anyway proves
 * nothing. This also creates the demo that tests copy, with all guards in place. Returns the duration in
 * milliseconds, or null if its tests fail.
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
      const passed = await reportStep(`${file} unchanged`, run)
      results.set(file, passed ? performance.now() - start : null)
    }
    return results.get(file)!
  }
}

/**
 * Removes each guard. Returns the names of guards whose removal no test detected, and of those whose tests
 * fail anyway.
 */
const removeEach = async (runner: GuardRunner, guards: ReadonlyArray<Guard>) => {
  const runUnchanged = unchangedRuns(runner, guards)
  const [survivors, untried]: [Array<string>, Array<string>] = [[], []]
  for (const [index, { attack, name, patches, provingTests }] of guards.entries()) {
    let longest: number | null = 0
    for (const file of new Set(provingTests.map((test) => test.file))) {
      const millis = await runUnchanged(file)
      longest = millis === null || longest === null ? null : Math.max(longest, millis)
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

/** Whether tests detect the removal of every guard. Prints a summary at the end. */
const run = async (guards: ReadonlyArray<Guard>): Promise<boolean> => {
  const stale = guards.flatMap((guard) => staleEntries(guard).map((problem) => `${guard.name}: ${problem}`))
  if (guards.length === 0 || stale.length > 0) {
    console.log(guards.length === 0 ? "No guard has that name." : stale.join("\n"))
    return false
  }
  const runner = await openGuardRunner()
  try {
    const { survivors, untried } = await removeEach(runner, guards)
    const tried = guards.length - untried.length
    console.log(
      survivors.length === 0
        ? `${tried} guards were removed, and each time the tests named for it failed.`
        : `No test detects the removal of ${survivors.length} of ${tried} guards: ${survivors.join(", ")}`
    )
    if (untried.length > 0) {
      console.log(`Skipped, because their tests fail with all guards in place: ${untried.join(", ")}`)
    }
    return survivors.length === 0 && untried.length === 0
  } finally {
    await runner.close()
  }
}

process.exitCode = (await run(selected)) ? 0 : 1
