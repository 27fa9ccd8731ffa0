import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

/**
 * Measures nothing: checks that the benchmark runs, and that rollups equal the days before and after a sync.
 */
it("runs the reads benchmark, and every window equals the sum of its days", async () => {
  const program = fileURLToPath(new URL("../reads/run.ts", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [program, "--quick"])
  expect(stdout.match(/All \d+ windows equal the sums over their days/g)).toHaveLength(2)
  expect(stdout.match(/\(target:/g)!.length).toBeGreaterThan(30)
})
