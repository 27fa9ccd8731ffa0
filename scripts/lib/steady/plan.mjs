import { parseArgs } from "node:util"
import { Stop } from "../stop.mjs"

const options = {
  times: { type: "string" },
  busy: { type: "string" },
  name: { type: "string", short: "t" }
}

function wholeNumber(flag, text, min) {
  const number = Number(text)
  if (Number.isInteger(number) && number >= min) return number
  throw new Stop(`--${flag} must be a whole number of at least ${min}, not "${text}".`)
}

/** Parses the command line: number of runs, number of busy loops, and vitest's arguments. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --times, --busy and --name.`)
  }
  const { values, positionals: files } = parsed
  return {
    // The whole suite takes minutes, one file seconds.
    times: wholeNumber("times", values.times ?? (files.length === 0 ? "3" : "50"), 1),
    busy: wholeNumber("busy", values.busy ?? "2", 0),
    what: files.length === 0 ? "the whole suite" : files.join(" "),
    vitest: [...files, ...(values.name === undefined ? [] : ["--testNamePattern", values.name])]
  }
}
