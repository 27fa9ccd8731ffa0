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

/** A test that fails anyway says nothing of a guard. The world that tests copy is made here, too, with all guards in. */
const passUnchanged = async (runner: GuardRunner, guards: ReadonlyArray<Guard>): Promise<boolean> => {
  const witnesses = guards.flatMap((guard) => guard.provingTests)
  let isGood = true
  for (const [file, ofFile] of Map.groupBy(witnesses, ({ file }) => file)) {
    const run = async () => verdictOn("passed", await runner.run([], ofFile))
    isGood = (await reportStep(`${file} as it is`, run)) && isGood
  }
  return isGood
}

const survivorsOf = async (runner: GuardRunner, guards: ReadonlyArray<Guard>) => {
  const survivors: Array<string> = []
  for (const [index, { attack, patches, name, provingTests }] of guards.entries()) {
    const run = async () => verdictOn("failed", await runner.run(patches, provingTests))
    const wasNoticed = await reportStep(`${index + 1}/${guards.length} without ${name}: ${attack}`, run)
    if (!wasNoticed) survivors.push(name)
  }
  return survivors
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
    if (!(await passUnchanged(runner, guards))) {
      console.log("Tests fail with all guards in: mend those first.")
      return false
    }
    const survivors = await survivorsOf(runner, guards)
    console.log(
      survivors.length === 0
        ? `${guards.length} guards were taken out, and each time the tests that are named for it failed.`
        : `${survivors.length} of ${guards.length} can be taken out unnoticed: ${survivors.join(", ")}`
    )
    return survivors.length === 0
  } finally {
    await runner.close()
  }
}

process.exitCode = (await run(selected)) ? 0 : 1
