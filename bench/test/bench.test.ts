import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

/** Measures nothing: checks that the benchmark runs, and that every response under load is successful. */
it("runs the benchmark, and both servers write the same rows", async () => {
  const program = fileURLToPath(new URL("../run.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--quick"])
  expect(stdout.match(/^ {2}ratio/gm)).toHaveLength(4)
  const [bare, service] = stdout
    .match(/(?<=of a budget\n)( {2}\w+ +.*\n){2}/)![0]
    .trim()
    .split("\n")
  expect(service!.replace("service", "").trim()).toBe(bare!.replace("bare", "").trim())
})
