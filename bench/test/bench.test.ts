import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { program } from "../../packages/core/test/support/programs.ts"

/** Measures nothing: checks that the benchmark runs, and that every response under load is successful. */
it("runs the benchmark, and both servers write the same rows", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program(new URL("../run.ts", import.meta.url)),
    "--quick"
  ])
  expect(stdout.match(/^ {2}ratio/gm)).toHaveLength(4)
  const [bare, service] = stdout
    .match(/(?<=of a budget\n)( {2}\w+ +.*\n){2}/)![0]
    .trim()
    .split("\n")
  expect(service!.replace("service", "").trim()).toBe(bare!.replace("bare", "").trim())
})
