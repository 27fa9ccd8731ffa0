import { parseArgs } from "node:util"
import { say, step } from "../lib/progress.mjs"
import { chapters } from "./cases/index.ts"
import { staleness } from "./check.ts"
import { type Guard, shownTitle, type Witness } from "./guard.ts"
import { type Laboratory, openLaboratory, type Outcome } from "./laboratory.ts"

/*
 * `npm run guards` takes every guard out in turn, runs the tests that should fail without it, and tells which do not.
 * No file is changed for it. `--only WORD` takes the guards whose name contains the word, `--verbose` tells how each
 * test failed.
 */
const { values } = parseArgs({
  options: { only: { type: "string", multiple: true }, verbose: { type: "boolean", default: false } }
})
const guards = chapters
  .flatMap((chapter) => chapter.guards)
  .filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true)

type Results = ReadonlyMap<Witness, Outcome>

const tell = (results: Results, which: Outcome["is"][]): void => {
  for (const [witness, outcome] of results) {
    if (!which.includes(outcome.is)) continue
    const why = "why" in outcome ? `: ${outcome.why}` : ""
    say(`    ${outcome.is}  ${witness.file} "${shownTitle(witness)}"${why}`)
  }
}

/** A test that fails anyway says nothing of a guard. Also makes the world that the others copy, with all guards in. */
const allPass = async (laboratory: Laboratory): Promise<boolean> => {
  const witnesses = Map.groupBy(
    guards.flatMap((guard) => guard.witnesses),
    ({ file }) => file
  )
  let good = true
  for (const [file, ofFile] of witnesses) {
    await step(`${file} as it is`, async () => {
      const results = await laboratory.run([], ofFile)
      const passed = [...results.values()].every(({ is }) => is === "passed")
      if (!passed) tell(results, ["failed", "missing"])
      good &&= passed
    })
  }
  return good
}

const survives = (laboratory: Laboratory, { attack, cuts, name, witnesses }: Guard, number: string) =>
  step(`${number} ${name}`, async (detail) => {
    detail(attack)
    const results = await laboratory.run(cuts, witnesses)
    const survived = [...results.values()].some(({ is }) => is !== "failed")
    if (survived) {
      say(`✗ ${name}: its tests pass without it, or cannot run`)
      tell(results, ["passed", "missing"])
    }
    if (values.verbose) tell(results, ["failed"])
    return survived
  })

const stale = guards.flatMap((guard) => staleness(guard).map((problem) => `${guard.name}: ${problem}`))
if (guards.length === 0 || stale.length > 0) {
  say(guards.length === 0 ? "There is no guard of that name." : stale.join("\n"))
  process.exit(1)
}
const laboratory = await openLaboratory()
try {
  if (!(await allPass(laboratory))) throw new Error("Some tests fail with all guards in.")
  const survivors: Array<string> = []
  for (const [at, guard] of guards.entries()) {
    if (await survives(laboratory, guard, `${at + 1}/${guards.length}`)) survivors.push(guard.name)
  }
  say(
    survivors.length === 0
      ? `${guards.length} guards were taken out, and each time the tests failed.`
      : `${survivors.length} of ${guards.length} can be taken out unnoticed: ${survivors.join(", ")}`
  )
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  await laboratory.close()
}
