import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const config = new URL("../../vitest.config.ts", import.meta.url).href

/** The least number of workers in the configuration of a run with these arguments. */
const leastWorkers = async (...args: ReadonlyArray<string>): Promise<unknown> => {
  const program = `import(${JSON.stringify(config)}).then(({ default: { test } }) => console.log(JSON.stringify([test.minWorkers, test.maxWorkers])))`
  const { stdout } = await promisify(execFile)(process.execPath, ["-e", program, "--", "run", ...args])
  return JSON.parse(stdout)
}

it("a run with fewer workers keeps all of them: the pool fails when it ends an idle one", async () => {
  const [[least, most], ...given] = (await Promise.all([
    leastWorkers(),
    leastWorkers("--maxWorkers=3"),
    leastWorkers("--maxWorkers", "3"),
    leastWorkers("--max-workers=50%")
  ])) as [[number, number], ...Array<[unknown]>]
  expect(least).toBe(most)
  expect(given.map(([one]) => String(one))).toEqual(["3", "3", "50%"])
})
