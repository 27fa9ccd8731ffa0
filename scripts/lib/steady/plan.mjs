import { parseArgs } from "node:util"
import { Stop } from "../stop.mjs"

const options = {
  times: { type: "string" },
  busy: { type: "string" },
  name: { type: "string", short: "t" }
}

function wholeNumber(flag, text, least) {
  const number = Number(text)
  if (Number.isInteger(number) && number >= least) return number
  throw new Stop(`--${flag} must be a whole number from ${least} on, not "${text}".`)
}

/** What was asked for: how often, beside how many busy loops, and what vitest is to run. */
export function planOf(args) {
  let parsed
  try {
    parsed = parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new Stop(`${error.message.split(". ")[0]}. The options are --times, --busy and --name.`)
  }
  const { values, positionals: files } = parsed
  return {
    // The whole suite takes minutes, a file seconds.
    times: wholeNumber("times", values.times ?? (files.length === 0 ? "3" : "50"), 1),
    busy: wholeNumber("busy", values.busy ?? "2", 0),
    what: files.length === 0 ? "the whole suite" : files.join(" "),
    vitest: [...files, ...(values.name === undefined ? [] : ["--testNamePattern", values.name])]
  }
}
