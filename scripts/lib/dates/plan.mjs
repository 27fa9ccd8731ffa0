import { parseArgs } from "node:util"
import { Stop } from "../stop.mjs"
import { moments } from "./moments.mjs"

/** The suites whose results depend on dates. Everything else runs at any time of day in CI. */
export const dateDependent = [
  "packages/core/test/reads",
  "packages/core/test/insight",
  "packages/core/test/platform",
  "packages/core/test/campaigns",
  "packages/core/test/changes/update.test.ts",
  "packages/core/test/changes/money.test.ts",
  "packages/core/test/organizations",
  "packages/core/test/pipeline/retention.test.ts",
  "packages/core/test/storage/one-clock.test.ts",
  "packages/demo/test",
  "packages/emulator/test",
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
