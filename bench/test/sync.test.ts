import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { program } from "../../packages/core/test/support/programs.ts"

/** Measures nothing: checks that the benchmark runs, and that the next day brings late conversions. */
it("runs the sync benchmark with its pauses", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    program(new URL("../sync/run.ts", import.meta.url)),
    "--quick"
  ])
  expect(stdout).toMatch(/First import: .* synced, 30 days/)
  expect(stdout).toMatch(/The next day with late conversions: .* synced, 15 days/)
  expect(stdout).toMatch(/ratio p50 [\d.]+, p99 [\d.]+/)
})
