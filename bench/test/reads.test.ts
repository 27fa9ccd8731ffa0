import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { program } from "../../packages/core/test/support/programs.ts"

/** Measures nothing: shows that the bench of reading runs, and that what is kept agrees with the days before and after a sync. */
it("the bench of reading runs, and every window says what its days add up to", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program(new URL("../reads/run.ts", import.meta.url)),
    "--quick"
  ])
  expect(stdout.match(/All \d+ windows say what the days add up to/g)).toHaveLength(2)
  expect(stdout.match(/\(wanted:/g)!.length).toBeGreaterThan(30)
})
