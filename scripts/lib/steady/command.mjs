// `npm run check steady`: runs tests repeatedly with busy loops, and stops at the first failure. It finds tests that
// depend on timing: they pass on an idle machine and fail on a busy one.
//
//   npm run check steady                                                      the whole suite, three times
//   npm run check steady -- packages/embedded-postgres/test/embedded.test.ts       one file, fifty times
//   npm run check steady -- --times 200 --busy 4 --name "one server" FILE…    other numbers; tests of that name alone
import { ensureInstalled } from "../install.mjs"
import { say, step } from "../progress.mjs"
import { inRoot, root } from "../project.mjs"
import { run } from "../run.mjs"
import { runtime } from "../runtime.mjs"
import { main } from "../stop.mjs"
import { busyText, planOf, repeat, startBusyLoops, summary } from "./plan.mjs"

class TestsFailed extends Error {}

const vitest = inRoot("node_modules", "vitest", "vitest.mjs")

await main("npm run check steady", async () => {
  const plan = planOf(process.argv.slice(2))
  await ensureInstalled("npm run check steady")
  const { bin, flags, env } = runtime()

  /** Runs the tests once. Returns null, or the output of a failed run. */
  const once = async (number) => {
    try {
      await step(`run ${number} of ${plan.times}`, async () => {
        const { code, output } = await run(bin, [...flags, vitest, "run", ...plan.vitest], { cwd: root, env })
        if (code !== 0) throw new TestsFailed(output)
      })
      return null
    } catch (error) {
      if (error instanceof TestsFailed) return error.message
      throw error
    }
  }

  say(`${plan.what}: ${plan.times} times, ${busyText(plan.busy)}`)
  const stopBusyLoops = startBusyLoops(plan.busy)
  try {
    const outcome = await repeat(plan.times, once)
    if (outcome.failure !== null) console.log(outcome.failure.trimEnd())
    console.log(summary(plan, outcome))
    return outcome.failure === null ? 0 : 1
  } finally {
    await stopBusyLoops()
  }
})
