import { parseArgs } from "node:util"
import { Stop } from "../stop.mjs"
import { moments } from "./moments.mjs"

/**
 * The test suites whose results depend on the system time: they read data that the demo, the service or
 * Postgres derived from it. Tests of pure rules and of the emulator set their own days. `--all` runs those
 * too.
 */
export const dateDependent = [
  "packages/core/test/reads",
  "packages/core/test/insight/detect/planted/as-in-service.test.ts",
  "packages/core/test/insight/detect/run.test.ts",
  "packages/core/test/insight/reports/demo-world.test.ts",
  "packages/core/test/insight/reports/actors.test.ts",
  "packages/core/test/insight/reports/edges.test.ts",
  "packages/core/test/insight/reports/generate.test.ts",
  "packages/core/test/insight/reports/periods.test.ts",
  "packages/core/test/insight/performance.test.ts",
  "packages/core/test/insight/search-terms.test.ts",
  "packages/core/test/identity/key-expiry.test.ts",
  "packages/core/test/audit/retention.test.ts",
  "packages/core/test/platform/contract.test.ts",
  "packages/core/test/platform/drift.test.ts",
  "packages/core/test/platform/resume.test.ts",
  "packages/core/test/platform/sync.test.ts",
  "packages/core/test/storage/one-clock.test.ts",
  "packages/demo/test/fill.test.ts",
  "packages/demo/test/world.test.ts",
  "packages/rest/test/audit-export.test.ts"
]

const options = { at: { type: "string", multiple: true }, all: { type: "boolean" } }

/** Parses the command line: which moments to run, and which test files. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --at and --all.`)
  }
  const { at = [], all = false } = parsed.values
  const unknown = at.find((name) => moments.every((moment) => moment.name !== name))
  if (unknown !== undefined) {
    throw new Stop(
      `There is no moment "${unknown}". Use one of ${moments.map(({ name }) => name).join(", ")}.`
    )
  }
  const files = parsed.positionals.length > 0 ? parsed.positionals : all ? [] : dateDependent
  return {
    moments: at.length === 0 ? moments : moments.filter(({ name }) => at.includes(name)),
    files
  }
}
