import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { expect, it } from "vitest"
import { isLong } from "../../packages/core/test/support/counts.ts"
import { compileCache, program } from "../../packages/core/test/support/programs.ts"

/** Too little data for a ratio: checks that everything is generated, measured and reported. */
it.runIf(isLong)("reports what other tenants' data costs, with a tiny part of it", async () => {
  const args = [program(new URL("../growth/run.ts", import.meta.url)), "--quick"]
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { ...process.env, ...compileCache() }
  })
  expect(stdout).toContain("300 organizations, 3,000 actions, 9,000 audit events")
  for (const line of [
    "campaigns.update, executed",
    "audit.export",
    "60,000, first page",
    "notices",
    "gauges"
  ])
    expect(stdout).toMatch(new RegExp(`^  ${line} +\\d`, "m"))
  expect(stdout).toMatch(/^ {2}events sealed +300 /m)
  expect(stdout).toMatch(/^ {2}executions purged +300 /m)
  expect(stdout).toMatch(/^ {2}events older than 330 days deleted +[1-9]/m)
})
