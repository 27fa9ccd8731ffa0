import { chapters } from "./cases/index.ts"
import { isHeld, openLaboratory } from "./laboratory.ts"
import { parseArgs } from "node:util"

/*
 * `npm run guards` takes every guard out in turn and runs the tests that should fail without it. `--only WORD` takes
 * those whose name contains the word.
 */
const { values } = parseArgs({ options: { only: { type: "string", multiple: true } } })
const guards = chapters
  .flatMap((chapter) => chapter.guards)
  .filter(({ name }) => values.only?.some((word) => name.includes(word)) ?? true)

const laboratory = await openLaboratory()
let survived = 0
try {
  for (const [at, guard] of guards.entries()) {
    const begun = performance.now()
    const outcomes = await laboratory.run(guard.cuts, guard.witnesses)
    const held = isHeld(guard, outcomes)
    if (!held) survived++
    const seconds = ((performance.now() - begun) / 1000).toFixed(1)
    console.log(`${held ? "✓" : "✗"} ${at + 1}/${guards.length} ${guard.name} (${seconds} s)`)
    for (const [witness, outcome] of outcomes) {
      console.log(`    ${outcome.is}: ${witness.title} ${witness.row ?? ""} ${"why" in outcome ? outcome.why : ""}`)
    }
  }
} finally {
  await laboratory.close()
}
process.exitCode = survived === 0 ? 0 : 1
