import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { program } from "../../packages/core/test/support/programs.ts"

/**
 * Measures nothing: checks that the benchmark runs, and that rollups equal the days before and after a sync.
 */
it("runs the reads benchmark, and every window equals the sum of its days", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program(new URL("../reads/run.ts", import.meta.url)),
    "--quick"
  ])
  expect(stdout.match(/All \d+ windows equal the sums over their days/g)).toHaveLength(2)
  expect(stdout.match(/\(target:/g)!.length).toBeGreaterThan(30)
})
