// `npm run check dates`: runs the date-dependent tests with the clock of Node, Postgres and the emulator shifted to the
// weekdays and to the moments at which date arithmetic is error-prone. It needs libfaketime (Debian: apt install
// faketime).
//
//   npm run check dates                                  every moment
//   npm run check dates -- --at friday --at us-spring    some moments
//   npm run check dates -- --list                        the date-dependent files, and why they are
//   npm run check dates -- --all                         the whole suite at every moment
//   npm run check dates -- FILE…                         some files at every moment
import { existsSync, readFileSync, rmSync } from "node:fs"
import { countLine } from "../counts.mjs"
import { ensureInstalled } from "../install.mjs"
import { step } from "../progress.mjs"
import { inRoot, root } from "../project.mjs"
import { run } from "../run.mjs"
import { runtime } from "../runtime.mjs"
import { main } from "../stop.mjs"
import { findDateDependent, planOf } from "./plan.mjs"
import { checkShift, removeLeftBehind, shiftedTo, withTimers } from "./shifted-clock.mjs"

class TestsFailed extends Error {}

const vitest = inRoot("node_modules", "vitest", "vitest.mjs")
const reportFile = inRoot("node_modules", ".cache", "dates-report.json")
const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]

/** Returns the number of files and tests of a run; empty if it ended before its report. */
function countsOf() {
  if (!existsSync(reportFile)) return ""
  const report = JSON.parse(readFileSync(reportFile, "utf8"))
  return `${report.testResults.length} files, ${countLine(report)}`
}

/** Runs the tests at every moment, and returns the names of the moments at which they failed. */
async function failedMoments(plan, library) {
  const { bin, flags, env } = runtime()
  const failed = []
  for (const { at, name, why } of plan.moments) {
    removeLeftBehind()
    const shifted = { ...env, ...shiftedTo(at, library) }
    checkShift(bin, shifted, at)
    try {
      await step(`${name}, ${at} (${why})`, async (detail) => {
        rmSync(reportFile, { force: true })
        const args = [...flags, vitest, "run", ...reporters, ...plan.files]
        const { code, output } = await run(bin, args, { cwd: root, env: shifted })
        detail(countsOf())
        if (code !== 0) throw new TestsFailed(output)
      })
    } catch (error) {
      if (!(error instanceof TestsFailed)) throw error
      console.log(error.message.trimEnd())
      failed.push(name)
    }
  }
  return failed
}

await main("npm run check dates", async () => {
  const plan = planOf(process.argv.slice(2))
  if (plan.list) {
    for (const { file, whys } of findDateDependent()) console.log(`${file}: ${whys.join(", ")}`)
    return 0
  }
  await ensureInstalled("npm run check dates")
  const failed = await withTimers((library) => failedMoments(plan, library))
  const passed = plan.moments.length - failed.length
  console.log(`The tests passed at ${passed} of ${plan.moments.length} moments.`)
  if (failed.length > 0) console.log(`They failed at ${failed.join(", ")}.`)
  return failed.length === 0 ? 0 : 1
})
