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

/** A test that fails anyway says nothing of a guard. The world that tests copy is made here, too, with all guards in. */
const passAsTheyAre = async (laboratory: Laboratory, guards: ReadonlyArray<Guard>): Promise<boolean> => {
  const witnesses = guards.flatMap((guard) => guard.witnesses)
  let good = true
  for (const [file, ofFile] of Map.groupBy(witnesses, ({ file }) => file)) {
    const run = async () => verdictOn("passed", await laboratory.run([], ofFile))
    good = (await during(`${file} as it is`, run)) && good
  }
  return good
}

const survivorsOf = async (laboratory: Laboratory, guards: ReadonlyArray<Guard>) => {
  const survivors: Array<string> = []
  for (const [at, { attack, cuts, name, witnesses }] of guards.entries()) {
    const run = async () => verdictOn("failed", await laboratory.run(cuts, witnesses))
    const missed = await during(`${at + 1}/${guards.length} without ${name}: ${attack}`, run)
    if (!missed) survivors.push(name)
  }
  return survivors
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
    if (!(await passAsTheyAre(laboratory, guards))) {
      console.log("Tests fail with all guards in: mend those first.")
      return false
    }
    const survivors = await survivorsOf(laboratory, guards)
    console.log(
      survivors.length === 0
        ? `${guards.length} guards were taken out, and each time the tests that are named for it failed.`
        : `${survivors.length} of ${guards.length} can be taken out unnoticed: ${survivors.join(", ")}`
    )
    return survivors.length === 0
  } finally {
    await laboratory.close()
  }
}

process.exitCode = (await run(selected)) ? 0 : 1
