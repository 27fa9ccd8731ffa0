import { parseArgs } from "node:util"
import { chapters } from "./cases/index.ts"
import { staleness } from "./check.ts"
import { type Guard, shownTitle, type Witness } from "./guard.ts"
import { type Laboratory, type Outcome, openLaboratory } from "./laboratory.ts"

/*
 * `npm run guards` takes every guard out in turn, runs the tests that should fail without it, and tells which do not.
 * No file is changed for it. `--only WORD` takes the guards whose name contains the word, `--verbose` tells how each
 * test failed.
 */
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, verbose: { type: "boolean", default: false } }
})

const selected = chapters
  .flatMap((chapter) => chapter.guards)
  .filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true)

/** Does something that takes a while, and says what became of it on a line of its own. */
const during = async (what: string, work: () => Promise<Verdict>): Promise<boolean> => {
  const terminal = process.stdout.isTTY === true
  if (terminal) process.stdout.write(`… ${what}`)
  const begun = performance.now()
  const { good, told } = await work()
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  if (terminal) process.stdout.write("\r\x1b[K")
  console.log([`${good ? "✓" : "✗"} ${what} (${seconds} s)`, ...told].join("\n    "))
  return good
}

interface Verdict {
  readonly good: boolean
  readonly told: ReadonlyArray<string>
}

/** Every one of the tests should have had this outcome. */
const verdictOn = (wanted: Outcome["is"], outcomes: ReadonlyMap<Witness, Outcome>): Verdict => {
  const told = [...outcomes]
    .filter(([, { is }]) => values.verbose || is !== wanted)
    .map(([witness, { is, why }]) => `${is}: ${witness.file} "${shownTitle(witness)}"${why && `: ${why}`}`)
  return { good: [...outcomes.values()].every(({ is }) => is === wanted), told }
}

/** What runs as it is may take long on a busy machine. */
const patience = 300_000

/** How long a test may take without a guard, some of which are against what never ends: far longer than with it. */
const timeoutAfter = (took: number): number => Math.max(30_000, 2 * took)

/**
 * Runs each test file as it is, once, before the first guard that names it: a test that fails anyway says nothing about
 * a guard. The demo that the tests copy is made here too, with all guards in. Answers the milliseconds that a file
 * took; null where its tests fail.
 */
const baselineOf = (laboratory: Laboratory, guards: ReadonlyArray<Guard>) => {
  const witnesses = Map.groupBy(
    guards.flatMap((guard) => guard.witnesses),
    ({ file }) => file
  )
  const known = new Map<string, number | null>()
  return async (file: string): Promise<number | null> => {
    if (!known.has(file)) {
      const begun = performance.now()
      const run = async () => verdictOn("passed", await laboratory.run([], witnesses.get(file)!, patience))
      const good = await during(`${file} as it is`, run)
      known.set(file, good ? performance.now() - begun : null)
    }
    return known.get(file)!
  }
}

/** Takes each guard out; answers the names of those that no test missed, and of those whose tests fail anyway. */
const takeOut = async (laboratory: Laboratory, guards: ReadonlyArray<Guard>) => {
  const baseline = baselineOf(laboratory, guards)
  const [survivors, untried]: [Array<string>, Array<string>] = [[], []]
  for (const [at, { attack, cuts, name, witnesses }] of guards.entries()) {
    let longest: number | null = 0
    for (const file of new Set(witnesses.map((witness) => witness.file))) {
      const took = await baseline(file)
      longest = took === null || longest === null ? null : Math.max(longest, took)
    }
    if (longest === null) {
      untried.push(name)
      continue
    }
    const timeout = timeoutAfter(longest)
    const run = async () => verdictOn("failed", await laboratory.run(cuts, witnesses, timeout))
    const missed = await during(`${at + 1}/${guards.length} without ${name}: ${attack}`, run)
    if (!missed) survivors.push(name)
  }
  return { survivors, untried }
}

/** Whether every guard is missed when it is out; says so at the end. */
const run = async (guards: ReadonlyArray<Guard>): Promise<boolean> => {
  const stale = guards.flatMap((guard) => staleness(guard).map((problem) => `${guard.name}: ${problem}`))
  if (guards.length === 0 || stale.length > 0) {
    console.log(guards.length === 0 ? "There is no guard of that name." : stale.join("\n"))
    return false
  }
  const laboratory = await openLaboratory()
  try {
    const { survivors, untried } = await takeOut(laboratory, guards)
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
    await laboratory.close()
  }
}

process.exitCode = (await run(selected)) ? 0 : 1
