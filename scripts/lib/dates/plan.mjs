import { parseArgs } from "node:util"
import { Stop } from "../stop.mjs"
import { findDateDependent } from "./dependent.mjs"
import { moments } from "./moments.mjs"

const options = {
  at: { type: "string", multiple: true },
  all: { type: "boolean" },
  list: { type: "boolean" }
}

/** Parses the command line: which moments to run, and which test files; all of them if there are none. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --at, --all and --list.`)
  }
  const { at = [], all = false, list = false } = parsed.values
  const unknown = at.find((name) => moments.every((moment) => moment.name !== name))
  if (unknown !== undefined) {
    throw new Stop(
      `There is no moment "${unknown}". Use one of ${moments.map(({ name }) => name).join(", ")}.`
    )
  }
  const given = parsed.positionals
  return {
    moments: at.length === 0 ? moments : moments.filter(({ name }) => at.includes(name)),
    files: given.length > 0 ? given : all ? [] : findDateDependent().map(({ file }) => file),
    list
  }
}
